// node bench/processes/jobLoop.ts FILE: the least that a patch job with a restart could be, as the manager talks to each
// agent of the FILE: start, follow to the end, restart, wait for the other boot, read what is new. Nothing is judged, kept
// or shown.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { Client } from 'undici';
import type { LoopReport, LoopTargets } from './undiciLoop.ts';

/** As often as the manager checks whether a host is back. */
const lookEveryMs = 2_000;
const ndjson = 'application/x-ndjson';

const targets = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoopTargets;
const secureContext = createSecureContext(targets.tls);

interface Agent {
  servername: string;
  port: number;
  client: Client;
}

const agents = targets.agents.map(({ serverName: servername, port }): Agent => ({
  servername,
  port,
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
    path,
    method,
    headers: { accept: 'application/json', ...more },
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

/** Resolves with the job as the agent tells it at the job's end. */
async function followed({ client }: Agent, jobId: string): Promise<{ status: string }> {
  const path = `/api/v1/jobs/${jobId}/events?from_seq=1`;
  const { body, statusCode } = await client.request({ path, method: 'GET', headers: { accept: ndjson } });
  const lines = (await body.text()).split('\n').filter((line) => line !== '');
  const last = lines.map((line) => JSON.parse(line) as { job?: { status: string } }).at(-1);
  if (!last?.job) throw new Error(`${path}: ${statusCode}`);
  return last.job;
}

async function job(agent: Agent): Promise<void> {
  const { job_id: jobId } = await call<{ job_id: string }>(agent, 'POST', '/api/v1/patches', {
    reboot: 'never',
  });
  const { status } = await followed(agent, jobId);
  if (status !== 'completed') throw new Error(`the job of an agent is ${status}`);
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
