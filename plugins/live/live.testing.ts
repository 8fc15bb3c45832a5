/** Stand-ins for the features that live events come from, and clients that write down what they get. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import { managerOperations } from '../../generated/managerOperations.ts';
import { systemActor, type Actor, type Feature } from '../../server/plugin.ts';
import type { TestApp } from '../../server/testing.ts';
import type { JobEvent, LiveMessage } from './messages.ts';

export interface FakeJobs {
  feature: Feature;
  events: Map<string, JobEvent[]>;
  reads: number;
  /** Adds an event; without `app` nobody is told, as when another manager wrote it. */
  add(jobId: string, kind: JobEvent['kind'], app?: TestApp, data?: object): void;
}

/** A feature must serve its operations; a stand-in's are never called. */
function unusedRoutes(feature: string): Record<string, () => Promise<never>> {
  const owned = managerOperations.filter(({ tag }) => tag === feature);
  const route = () => Promise.reject(new Error(`the stand-in for ${feature} serves nothing`));
  return Object.fromEntries(owned.map(({ operationId }) => [operationId, route]));
}

export function createFakeJobs(): FakeJobs {
  const events = new Map<string, JobEvent[]>();
  const jobs: FakeJobs = {
    events,
    reads: 0,
    feature: {
      name: 'patching',
      setup: () => ({
        routes: unusedRoutes('patching'),
        service: {
          eventsAfter: async (jobId: string, seq: number, limit: number) => {
            jobs.reads++;
            await new Promise((resolve) => setImmediate(resolve));
            return (events.get(jobId) ?? []).filter((event) => event.seq > seq).slice(0, limit);
          },
          lastSeq: async (jobId: string) => events.get(jobId)?.length ?? null,
        },
      }),
    } as unknown as Feature,
    add(jobId, kind, app, data = {}) {
      const known = events.get(jobId) ?? [];
      const seq = known.length + 1;
      const event = { seq, at: '2026-01-15T12:00:00.000Z', kind, data: { job_id: jobId, ...data } };
      events.set(jobId, [...known, event as unknown as JobEvent]);
      app?.ctx.events.emitNow('patching.jobChanged', { jobId, seq });
    },
  };
  return jobs;
}

/** Sessions that stand; the name of one is its id. */
export function createFakeIdentity(sessions: Set<string>): Feature {
  const userOf = async (_userId: string, sessionId: string) =>
    sessions.has(sessionId) ? { role: 'admin' } : null;
  return {
    name: 'identity',
    setup: () => ({ routes: unusedRoutes('identity'), service: { sessions: { userOf } } }),
  } as unknown as Feature;
}

export const sessionActor = (sessionId: string): Actor => ({
  kind: 'user',
  id: '00000000-0000-7000-8000-000000000009',
  name: 'olga',
  role: 'admin',
  sessionId,
});

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

/**
 * Resolves once `value` has stayed the same over fifty turns of the event loop: by then all that follows from what
 * was done has had its turn, however slow the machine is.
 */
export async function settled(value: () => number): Promise<void> {
  let last = value();
  for (let turn = 0; turn < 50; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (value() !== last) turn = 0;
    last = value();
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
): Promise<TestClient & { socket: Socket }> {
  const socket = io(app.url, {
    path: '/api/v1/ws/jobs',
    addTrailingSlash: false,
    query: { ticket },
    transports,
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

/** The id of a host that was enrolled just now. */
export async function newHost(app: TestApp): Promise<string> {
  const facts = {
    machineId: randomUUID(),
    fqdn: 'web1.example.org',
    ipAddress: '10.0.4.21',
    port: 9443,
    loopbackAllowed: false,
  };
  const by = { actor: systemActor, address: null };
  return (await app.ctx.tx((tx) => app.ctx.core.hosts.createEnrolled(tx, facts, by))).id;
}
