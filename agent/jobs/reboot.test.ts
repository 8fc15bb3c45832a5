import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../server/shared/wire/appError.ts';
import { FAKE_BOOT_ID, FakeClock } from '../testing/fakeDeps.ts';
import { createFakeBackend } from '../testing/fakeBackend.ts';
import { eventually, startFakeAgent, stopFakeAgents, type FakeAgent } from '../testing/fakeAgent.ts';

const test = suite('restarts by the agent');
test.after.each(stopFakeAgents);
const restart = '/api/v1/system/reboot';
const patch = '/api/v1/patches';

async function setup(settings: Parameters<typeof startFakeAgent>[0] = {}) {
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0', available: '1.1' } });
  const agent = await startFakeAgent({ backend, ...settings });
  const start = async (method: string, path: string, body: unknown) =>
    (await agent.call(method, path, { body })).json.data?.['job_id'];
  return { ...agent, backend, start };
}

/** A host that records announcements and commands, and never restarts. */
function notedHost(clock: FakeClock) {
  const announced: string[] = [];
  const commands: { argv: readonly string[]; atMs: number }[] = [];
  const parts = {
    clock,
    announce: async (words: readonly string[]) => void announced.push(words.join(' ')),
    runReboot: async (argv: readonly string[]) => {
      commands.push({ argv, atMs: clock.now().getTime() });
      return { exitCode: 0, stderr: '' };
    },
    settings: { refreshAfterMs: 0, rebootCommand: ['reboot-this-host'] },
  };
  return { announced, commands, parts };
}

const logsOf = async (agent: FakeAgent, jobId: unknown): Promise<string[]> => {
  const { data } = (await agent.call('GET', `/api/v1/jobs/${jobId}/logs`)).json;
  return (data?.['logs'] as { text: string }[]).map(({ text }) => text);
};

test('a restart is announced with its reason, and the command given once the delay is over, not before', async () => {
  const clock = new FakeClock();
  const { announced, commands, parts } = notedHost(clock);
  const t = await setup(parts);
  const startedMs = clock.now().getTime();
  const jobId = await t.start('POST', restart, { delay_secs: 60, reason: 'New kernel' });
  await eventually(() => announced.length === 1);
  assert.equal(announced, ['This host restarts in 60 s: New kernel']);
  clock.advance(59_999);
  await t.until(jobId, 'running');
  assert.equal(await logsOf(t, jobId), ['Restarting in 60 s: New kernel']);
  assert.equal(commands, []);
  clock.advance(1);
  await eventually(() => commands.length === 1);
  assert.equal(commands, [{ argv: ['reboot-this-host'], atMs: startedMs + 60_000 }]);
  assert.equal(await logsOf(t, jobId), ['Restarting in 60 s: New kernel', 'Running reboot-this-host']);
  await t.cleanUp();
});

test('a restart without a delay comes at once, and a host that cannot announce it restarts all the same', async () => {
  const clock = new FakeClock();
  const { commands, parts } = notedHost(clock);
  const t = await setup({ ...parts, announce: () => Promise.reject(new Error('no such program')) });
  await t.start('POST', restart, {});
  await eventually(() => commands.length === 1);
  await t.cleanUp();
});

test('a clock that is set back by a year lengthens neither the delay nor the wait for the restart', async () => {
  const clock = new FakeClock();
  const { announced, commands, parts } = notedHost(clock);
  const t = await setup(parts);
  const jobId = await t.start('POST', restart, { delay_secs: 60 });
  await eventually(() => announced.length === 1);
  await t.stop();
  const yearMs = 365 * 24 * 3_600_000;
  clock.set(-yearMs);
  const again = await startFakeAgent({ ...parts, backend: t.backend, dataDir: t.deps.dataDir });
  const timer = setInterval(() => clock.advance(10_000), 5);
  try {
    await eventually(() => commands.length === 1);
    clock.set(-yearMs);
    assert.is((await again.finished(jobId))['status'], 'timedout');
  } finally {
    clearInterval(timer);
  }
  await again.cleanUp();
});

const held = { code: 'LOCK_HELD', message: 'The lock is held by process 42 (apt-get).' };

