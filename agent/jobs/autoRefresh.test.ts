import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FakeClock } from '../testing/fakeDeps.ts';
import { createFakeBackend } from '../testing/fakeBackend.ts';
import { eventually, startFakeAgent, stopFakeAgents } from '../testing/fakeAgent.ts';

const test = suite('refresh by the agent itself');
test.after.each(stopFakeAgents);

const MINUTE_MS = 60_000;

async function setup(privileged = true) {
  const clock = new FakeClock();
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0' } });
  backend.privileged = privileged;
  backend.lastRefreshedAt = clock.now();
  backend.onRefresh = async () => {
    backend.lastRefreshedAt = clock.now();
    return { changes: [], failure: null, reversible: null };
  };
  const refresh = backend.refresh.bind(backend);
  backend.refresh = async (env) => {
    const result = await refresh(env);
    if (!result.failure) backend.lastRefreshedAt = clock.now();
    return result;
  };
  const settings = { refreshAfterMs: 60 * MINUTE_MS, refreshJitter: 0 };
  const t = await startFakeAgent({ backend, clock, settings });
  /** Moves the clock in steps, so that each look at the lists can settle. */
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.advance(MINUTE_MS);
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** A look writes to the disk, so the next one may begin some minutes of this clock later. */
  const passUntil = async (count: number, mostMinutes: number): Promise<void> => {
    for (let minute = 0; minute < mostMinutes && refreshes() < count; minute += 1) {
      await pass(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await eventually(() => refreshes() === count, `refresh ${count}`);
  };
  const refreshes = (): number => backend.calls.filter((call) => call === 'refresh').length;
  return { ...t, backend, clock, pass, passUntil, refreshes };
}

test('lists are refreshed once they are too old, and not before', async () => {
  const t = await setup();
  await t.pass(55);
  assert.is(t.refreshes(), 0);
  await t.passUntil(1, 30);
  const jobs = (await t.call('GET', '/api/v1/jobs')).json.data?.['jobs'] as { operation: string }[];
  assert.equal(
    jobs.map(({ operation }) => operation),
    ['refresh'],
  );
  await t.cleanUp();
});

test('lists that were never refreshed are, soon after the start', async () => {
  const t = await setup();
  t.backend.lastRefreshedAt = null;
  await t.pass(2);
  await eventually(() => t.refreshes() === 1, 'the refresh');
  await t.cleanUp();
});

test('a refresh that failed is not tried again at every look', async () => {
  const t = await setup();
  t.backend.lastRefreshedAt = null;
  const failure = { code: 'FETCH_FAILED', message: 'no network' };
  t.backend.onRefresh = async () => ({ changes: [], failure, reversible: null });
  await t.pass(2);
  await eventually(() => t.refreshes() === 1, 'the refresh');
  const [job] = (await t.call('GET', '/api/v1/jobs')).json.data?.['jobs'] as { job_id: string }[];
  await t.finished(job?.job_id);
  const { data } = (await t.call('GET', '/health')).json;
  const [stale, ...others] = data?.['problems'] as { code: string; message: string }[];
  assert.equal([stale?.code, others], ['LISTS_STALE', []]);
  assert.match(stale?.message ?? '', /failed \(job \S+\): no network$/);
  await t.pass(25);
  assert.is(t.refreshes(), 1);
  await t.passUntil(2, 30);
  await t.cleanUp();
});

test('a clock that is set back by a year does not make lists young for a year', async () => {
  const t = await setup();
  const yearMs = 365 * 24 * 60 * MINUTE_MS;
  t.clock.set(-yearMs);
  await t.passUntil(1, 30);
  t.clock.set(-yearMs);
  await t.passUntil(2, 30);
  await t.cleanUp();
});

test('a source that failed is told by name, and tried again every half hour while the other lists are young', async () => {
  const t = await setup();
  const source = { name: 'http://deb.example.org/x vendor', lists: 'x', code: 'FETCH_FAILED' };
  const use = 'left_out' as const;
  const failedAt = t.clock.now();
  t.backend.failed = [{ ...source, message: '404  Not Found', failedAt, okAt: null, use }];
  const { data } = (await t.call('GET', '/health')).json;
  assert.equal(data?.['problems'], [
    {
      code: 'SOURCE_FAILED',
      message:
        'The source http://deb.example.org/x vendor failed: 404 Not Found. It is left out of plans, because there is no valid list of it.',
    },
  ]);
  await t.pass(25);
  assert.is(t.refreshes(), 0);
  await t.passUntil(1, 20);
  await t.cleanUp();
});

test('without root nothing is refreshed', async () => {
  const t = await setup(false);
  t.backend.lastRefreshedAt = null;
  await t.pass(120);
  assert.is(t.refreshes(), 0);
  await t.cleanUp();
});

test('lists that are far too old show as a problem', async () => {
  const t = await setup();
  t.backend.onRefresh = async () => ({
    changes: [],
    failure: { code: 'FETCH_FAILED', message: 'x' },
    reversible: null,
  });
  assert.is((await t.call('GET', '/health')).json.data?.['status'], 'ok');
  t.clock.advance(241 * MINUTE_MS);
  const problems = (await t.call('GET', '/health')).json.data?.['problems'] as { code: string }[];
  assert.equal(
    problems.map(({ code }) => code),
    ['LISTS_STALE'],
  );
  await t.cleanUp();
});

test.run();
