/** This agent reads and finishes the jobs that an older agent has left; see fixtures/former-agent/README.md. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FakeAgent } from '../testing/fakeAgent.ts';
import { startFakeAgent, stopFakeAgents } from '../testing/fakeAgent.ts';
import { createFakeBackend } from '../testing/fakeBackend.ts';
import type { FakeBackend } from '../testing/fakeBackend.ts';
import { FAKE_BOOT_ID, FakeClock } from '../testing/fakeDeps.ts';

const test = suite('former agent');
test.after.each(stopFakeAgents);

const fixtures = join(import.meta.dirname, 'fixtures/former-agent');
const jobs = JSON.parse(readFileSync(join(fixtures, 'jobs.json'), 'utf8')) as Record<
  'rolledBack' | 'rollback' | 'running' | 'pending',
  string
>;
/** The key of the recorded calls. */
const firstKey = '0d7e4a52-3f0b-4c1e-9a55-6a1f0e2b7c10';
const otherBoot = '00000000-0000-4000-8000-000000000002';
const change = { name: 'jq', arch: 'amd64', from: '1.0', to: '1.1' };

interface Takeover extends FakeAgent {
  backend: FakeBackend;
}

/** Starts this agent on a copy of the older one's data; `version`: that of jq in the package database. */
async function takeOver(
  left: 'cut' | 'ended',
  { bootId, version }: { bootId: string; version: string },
  act: (agent: Takeover) => Promise<void>,
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-former-'));
  const dataDir = join(dir, 'data');
  cpSync(join(fixtures, left), dataDir, { recursive: true });
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0', available: '1.1' } });
  backend.dbFile = join(dir, 'packages');
  backend.script = 'echo this step must never start; exit 1';
  writeFileSync(backend.dbFile, `jq:amd64=${version}\n`);
  const clock = new FakeClock('2026-11-22T16:00:00Z');
  const agent = await startFakeAgent({ dataDir, backend, clock, bootId: () => bootId });
  try {
    await act({ ...agent, backend });
  } finally {
    await agent.cleanUp();
    rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  }
}

const texts = (job: Record<string, unknown>, stream: string): string[] =>
  (job['logs'] as { stream: string; text: string }[]).flatMap((line) =>
    line.stream === stream ? [line.text] : [],
  );

test('its ended jobs are told as they ended, and which one was rolled back by which', async () => {
  await takeOver('cut', { bootId: otherBoot, version: '1.0' }, async (agent) => {
    const done = (await agent.call('GET', `/api/v1/jobs/${jobs.rolledBack}`)).json.data ?? {};
    assert.equal(
      [done['status'], done['operation'], done['completed_at'], done['changes']],
      ['completed', 'patch', '2026-11-22T15:24:44.844Z', [change]],
    );
    assert.equal(texts(done, 'stdout'), ['changing to 1.1']);
    const undo = (await agent.call('GET', `/api/v1/jobs/${jobs.rollback}`)).json.data ?? {};
    assert.equal(
      [undo['status'], undo['operation'], undo['original_job_id'], undo['changes']],
      ['completed', 'rollback', jobs.rolledBack, [{ ...change, from: '1.1', to: '1.0' }]],
    );
    const health = (await agent.call('GET', '/health')).json.data ?? {};
    assert.equal(health['problems'], [], 'no record is set aside');
  });
});

test('a transaction of it that a restart of the host cut off ends INTERRUPTED after the repair, and is not run again', async () => {
  await takeOver('cut', { bootId: otherBoot, version: '1.0' }, async (agent) => {
    const job = await agent.finished(jobs.running);
    assert.is(job['status'], 'failed');
    const { code, retryable } = job['error'] as { code: string; retryable: boolean };
    assert.equal([code, retryable], ['INTERRUPTED', true]);
    assert.equal(job['changes'], []);
    assert.equal([texts(job, 'stdout'), texts(job, 'stderr')], [['changing to 1.1'], ['a note']]);
    assert.equal(agent.backend.calls.slice(0, 2), ['run resumed', 'repair']);
  });
});

test('a transaction of it that ended while no agent ran is judged by the versions, each of its lines once', async () => {
  await takeOver('ended', { bootId: FAKE_BOOT_ID, version: '1.1' }, async (agent) => {
    const job = await agent.finished(jobs.running);
    assert.equal([job['status'], job['error'], job['changes']], ['completed', null, [change]]);
    assert.equal(texts(job, 'stdout'), ['changing to 1.1', 'done']);
    assert.equal(texts(job, 'stderr'), ['a note']);
    assert.not.ok(agent.backend.calls.includes('repair'));
  });
});

test('what waited in its queue runs after the one that was running', async () => {
  await takeOver('cut', { bootId: otherBoot, version: '1.0' }, async (agent) => {
    assert.is((await agent.finished(jobs.pending))['status'], 'completed');
    const { calls } = agent.backend;
    assert.ok(calls.indexOf('run resumed') < calls.indexOf('refresh'), calls.join());
  });
});

test('a call that it had answered is answered with the same job, and a rollback of its job goes by its record', async () => {
  await takeOver('ended', { bootId: FAKE_BOOT_ID, version: '1.1' }, async (agent) => {
    await agent.finished(jobs.pending);
    const headers = { 'idempotency-key': firstKey };
    const again = await agent.call('POST', '/api/v1/patches', { body: {}, headers });
    assert.equal([again.status, again.json.data?.['job_id']], [202, jobs.rolledBack]);
    const body = { security_only: true };
    const other = await agent.call('POST', '/api/v1/patches', { body, headers });
    assert.is(other.json.error?.['code'], 'IDEMPOTENCY_MISMATCH');
    agent.backend.script = `echo jq:amd64=1.0 >${agent.backend.dbFile}`;
    const { json } = await agent.call('POST', `/api/v1/jobs/${jobs.running}/rollback`, { body: {} });
    const undo = await agent.finished(json.data?.['job_id']);
    assert.equal([undo['status'], undo['changes']], ['completed', [{ ...change, from: '1.1', to: '1.0' }]]);
  });
});

test.run();