test('a restart waits for a package manager that somebody else runs', async () => {
  const clock = new FakeClock();
  const { commands, parts } = notedHost(clock);
  const t = await setup(parts);
  t.backend.locked = held;
  const jobId = await t.start('POST', restart, {});
  const waits = async () => (await logsOf(t, jobId)).includes(`Waiting to restart: ${held.message}`);
  while (!(await waits()));
  clock.advance(60_000);
  assert.equal(commands, []);
  t.backend.locked = null;
  clock.advance(1_000);
  await eventually(() => commands.length === 1);
  await t.cleanUp();
});

test('a package manager that does not end within five minutes keeps the host from restarting, unless cancelled before', async () => {
  const clock = new FakeClock();
  const { commands, parts } = notedHost(clock);
  const t = await setup(parts);
  t.backend.locked = held;
  const jobId = await t.start('POST', restart, {});
  const timer = setInterval(() => clock.advance(30_000), 5);
  const job = await t.finished(jobId);
  clearInterval(timer);
  assert.is(job['status'], 'failed');
  assert.equal(job['error'], { ...held, retryable: true });
  assert.equal(commands, []);
  const waiting = await t.start('POST', restart, {});
  await t.until(waiting, 'running');
  await t.call('POST', `/api/v1/jobs/${waiting}/cancel`);
  assert.is((await t.finished(waiting))['status'], 'cancelled');
  await t.cleanUp();
});

test('a restart that somebody blocks waits for that, and fails for now with who blocks it and why', async () => {
  const clock = new FakeClock();
  const { commands, parts } = notedHost(clock);
  let blocked = [{ who: 'Backup', why: 'The database is dumped', pid: 812 }];
  const t = await setup({ ...parts, inhibitors: async () => blocked });
  const jobId = await t.start('POST', restart, {});
  const timer = setInterval(() => clock.advance(30_000), 5);
  const { status, error } = await t.finished(jobId);
  clearInterval(timer);
  const { code, message, retryable } = error as { code: string; message: string; retryable: boolean };
  assert.equal([status, code, retryable], ['failed', 'INHIBITED', true]);
  assert.is(message, 'The restart is blocked by Backup (process 812: The database is dumped).');
  assert.equal(commands, []);
  blocked = [];
  await t.start('POST', restart, {});
  await eventually(() => commands.length === 1);
  await t.cleanUp();
});

test('a half configured kernel is set up before the restart; where that fails, the host is left running', async () => {
  const clock = new FakeClock();
  const { commands, parts } = notedHost(clock);
  const t = await setup(parts);
  t.backend.wrong = ['linux-image-6.1 (half-configured)'];
  const refused = (await t.finished(await t.start('POST', restart, {})))['error'] as {
    code: string;
    message: string;
  };
  assert.is(refused.code, 'BOOT_UNSAFE');
  assert.match(refused.message, 'linux-image-6.1 (half-configured)');
  assert.equal(commands, []);
  assert.ok(t.backend.calls.includes('repair'));
  t.backend.onRepair = async () => (t.backend.wrong = []);
  await t.start('POST', restart, {});
  await eventually(() => commands.length === 1);
  await t.cleanUp();
});

test('an agent that is started again within the delay waits for the rest of it, and announces nothing twice', async () => {
  const clock = new FakeClock();
  const { announced, commands, parts } = notedHost(clock);
  const t = await setup(parts);
  const startedMs = clock.now().getTime();
  const jobId = await t.start('POST', restart, { delay_secs: 60 });
  await eventually(() => announced.length === 1);
  clock.advance(40_000);
  await t.stop();
  const again = await startFakeAgent({ ...parts, backend: t.backend, dataDir: t.deps.dataDir });
  await again.until(jobId, 'running');
  clock.advance(19_999);
  assert.is((await again.until(jobId, 'running'))['status'], 'running');
  assert.equal(commands, []);
  clock.advance(1);
  await eventually(() => commands.length === 1);
  assert.is(commands[0]?.atMs, startedMs + 60_000);
  assert.equal(announced, ['This host restarts in 60 s']);
  await again.cleanUp();
});

