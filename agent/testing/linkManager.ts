/** The manager's end of links and channels, in this process: a real TLS server and a real WebSocket. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { WebSocket, WebSocketServer } from 'ws';
import type { Authority } from '../../server/core/agents/pki/index.ts';
import {
  channelHeader,
  channelPath,
  channelProtocol,
  linkPath,
  linkProtocol,
  readLinkMessage,
} from '../../server/shared/wire/link.ts';
import type { AgentHello, ManagerHello } from '../../server/shared/wire/link.ts';
import { issuePair } from './fakeManager.ts';
import type { ClientPair } from './fakeManager.ts';
import { eventually } from './fakeAgent.ts';

/** One link, as the manager has it. */
export interface ManagerLink {
  ws: WebSocket;
  /** Null until it has come. */
  hello: AgentHello | null;
  /** Of the client's certificate. */
  serial: string;
  /** Every text that the agent sent. */
  texts: string[];
  pings: number;
  /** The code with which it was closed; null: it is open. */
  closed: number | null;
}

export interface LinkManager {
  url: URL;
  /** All that were ever opened, oldest first. */
  links: ManagerLink[];
  /** Paths of all requests and upgrades. */
  asked: string[];
  /** TLS connections, whatever became of them. */
  connections: number;
  /** What its next hellos say otherwise; null: it sends none. */
  hello: Partial<ManagerHello> | null;
  /** How it answers upgrades instead, as the whole text of an HTTP response. */
  answers: string | null;
  /** Asks for a channel over the newest link; resolves to it. */
  open(id?: string, withinMs?: number): Promise<Duplex>;
  /** The newest link, once the agent's hello has come; `number` counts from 1. */
  link(number: number): Promise<ManagerLink>;
  /** Sends a message over the newest link. */
  send(message: object | string | Buffer): void;
  close(): Promise<void>;
}

interface LinkManagerOptions {
  ca: Authority;
  /** Its certificate; default: one for the manager's web listener. */
  pair?: ClientPair;
  port?: number;
}

const switching = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${channelProtocol}\r\n\r\n`;

export async function startLinkManager({ ca, pair, port = 0 }: LinkManagerOptions): Promise<LinkManager> {
  const { key, cert } = pair ?? (await issuePair(ca, { kind: 'web', names: [] }));
  const server = createServer({
    key,
    cert,
    ca: ca.certificatePem,
    requestCert: true,
    rejectUnauthorized: false,
  });
  const sockets = new Set<Duplex>();
  const channels = new Map<string, (socket: Duplex) => void>();
  const wss = new WebSocketServer({ noServer: true, handleProtocols: () => linkProtocol });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  let ids = 0;
  const newest = (): ManagerLink => manager.links.at(-1) ?? { ...({} as ManagerLink) };
  const manager: LinkManager = {
    url: new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
    links: [],
    asked: [],
    connections: 0,
    hello: {},
    answers: null,
    open(id = `channel-${(ids += 1)}`, withinMs = 5_000) {
      const opened = new Promise<Duplex>((resolve) => channels.set(id, resolve));
      manager.send({ kind: 'open', id, within_ms: withinMs });
      return opened;
    },
    async link(number) {
      const isThere = () => manager.links.length >= number && manager.links[number - 1]?.hello !== null;
      await eventually(isThere, `link ${number}`);
      return manager.links[number - 1] ?? newest();
    },
    send(message) {
      const isRaw = typeof message === 'string' || Buffer.isBuffer(message);
      newest().ws.send(isRaw ? message : JSON.stringify(message));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('secureConnection', (socket) => {
    manager.connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  server.on('request', (req, res) => {
    manager.asked.push(req.url ?? '');
    res.writeHead(404).end();
  });
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    manager.asked.push(req.url ?? '');
    if (manager.answers !== null) return void socket.end(manager.answers);
    if (req.url === linkPath) return wss.handleUpgrade(req, socket, head, (ws) => take(manager, req, ws));
    if (req.url !== channelPath) return void socket.destroy();
    const resolve = channels.get(String(req.headers[channelHeader]));
    socket.write(switching);
    resolve?.(socket);
  });
  return manager;
}

function take(manager: LinkManager, req: IncomingMessage, ws: WebSocket): void {
  const peer = (req.socket as TLSSocket).getPeerX509Certificate();
  const link: ManagerLink = {
    ws,
    hello: null,
    serial: peer?.serialNumber.toLowerCase() ?? '',
    texts: [],
    pings: 0,
    closed: null,
  };
  manager.links.push(link);
  ws.on('error', () => undefined);
  ws.on('ping', () => (link.pings += 1));
  ws.on('close', (code) => (link.closed = code));
  ws.on('message', (data) => {
    const text = String(data);
    link.texts.push(text);
    const message = readLinkMessage(text, 'agent');
    if (message?.kind !== 'hello') return;
    link.hello = message;
    if (manager.hello === null) return;
    const hello: ManagerHello = {
      kind: 'hello',
      version: '1.0.0',
      capabilities: [],
      epoch: 0,
      link_number: manager.links.length,
      ...manager.hello,
    };
    ws.send(JSON.stringify(hello));
  });
}

/** One call over a channel, which stays open; its status and body. */
export async function callOver(
  channel: Duplex,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
  // Node would close a connection without an agent of its own after the answer.
  const all = { host: 'agent', connection: 'keep-alive', ...headers };
  const call = request({ createConnection: () => channel, method, path, headers: all }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** A WebSocket over a channel. */
export async function streamOver(channel: Duplex, path: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://agent${path}`, { createConnection: () => channel });
  await once(socket, 'open');
  return socket;
}
