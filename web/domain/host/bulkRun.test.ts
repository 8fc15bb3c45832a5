import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../core/apiError.ts';
import { BulkRun, type BulkTarget, type BulkWork, type PortionWork } from './bulkRun.ts';

const test = suite('hosts: one action over many');

const targets = (count: number): BulkTarget[] =>
  Array.from({ length: count }, (_, at) => ({ id: `h${at}`, name: `host-${at}` }));
const refusal = (code: string, status: number, details = {}): ApiError =>
  new ApiError({ code, message: code, status, details });

function makeRun(count: number, work: BulkWork | PortionWork): { run: BulkRun; sleptMs: number[] } {
  const sleptMs: number[] = [];
  let keys = 0;
  const outside = {
    changed: (): void => undefined,
    newKey: (): string => `key-${(keys += 1)}`,
    sleep: async (ms: number): Promise<void> => void sleptMs.push(ms),
  };
  return { run: new BulkRun(targets(count), work, outside), sleptMs };
}

test('every host gets its turn, a few at a time, and a failure stops no other', async () => {
  let inFlight = 0;
  let most = 0;
  const { run } = makeRun(100, async ({ id }) => {
    most = Math.max(most, (inFlight += 1));
    await Promise.resolve();
    inFlight -= 1;
    if (id === 'h7') throw refusal('HOST_UNREACHABLE', 502);
  });
  await run.run();
  assert.is(run.done.length, 99);
  assert.equal(
    run.failures.map(({ target, error }) => [target.name, (error as ApiError).code]),
    [['host-7', 'HOST_UNREACHABLE']],
  );
  assert.ok(most > 1 && most <= 4, String(most));
  assert.not.ok(run.isRunning);
});

test('only what failed is tried again; with the same key if nobody knows whether the first arrived', async () => {
  const asked: string[] = [];
  let isDown = true;
  const { run } = makeRun(3, async ({ id }, key) => {
    asked.push(`${id} ${key}`);
    if (isDown && id === 'h0') throw refusal('HOST_UNREACHABLE', 502);
    if (isDown && id === 'h1') throw refusal('TIMEOUT', 0);
  });
  await run.run();
  isDown = false;
  asked.length = 0;
  await run.retry();
  assert.equal(asked, ['h0 key-4', 'h1 key-2']);
  assert.is(run.done.length, 3);
  assert.is(run.failures.length, 0);
});

test('hosts that one call takes together fail one by one, or together with the call', async () => {
  const calls: number[] = [];
  let isDown = false;
  const work: PortionWork = {
    most: 40,
    act: async (taken) => {
      calls.push(taken.length);
      if (isDown) throw refusal('TIMEOUT', 0);
      return taken
        .filter(({ id }) => id === 'h7')
        .map((target) => ({ target, error: refusal('FORBIDDEN', 403) }));
    },
  };
  const { run } = makeRun(100, work);
  await run.run();
  assert.equal(calls, [40, 40, 20]);
  assert.equal([run.done.length, run.failures.map(({ target }) => target.id)], [99, ['h7']]);
  isDown = true;
  const away = makeRun(400, work).run;
  await away.run();
  assert.is(away.halt, 'disconnected');
  assert.is(away.failures.length + away.left.length, 400);
});

test('a manager that asks to wait is waited for', async () => {
  let refusals = 2;
  const { run, sleptMs } = makeRun(1, async () => {
    if (refusals-- > 0) throw refusal('RATE_LIMITED', 429, { retry_after_secs: 7 });
  });
  await run.run();
  assert.equal(sleptMs, [7_000, 7_000]);
  assert.is(run.done.length, 1);
});

test('a manager that is away ends the run, and what is left can go on later', async () => {
  let isAway = true;
  const { run } = makeRun(1_000, async () => {
    await Promise.resolve();
    if (isAway) throw refusal('NETWORK', 0);
  });
  await run.run();
  assert.is(run.halt, 'disconnected');
  assert.ok(run.failures.length < 20, String(run.failures.length));
  assert.is(run.failures.length + run.left.length, 1_000);
  isAway = false;
  await run.retry();
  assert.is(run.done.length, 1_000);
  assert.is(run.halt, null);
});

test('stopping begins nothing new and forgets nothing', async () => {
  const { run } = makeRun(50, async ({ id }) => {
    await Promise.resolve();
    if (id === 'h9') run.stop();
  });
  await run.run();
  assert.is(run.halt, 'stopped');
  assert.ok(run.done.length >= 10 && run.done.length < 20, String(run.done.length));
  assert.is(run.done.length + run.left.length, 50);
});

test.run();