test('a restart completes only under another boot id', async () => {
  let bootId = FAKE_BOOT_ID;
  const settings = { rebootCommand: ['/bin/sh', '-c', 'exit 0'], refreshAfterMs: 0 };
  const t = await setup({ bootId: () => bootId, settings });
  const jobId = await t.start('POST', restart, { reason: 'New kernel' });
  await eventually(() => existsSync(join(t.deps.dataDir, 'journal', String(jobId), 'saved.json')));
  await t.stop();
  const same = await startFakeAgent({
    backend: t.backend,
    dataDir: t.deps.dataDir,
    bootId: () => bootId,
    settings,
  });
  assert.is((await same.call('GET', `/api/v1/jobs/${jobId}`)).json.data?.['status'], 'running');
  await same.stop();
  bootId = '00000000-0000-4000-8000-000000000001';
  const rebooted = await startFakeAgent({
    backend: t.backend,
    dataDir: t.deps.dataDir,
    bootId: () => bootId,
    settings,
  });
  const job = await rebooted.finished(jobId);
  assert.is(job['status'], 'completed');
  assert.is(job['boot_id'], FAKE_BOOT_ID);
  assert.is((job['logs'] as { text: string }[]).filter(({ text }) => text.startsWith('Running')).length, 1);
  const rollback = await rebooted.call('POST', `/api/v1/jobs/${jobId}/rollback`);
  assert.is((await rebooted.finished(rollback.json.data?.['job_id']))['message'], 'Nothing to restore');
  await rebooted.cleanUp();
});

test('a restart that never comes times out, one that is refused fails, one that waits can be cancelled', async () => {
  const quick = { rebootTimeoutMs: 50, refreshAfterMs: 0 };
  const t = await setup({ settings: { ...quick, rebootCommand: ['/bin/sh', '-c', 'exit 0'] } });
  const never = await t.finished(await t.start('POST', restart, {}));
  assert.is(never['status'], 'timedout');
  const waiting = await t.start('POST', restart, { delay_secs: 3600 });
  await t.until(waiting, 'running');
  await t.call('POST', `/api/v1/jobs/${waiting}/cancel`);
  assert.is((await t.finished(waiting))['status'], 'cancelled');
  await t.cleanUp();
  const u = await setup({ settings: { ...quick, rebootCommand: ['/bin/sh', '-c', 'echo no >&2; exit 1'] } });
  const refused = await u.finished(await u.start('POST', restart, {}));
  assert.is(refused['status'], 'failed');
  assert.match(String(refused['message']), 'no');
  await u.cleanUp();
});

/** Whether a patch with this body queues a restart as a job, and whether the command was given. */
async function restartsAfter(body: object, more: { required?: boolean; fails?: boolean } = {}) {
  const { commands, parts } = notedHost(new FakeClock());
  const t = await setup(parts);
  t.backend.reboot = { required: more.required ?? false, reasons: more.required ? ['jq'] : [] };
  if (more.fails)
    t.backend.onTransaction = () => Promise.reject(new AppError('SCRIPT_FAILED', { message: 'a script' }));
  const job = await t.finished(await t.start('POST', patch, body));
  const { data } = (await t.call('GET', '/api/v1/jobs')).json;
  const operations = (data?.['jobs'] as { operation: string }[]).map(({ operation }) => operation);
  if (operations.includes('reboot')) await eventually(() => commands.length === 1);
  await t.cleanUp();
  return { job, operations, given: commands.length };
}

test('a patch restarts the host by a job of its own: always, or if it is required, and else not', async () => {
  const both = ['reboot', 'patch'];
  const { job, ...required } = await restartsAfter({ reboot: 'if_required' }, { required: true });
  assert.equal(required, { operations: both, given: 1 });
  assert.is(job['reboot_required'], true);
  const always = await restartsAfter({ reboot: 'always' });
  assert.equal([always.job['status'], always.operations, always.given], ['completed', both, 1]);
  for (const [body, more] of [
    [{ reboot: 'if_required' }, {}],
    [{ reboot: 'never' }, { required: true }],
    [{}, { required: true }],
    [{ reboot: 'always', dry_run: true }, { required: true }],
    [{ reboot: 'always' }, { required: true, fails: true }],
  ] as const) {
    const { operations, given } = await restartsAfter(body, more);
    assert.equal([operations, given], [['patch'], 0], JSON.stringify(body));
  }
});

test.run();
