/** The manager's end of links and channels, in this process: a real TLS server and a real WebSocket. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
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

/** What a listener does with links and channels. */
export interface LinkDesk {
  /** All that were ever opened, oldest first. */
  links: ManagerLink[];
  /** Paths of all requests and upgrades. */
  asked: string[];
  /** TLS connections, whatever became of them. */
  connections: number;
  /** What its next hellos say otherwise; null: it sends none. */
  hello: Partial<ManagerHello> | null;
  /** How it answers upgrades instead: the whole text, or what it does. */
  answers: string | ((socket: Duplex) => void) | null;
  /** Asks for a channel over the newest link; resolves to it. */
  open(id?: string, withinMs?: number): Promise<Duplex>;
  /** The link of that number, from 1 on, once the agent's hello has come. */
  link(number: number): Promise<ManagerLink>;
  /** Sends a message over the newest link. */
  send(message: object | string | Buffer): void;
}

export interface LinkManager extends LinkDesk {
  url: URL;
  /** Leaves its port to another one; connections stay. */
  stopListening(): void;
  close(): Promise<void>;
}

interface LinkManagerOptions {
  ca: Authority;
  /** Its certificate; default: one for the manager's web listener. */
  pair?: ClientPair;
  port?: number;
}

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
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const desk = serveLinks(server);
  server.on('request', (_req, res) => res.writeHead(404).end());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(desk, {
    url: new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
    stopListening: () => void server.close(),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const switching = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${channelProtocol}\r\n\r\n`;

/** Lets a listener take links, and the channels that it asked for. */
export function serveLinks(server: Server): LinkDesk {
  const channels = new Map<string, (socket: Duplex) => void>();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => linkProtocol });
  const desk: LinkDesk = {
    links: [],
    asked: [],
    connections: 0,
    hello: {},
    answers: null,
    open(id = randomUUID(), withinMs = 5_000) {
      const opened = new Promise<Duplex>((resolve) => channels.set(id, resolve));
      desk.send({ kind: 'open', id, within_ms: withinMs });
      return opened;
    },
    async link(number) {
      const found = () => desk.links[number - 1];
      await eventually(() => (found()?.hello ?? null) !== null, `link ${number}`);
      return found() as ManagerLink;
    },
    send(message) {
      const isRaw = typeof message === 'string' || Buffer.isBuffer(message);
      desk.links.at(-1)?.ws.send(isRaw ? message : JSON.stringify(message));
    },
  };
  server.on('secureConnection', (socket) => {
    desk.connections += 1;
    socket.on('error', () => undefined);
  });
  server.on('request', (req) => desk.asked.push(req.url ?? ''));
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    desk.asked.push(req.url ?? '');
    if (typeof desk.answers === 'function') return desk.answers(socket);
    if (desk.answers !== null) return void socket.end(desk.answers);
    if (req.url === linkPath) return sockets.handleUpgrade(req, socket, head, (ws) => take(desk, req, ws));
    const resolve = channels.get(String(req.headers[channelHeader]));
    if (req.url !== channelPath || !resolve) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    socket.write(switching);
    resolve(socket);
  });
  return desk;
}

function take(desk: LinkDesk, req: IncomingMessage, ws: WebSocket): void {
  const peer = (req.socket as TLSSocket).getPeerX509Certificate();
  const serial = peer?.serialNumber.toLowerCase() ?? '';
  const link: ManagerLink = { ws, hello: null, serial, texts: [], pings: 0, closed: null };
  desk.links.push(link);
  ws.on('error', () => undefined);
  ws.on('ping', () => (link.pings += 1));
  ws.on('close', (code) => (link.closed = code));
  ws.on('message', (data) => {
    const text = String(data);
    link.texts.push(text);
    const message = readLinkMessage(text, 'agent');
    if (message?.kind !== 'hello') return;
    link.hello = message;
    if (desk.hello === null) return;
    const hello: ManagerHello = {
      kind: 'hello',
      version: '1.0.0',
      capabilities: [],
      epoch: 0,
      link_number: desk.links.length,
    };
    ws.send(JSON.stringify({ ...hello, ...desk.hello }));
  });
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** One call over a channel, which stays open; its status and body. */
export async function callOver(
  channel: Duplex,
  path: string,
  { method = 'GET', headers = {}, body }: Call = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
  // Node would close a connection without an agent of its own after the answer.
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const all = { host: 'agent', connection: 'keep-alive', ...type, ...headers };
  const call = request({ createConnection: () => channel, method, path, headers: all });
  call.end(body === undefined ? undefined : JSON.stringify(body));
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
