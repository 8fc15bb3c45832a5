import { once } from 'node:events';
import {
  createServer as createPlainServer,
  request,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { managerServerName } from '#server/shared/pki/names.ts';
import {
  channelHeader,
  channelPath,
  channelProtocol,
  linkPath,
  linkProtocol,
} from '#server/shared/wire/link.ts';
import type { AgentTarget } from './transport.ts';
import { healthData, infoData, patchData } from './agentAnswers.testing.ts';

/** Fake agents for tests: real mutual TLS on 127.0.0.1, answers as the test sets them. */
export interface FakeAgent {
  target: AgentTarget;
  /** `METHOD /path` of each request, in order. */
  calls: string[];
  connections: () => number;
  /** Handlers by `METHOD /path`. */
  routes: Record<string, FakeRoute>;
  setCertificate(tls: FakeTls): void;
  onUpgrade(handler: (req: IncomingMessage, socket: Duplex, head: Buffer) => void): void;
  stop(): Promise<void>;
}

export type FakeRoute = (req: IncomingMessage, res: ServerResponse, body: string) => void;

export interface FakeTls {
  key: string;
  cert: string;
  ca: string;
}

export function success(
  res: ServerResponse,
  data: unknown,
  headers: Record<string, string> = {},
  status = 200,
): void {
  res
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify({ success: true, data }));
}

export function refusal(res: ServerResponse, status: number, code: string, retryable = false): void {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify({ success: false, error: { code, message: `no: ${code}`, retryable } }));
}

/** Refuses the manager by a clock that is so far ahead. */
export const byClock =
  (aheadMs: number): FakeRoute =>
  (_req, res) => {
    const details = { clock_at: new Date(Date.now() + aheadMs).toISOString() };
    const error = { code: 'CERTIFICATE_REQUIRED', message: 'not valid', details, retryable: false };
    res.writeHead(403, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify({ success: false, error }));
  };

/** Sends interim answers, and no answer. */
export const onlyInterim: FakeRoute = (_req, res) => {
  for (let count = 0; count < 50; count++) res.writeProcessing();
};

/** The answers of a well-behaved agent; the patch list honours its ETag. */
export function wellBehaved(): Record<string, FakeRoute> {
  return {
    'GET /health': (_req, res) => success(res, healthData),
    'GET /api/v1/system/info': (_req, res) => success(res, infoData),
    'GET /api/v1/patches': (req, res) => {
      const headers = { ETag: '"list-1"', 'Last-Modified': 'Thu, 15 Jan 2026 06:00:00 GMT' };
      if (req.headers['if-none-match'] === '"list-1"') return void res.writeHead(304, headers).end();
      success(res, patchData, headers);
    },
    'PUT /api/v1/system/trust': (_req, res) =>
      success(res, { root_fingerprints_sha256: [], crl_next_update_at: '2026-12-01T00:00:00.000Z' }),
  };
}

interface Asked {
  calls: string[];
  routes: Record<string, FakeRoute>;
}

const answering =
  ({ calls, routes }: Asked) =>
  (req: IncomingMessage, res: ServerResponse): void => {
    const path = (req.url ?? '').split('?')[0] ?? '';
    calls.push(`${req.method} ${req.url}`);
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      const route = routes[`${req.method} ${path}`];
      if (route) route(req, res, body);
      else refusal(res, 404, 'NOT_FOUND');
    });
  };

