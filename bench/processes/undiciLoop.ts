// node bench/processes/undiciLoop.ts FILE: the least that a poller could be. One kept-alive undici connection for
// each agent of the FILE, the same requests as the manager's, the same number at once; answers are read and dropped.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Client } from 'undici';
import type { KeyAndCertificate } from '../support/authority.ts';

/** What the FILE holds. */
export interface LoopTargets {
  tls: KeyAndCertificate;
  agents: { serverName: string; port: number }[];
  concurrency: number;
}

/** One request that every agent is asked in turn, with the etag of its former answer where `conditional`. */
export interface LoopRequest {
  path: string;
  conditional: boolean;
}

export interface LoopQuestion {
  requests: LoopRequest[];
}

export interface LoopReport {
  requests: number;
  elapsedMs: number;
  /** CPU time of this process meanwhile. */
  cpuMicros: number;
}

interface Agent {
  client: Client;
  etag: string | null;
}

const targets = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoopTargets;
const secureContext = createSecureContext(targets.tls);
const agents = targets.agents.map(({ serverName: servername, port }): Agent => ({
  client: new Client(`https://127.0.0.1:${port}`, {
    connect: { servername, secureContext, keepAlive: true },
    keepAliveTimeout: 600_000,
    pipelining: 1,
  }),
  etag: null,
}));

async function ask(agent: Agent, { path, conditional }: LoopRequest): Promise<void> {
  const headers = conditional && agent.etag ? { 'if-none-match': agent.etag } : {};
  const answer = await agent.client.request({
    path,
    method: 'GET',
    headers: { accept: 'application/json', ...headers },
  });
  const { etag } = answer.headers;
  if (conditional && typeof etag === 'string') agent.etag = etag;
  await answer.body.text();
  if (answer.statusCode !== 200 && answer.statusCode !== 304)
    throw new Error(`${path}: ${answer.statusCode}`);
}

async function round(requests: readonly LoopRequest[]): Promise<LoopReport> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const queue = [...agents];
  const worker = async (): Promise<void> => {
    for (let agent = queue.pop(); agent; agent = queue.pop())
      for (const request of requests) await ask(agent, request);
  };
  await Promise.all(Array.from({ length: targets.concurrency }, worker));
  const { user, system } = process.cpuUsage(before);
  return {
    requests: agents.length * requests.length,
    elapsedMs: performance.now() - startedAt,
    cpuMicros: user + system,
  };
}

process.on(
  'message',
  ({ requests }: LoopQuestion) => void round(requests).then((report) => process.send?.(report)),
);
process.on('disconnect', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ event: 'listening', port: 0 })}\n`);
