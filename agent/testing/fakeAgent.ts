/**
 * An agent behind a plain HTTP listener on loopback, for tests of its engine. Every answer is checked against the
 * contract.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { createAgent } from '../http/app.ts';
import type { Agent, AgentDeps } from '../deps.ts';
import { fakeDeps } from './fakeDeps.ts';
import { checkAnswer, checkEvent } from './contract.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** The envelope; empty for an answer without a body. */
  json: { success?: boolean; data?: Record<string, unknown>; error?: Record<string, unknown> };
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

export type WireEvent = Record<string, unknown> & { seq: number; kind: string };

export interface FakeAgent {
  agent: Agent;
  deps: AgentDeps;
  baseUrl: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Waits until the job is terminal; returns its detail. */
  finished(jobId: unknown): Promise<Record<string, unknown>>;
  /** Waits until the job has that status; returns its detail. */
  until(jobId: unknown, status: string): Promise<Record<string, unknown>>;
  stream(query: string): Promise<{ socket: WebSocket; events: WireEvent[] }>;
  /** Stops agent and listener; keeps the data directory. */
  stop(): Promise<void>;
  cleanUp(): Promise<void>;
}

const TERMINAL = ['completed', 'failed', 'cancelled', 'timedout'];

/** Only a defect takes this long, however busy the machine is. */
const PATIENCE_MS = 60_000;

/** What ends each agent that has not been stopped. */
const running = new Set<() => Promise<void>>();

/**
 * Stops the agents that a failed test has left: their listeners and streams would keep the suite from ending. Each
 * suite calls it after each test. The data directories of such agents stay, for whoever looks for the reason.
 */
export async function stopFakeAgents(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

export async function startFakeAgent(overrides: Partial<AgentDeps> = {}): Promise<FakeAgent> {
  const deps = fakeDeps(overrides);
  const agent = createAgent(deps);
  await agent.start();
  const server = createServer(agent.handler);
  server.on('upgrade', agent.handleUpgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call: FakeAgent['call'] = async (method, path, options = {}) => {
    const answer = await request(`${baseUrl}${path}`, method, options);
    checkAnswer(method, path, answer.status, answer.json);
    return answer;
  };
  const wait = async (jobId: unknown, wanted: readonly string[]): Promise<Record<string, unknown>> => {
    for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt;) {
      const { json } = await call('GET', `/api/v1/jobs/${jobId}`);
      if (wanted.includes(String(json.data?.['status']))) return json.data ?? {};
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`job ${jobId} never became ${wanted.join(' or ')}`);
  };
  const clients = new Set<WebSocket>();
  const stop = async (): Promise<void> => {
    running.delete(stop);
    await agent.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    for (const client of clients) client.terminate();
  };
  running.add(stop);
  return {
    agent,
    deps,
    baseUrl,
    call,
    finished: (jobId) => wait(jobId, TERMINAL),
    until: (jobId, status) => wait(jobId, [status]),
    async stream(query) {
      const opened = await openStream(`${baseUrl.replace('http', 'ws')}/api/v1/ws/jobs${query}`);
      clients.add(opened.socket);
      return opened;
    },
    stop,
    async cleanUp() {
      await stop();
      deps.cleanUp();
    },
  };
}

async function request(url: string, method: string, { body, headers }: CallOptions): Promise<Answer> {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method,
    headers: { ...type, ...headers },
    ...(text ? { body: text } : {}),
  });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: answer === '' ? {} : JSON.parse(answer),
  };
}

function openStream(url: string): Promise<{ socket: WebSocket; events: WireEvent[] }> {
  const socket = new WebSocket(url);
  const events: WireEvent[] = [];
  socket.on('message', (data) => {
    const event = JSON.parse(String(data)) as WireEvent;
    checkEvent(event);
    events.push(event);
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, events }));
    socket.once('unexpected-response', (_req, res) => reject(new Error(String(res.statusCode))));
    socket.once('error', reject);
  });
}

/** Resolves when `check` returns true; for changes that cause no event. */
export async function eventually(check: () => boolean, what = 'condition'): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt;) {
    if (check()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${what} never held`);
}