export async function startFakeAgent(
  hostId: string,
  tls: FakeTls,
  routes: Record<string, FakeRoute> = wellBehaved(),
): Promise<FakeAgent> {
  const calls: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer(
    { ...tls, requestCert: true, rejectUnauthorized: true, keepAliveTimeout: 120_000 },
    answering({ calls, routes }),
  );
  server.on('secureConnection', (socket: TLSSocket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    target: { hostId, address: '127.0.0.1', port, loopbackAllowed: true },
    calls,
    routes,
    connections: () => connections,
    setCertificate: (next) => server.setSecureContext(next),
    onUpgrade: (handler) => void server.on('upgrade', handler),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a try to upgrade a connection to the manager gets: the status, 101 where it succeeds. */
export async function statusOfUpgrade(
  port: number,
  tls: Partial<FakeTls>,
  asking: { path: string; headers: Record<string, string> },
): Promise<number> {
  const asked = request({
    createConnection: () =>
      connect({ host: '127.0.0.1', port, servername: managerServerName, rejectUnauthorized: false, ...tls }),
    path: asking.path,
    headers: { connection: 'Upgrade', ...asking.headers },
  });
  asked.on('error', () => undefined);
  asked.end();
  const [res] = (await Promise.race([once(asked, 'response'), once(asked, 'upgrade')])) as [IncomingMessage];
  res.socket.destroy();
  return res.statusCode ?? 0;
}

/** Asks for a link by hand, on a connection that is secure; answers the head of what comes back. */
export async function askForLink(socket: TLSSocket, headers: readonly string[] = []): Promise<string> {
  const asked = [
    `GET ${linkPath} HTTP/1.1`,
    `Host: ${managerServerName}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: ${linkProtocol}`,
    ...headers,
  ];
  socket.write(`${asked.join('\r\n')}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  return head.toString('latin1');
}

export interface DialingAgent extends FakeAgent {
  link: WebSocket;
  /** What the manager said over the link. */
  heard: Record<string, unknown>[];
  /** What becomes of an `open`: by default a channel is opened. */
  onOpen: (id: string) => void;
  openChannel(id: string): void;
}

/** An agent that dials a manager on loopback; resolves when its link holds, or has been closed. */
export async function startDialingAgent(
  hostId: string,
  tls: FakeTls,
  {
    port,
    routes = wellBehaved(),
    hello = {},
  }: { port: number; routes?: Record<string, FakeRoute>; hello?: object },
): Promise<DialingAgent> {
  const calls: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let own = tls;
  const server = createPlainServer({ keepAliveTimeout: 120_000 }, answering({ calls, routes }));
  const dial = (): TLSSocket => {
    const socket = connect({ host: '127.0.0.1', port, servername: managerServerName, ...own });
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  };
  const openChannel = (id: string): void => {
    const asked = request({
      createConnection: dial,
      path: channelPath,
      headers: { connection: 'Upgrade', upgrade: channelProtocol, [channelHeader]: id },
    });
    asked.on('error', () => undefined);
    asked.on('upgrade', (_res, socket: Duplex, head: Buffer) => {
      connections++;
      if (head.length > 0) socket.unshift(head);
      server.emit('connection', socket);
    });
    asked.end();
  };
  const link = new WebSocket(`wss://${managerServerName}${linkPath}`, linkProtocol, {
    createConnection: dial as never,
    perMessageDeflate: false,
  });
  const agent: DialingAgent = {
    target: { hostId, address: '192.0.2.1', port: 9, loopbackAllowed: false, connection: 'dial' },
    calls,
    routes,
    link,
    heard: [],
    onOpen: openChannel,
    openChannel,
    connections: () => connections,
    setCertificate: (next) => void (own = next),
    onUpgrade: (handler) => void server.on('upgrade', handler),
    async stop() {
      link.terminate();
      for (const socket of sockets) socket.destroy();
      await Promise.resolve();
    },
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  link.on('error', () => undefined);
  link.on('close', () => resolve());
  link.on('open', () =>
    link.send(
      JSON.stringify({
        kind: 'hello',
        version: '1.2.3',
        host_id: hostId,
        boot_id: 'boot-1',
        mode: 'dial',
        capabilities: [],
        epoch: 0,
        ...hello,
      }),
    ),
  );
  link.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as Record<string, unknown>;
    agent.heard.push(message);
    if (message.kind === 'hello') resolve();
    if (message.kind === 'open') agent.onOpen(String(message.id));
  });
  await promise;
  return agent;
}
