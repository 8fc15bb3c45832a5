// node bench/processes/jobLoop.ts FILE: the least that a patch job with a restart could be, as the manager talks to each
// agent of the FILE: start, stream to the end, read the job, restart, wait for the other boot, read what is new. Nothing
// is judged, kept or shown.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, createSecureContext } from 'node:tls';
import { Client } from 'undici';
import { WebSocket } from 'ws';
import type { LoopReport, LoopTargets } from './undiciLoop.ts';

/** As often as the manager looks whether a host is back. */
const lookEveryMs = 2_000;
const ended = ['completed', 'failed', 'timedout', 'cancelled'];

const targets = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoopTargets;
const secureContext = createSecureContext(targets.tls);

interface Agent {
  servername: string;
  port: number;
  client: Client;
}

const agents = targets.agents.map(({ serverName: servername, port }): Agent => ({
  ...{ servername, port },
  client: new Client(`https://127.0.0.1:${port}`, {
    connect: { servername, secureContext, keepAlive: true },
    keepAliveTimeout: 600_000,
    pipelining: 1,
  }),
}));

async function call<T>({ client }: Agent, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const more =
    body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answer = await client.request({
    ...{ path, method, headers: { accept: 'application/json', ...more } },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { data } = (await answer.body.json()) as { data: T };
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode}`);
  return data;
}

interface Health {
  boot_id: string;
}

const health = (agent: Agent): Promise<Health> => call<Health>(agent, 'GET', '/health');

/** Resolves when the agent says that its job has ended. */
function streamed({ servername, port }: Agent, jobId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      servername,
      secureContext,
      ALPNProtocols: ['http/1.1'],
    });
    const ws = new WebSocket(`wss://agent.invalid/api/v1/ws/jobs?job_id=${jobId}&from_seq=1`, {
      createConnection: () => socket as never,
      perMessageDeflate: false,
    });
    ws.on('error', reject);
    ws.on('message', (data: Buffer) => {
      const event = JSON.parse(data.toString('utf8')) as { kind: string; status?: string };
      if (event.kind !== 'status' || !ended.includes(event.status ?? '')) return;
      ws.close(1000);
      resolve();
    });
  });
}

async function job(agent: Agent): Promise<void> {
  const { job_id: jobId } = await call<{ job_id: string }>(agent, 'POST', '/api/v1/patches', {
    reboot: 'never',
  });
  await streamed(agent, jobId);
  await call(agent, 'GET', `/api/v1/jobs/${jobId}`);
  const { boot_id: before } = await health(agent);
  await call(agent, 'POST', '/api/v1/system/reboot', { reason: 'A restart after patching' });
  for (;;) {
    await sleep(lookEveryMs);
    const now = await health(agent).catch(() => null);
    if (now && now.boot_id !== before) break;
  }
  await health(agent);
  await call(agent, 'GET', '/api/v1/patches');
}

async function inParallel(atOnce: number, work: (agent: Agent) => Promise<unknown>): Promise<void> {
  const queue = [...agents];
  const worker = async (): Promise<void> => {
    for (let agent = queue.pop(); agent; agent = queue.pop()) await work(agent);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function run(): Promise<LoopReport> {
  await inParallel(targets.concurrency, health);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await inParallel(targets.concurrency, job);
  const { user, system } = process.cpuUsage(before);
  return { requests: agents.length, elapsedMs: performance.now() - startedAt, cpuMicros: user + system };
}

process.on('message', () => void run().then((report) => process.send?.(report)));
process.on('disconnect', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ event: 'listening', port: 0 })}\n`);
