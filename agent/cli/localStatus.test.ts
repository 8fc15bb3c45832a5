import { EventEmitter } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askAgent } from './askAgent.ts';
import { CallLog, serveLocalStatus, statusSocket } from './localStatus.ts';
import type { LocalStatus } from './localStatus.ts';

const test = suite<{ dir: string }>('local status');

test.before.each(async (context) => {
  context.dir = await mkdtemp(join(tmpdir(), 'fleetmend-status-'));
});

test.after.each(({ dir }) => rm(dir, { recursive: true, force: true }));

const status = { version: '1.2.3', problems: [] } as unknown as LocalStatus;

test('whoever may enter the data directory is told, over a socket of mode 600', async ({ dir }) => {
  const stop = await serveLocalStatus(dir, async () => status);
  assert.equal(await askAgent(dir), { state: 'running', status });
  assert.is((await stat(statusSocket(dir))).mode & 0o777, 0o600);
  stop();
});

test('a socket that a killed agent left is taken over, and counts as stopped until then', async ({ dir }) => {
  assert.equal(await askAgent(dir), { state: 'stopped' });
  await writeFile(statusSocket(dir), '');
  assert.equal(await askAgent(dir), { state: 'stopped' });
  const stop = await serveLocalStatus(dir, async () => status);
  assert.is((await askAgent(dir)).state, 'running');
  stop();
});

test('an agent that cannot tell how it is counts as silent', async ({ dir }) => {
  const stop = await serveLocalStatus(dir, () => Promise.reject(new Error('no')));
  assert.equal(await askAgent(dir), { state: 'silent' });
  stop();
});

test('a data directory with too long a name is refused in words', async ({ dir }) => {
  const error = await serveLocalStatus(join(dir, 'x'.repeat(100)), async () => status).catch((e: Error) => e);
  assert.match((error as Error).message, 'too long');
});

function call(log: CallLog, method: string, url: string, statusCode: number): void {
  const res = Object.assign(new EventEmitter(), { statusCode });
  const req = { method, url, socket: { remoteAddress: '::ffff:10.0.0.2' } };
  log.watch(req as unknown as IncomingMessage, res as unknown as ServerResponse);
  res.emit('finish');
}

test('the last ten calls of the manager are kept, newest first, and when each poll came', () => {
  const log = new CallLog();
  call(log, 'GET', '/health', 200);
  call(log, 'GET', '/api/v1/patches?refresh=x', 304);
  call(log, 'POST', '/api/v1/patches', 202);
  assert.equal(
    log.calls.map(({ method, path, status, from }) => `${method} ${path} ${status} ${from}`),
    ['POST /api/v1/patches 202 10.0.0.2', 'GET /api/v1/patches 304 10.0.0.2', 'GET /health 200 10.0.0.2'],
  );
  assert.is(log.polls.patches, log.calls[1]?.at);
  assert.is(log.polls.health, log.calls[2]?.at);
  assert.is(log.polls.system, null);
  for (let i = 0; i < 20; i += 1) call(log, 'GET', '/health', 200);
  assert.is(log.calls.length, 10);
});

test('somebody who was refused is not taken for the manager', () => {
  const log = new CallLog();
  call(log, 'GET', '/health', 403);
  assert.equal([log.calls, log.polls.health], [[], null]);
});

test.run();
