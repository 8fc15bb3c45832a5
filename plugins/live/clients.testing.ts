/** Clients that record what they get, and functions to connect them. */
import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import type { TestApp } from '../../server/testing.ts';
import type { LiveMessage } from './messages.ts';

export async function ticketFor(
  app: TestApp,
  role: 'admin' | 'operator' | 'reporter' = 'admin',
): Promise<string> {
  const { body } = await app.call('POST', '/api/v1/ws/ticket', { role });
  return (body as { ticket: string }).ticket;
}

export interface TestClient {
  got: LiveMessage[];
  /** Sequence numbers of what came, errors as their codes. */
  seqs(): unknown[];
  send(message: unknown): void;
  /** Resolves once `count` messages are there; fails after a while. */
  until(count: number): Promise<LiveMessage[]>;
  closed: Promise<number>;
  close(): Promise<void>;
}

/** Only a defect takes so long, however busy the machine is. */
const PATIENCE_MS = 60_000;

async function reached(isTrue: () => boolean, what: () => string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`not reached: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function testClient(got: LiveMessage[], parts: Pick<TestClient, 'send' | 'closed' | 'close'>): TestClient {
  return {
    ...parts,
    got,
    seqs: () => got.map((message) => ('error' in message ? message.error.code : message.seq)),
    async until(count) {
      await reached(
        () => got.length >= count,
        () => `${count} messages, ${got.length} came`,
      );
      return got;
    },
  };
}

export const socketUrl = (app: TestApp, ticket: string): string =>
  `${app.url.replace('http', 'ws')}/api/v1/ws/jobs?ticket=${ticket}`;

export async function plainClient(
  app: TestApp,
  ticket: string,
  headers: Record<string, string> = {},
): Promise<TestClient & { ws: WebSocket }> {
  const ws = new WebSocket(socketUrl(app, ticket), { headers });
  const got: LiveMessage[] = [];
  ws.on('message', (data) => got.push(JSON.parse((data as Buffer).toString()) as LiveMessage));
  const closed = new Promise<number>((resolve) => ws.on('close', (code) => resolve(code)));
  await once(ws, 'open');
  const client = testClient(got, {
    send: (message) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    closed,
    async close() {
      ws.close();
      await closed;
    },
  });
  return { ...client, ws };
}

/** The status and body of an upgrade that is refused; 101 when it was not. */
export async function refusedUpgrade(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: string }> {
  const ws = new WebSocket(url, { headers });
  ws.on('error', () => undefined);
  return new Promise((resolve) => {
    ws.on('open', () => {
      ws.close();
      resolve({ status: 101, code: '' });
    });
    ws.on('unexpected-response', (_req, res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { error: { code: string } };
        resolve({ status: res.statusCode ?? 0, code: body.error.code });
      });
    });
  });
}

export async function socketIoClient(
  app: TestApp,
  ticket: string,
  transports: ('polling' | 'websocket')[],
  extraHeaders: Record<string, string> = {},
): Promise<TestClient & { socket: Socket }> {
  const socket = io(app.url, {
    path: '/api/v1/ws/jobs',
    addTrailingSlash: false,
    query: { ticket },
    transports,
    extraHeaders,
    reconnection: false,
    forceNew: true,
  });
  const got: LiveMessage[] = [];
  socket.on('event', (message: LiveMessage) => got.push(message));
  const closed = new Promise<number>((resolve) => socket.on('disconnect', () => resolve(0)));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  const client = testClient(got, {
    send: (message) => void socket.emit('subscribe', message),
    closed,
    async close() {
      socket.disconnect();
      await closed;
    },
  });
  return { ...client, socket };
}
