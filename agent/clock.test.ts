import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { waitFor } from '#test/support/wait.ts';
import { ClockAgreement } from './clock.ts';
import { FakeClock } from './testing/fakeDeps.ts';
import { stopFakeAgents } from './testing/fakeAgent.ts';
import { packages, setup } from './testing/tasks.ts';

const test = suite('the clock of a host and that of its manager');
test.after.each(stopFakeAgents);

const DAY_MS = 24 * 3_600_000;

test('the clocks agree from a call of the manager on, until the clock is set or the manager tells another time', () => {
  const clock = new FakeClock();
  let steadyMs = 0;
  const pass = (ms: number) => {
    steadyMs += ms;
    clock.advance(ms);
  };
  const agreement = new ClockAgreement(clock, () => steadyMs);
  assert.not(agreement.holds(), 'nobody has called');
  agreement.note(clock.now().toUTCString());
  pass(30 * DAY_MS);
  assert.ok(agreement.holds(), 'it runs on');
  agreement.note(undefined);
  agreement.note('yesterday');
  assert.ok(agreement.holds(), 'what is no date says nothing');
  clock.advance(DAY_MS);
  assert.not(agreement.holds(), 'the clock was set');
  agreement.note(new Date(clock.now().getTime() - DAY_MS).toUTCString());
  assert.not(agreement.holds(), 'the manager has another time');
  agreement.note(clock.now().toUTCString());
  assert.ok(agreement.holds());
  clock.advance(5 * 60_000);
  assert.ok(agreement.holds(), 'a clock that is adjusted by five minutes is not set');
  clock.advance(1);
  assert.not(agreement.holds());
});

test('a clock that differs from the manager’s is a problem of the host, in words that stay the same', async () => {
  const clock = new FakeClock();
  const t = await setup({ clock });
  const health = async (managerMs: number) => {
    const headers = { date: new Date(managerMs).toUTCString() };
    return (await t.call('GET', '/health', { headers })).json.data as { status: string; problems: unknown[] };
  };
  const nowMs = clock.now().getTime();
  assert.equal((await health(nowMs - 240_000)).problems, []);
  const problem = (off: string) => [
    { code: 'CLOCK_SKEW', message: `This host's clock is ${off} the manager's.` },
  ];
  assert.equal((await health(nowMs - 3 * 3_600_000)).problems, problem('about 3 hours ahead of'));
  assert.equal((await health(nowMs - 3 * 3_600_000 - 5_000)).problems, problem('about 3 hours ahead of'));
  assert.equal((await health(nowMs + 50 * 3_600_000)).problems, problem('about 2 days behind'));
  assert.equal((await health(nowMs)).problems, []);
});

test('a clock that is ahead by mistake deletes nothing; what is old by the manager’s time too is deleted', async () => {
  const clock = new FakeClock();
  const t = await setup({ clock });
  const now = () => ({ date: clock.now().toUTCString() });
  const known = async (jobId: unknown) => (await t.call('GET', `/api/v1/jobs/${jobId}`)).status;
  await t.call('GET', '/api/v1/health', { headers: now() });
  const old = await t.start('PUT', packages, { packages: [{ name: 'jq' }] });
  await t.finished(old);
  clock.advance(200 * DAY_MS);
  await t.finished(await t.start('POST', '/api/v1/patches/refresh', undefined));
  assert.is(await known(old), 200);
  await t.call('GET', '/api/v1/health', { headers: now() });
  await t.finished(await t.start('POST', '/api/v1/patches/refresh', undefined));
  // The job has ended before what is old is deleted.
  await waitFor(async () => (await known(old)) === 404, { what: 'the old job to be deleted' });
  const rollback = await t.call('POST', `/api/v1/jobs/${old}/rollback`, {
    headers: { 'idempotency-key': '0192f3c0-51aa-7d10-8a55-d1f2f7a6c0aa' },
  });
  assert.is(rollback.json.error?.['code'], 'ROLLBACK_NOT_ALLOWED');
  assert.match(String(rollback.json.error?.['message']), /no record of that job any more/);
  await t.cleanUp();
});

test.run();
