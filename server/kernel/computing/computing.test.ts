import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { heard } from './testing/heart.ts';
import { createComputing, type OwnComputing } from './computing.ts';
import { ComputingFailed, type ComputeOptions } from './types.ts';
import type { Asked } from './testing/tasks.ts';

const TASKS = new URL('./testing/tasks.ts', import.meta.url);

const test = suite<{ computing: OwnComputing }>('work beside the event loop');
test.before.each((world) => void (world.computing = createComputing()));
test.after.each(({ computing }) => computing.stop());

const ask = (computing: OwnComputing, asked: Asked, options: Partial<ComputeOptions> = {}) =>
  computing.run<{ give?: string; calls: number }>(TASKS, asked, {
    account: 'somebody',
    timeoutMs: 30_000,
    ...options,
  });

const failureOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((thrown: unknown) => thrown);
  assert.instance(error, ComputingFailed);
  return `${(error as ComputingFailed).reason}: ${(error as Error).message}`;
};

test('the event loop goes on meanwhile, and the process is kept for the next', async ({ computing }) => {
  const { value, silence } = await heard(() => ask(computing, { ms: 300, give: 'one' }));
  assert.equal(value, { give: 'one', calls: 1 });
  assert.ok(silence < 0.5, `silent for ${silence}`);
  assert.is((await ask(computing, {})).calls, 2, 'the same process');
});

test('a deadline ends it, and the next one is computed all the same', async ({ computing }) => {
  assert.match(await failureOf(ask(computing, { ms: 60_000 }, { timeoutMs: 100 })), /^LATE: .*100 ms/);
  assert.is((await ask(computing, { give: 'next' })).give, 'next');
});

test('what throws, or eats the memory, ends alone', async ({ computing }) => {
  assert.is(await failureOf(ask(computing, { fail: 'no such day' })), 'FAILED: no such day');
  assert.match(await failureOf(ask(computing, { eat: true })), /^FAILED: The process/);
  assert.is((await ask(computing, { give: 'next' })).give, 'next');
});

test('the crowd of one account delays another by one computation', async ({ computing }) => {
  const done: string[] = [];
  const told = (name: string, account: string) =>
    ask(computing, { ms: 30 }, { account }).then(() => done.push(name));
  await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((name) => told(name, 'crowd')), told('b1', 'seldom')]);
  assert.equal(done.slice(0, 3), ['a1', 'a2', 'b1']);
});

test('of one account a hundred may wait', async ({ computing }) => {
  const leave = new AbortController();
  const all = Array.from({ length: 102 }, () =>
    failureOf(ask(computing, { ms: 60_000 }, { signal: leave.signal })).catch((error: unknown) =>
      String(error),
    ),
  );
  assert.match((await all[101]) ?? '', /^BUSY/);
  leave.abort(new ComputingFailed('FAILED', 'left'));
  assert.is(await all[0], 'FAILED: left');
});

test('a process with nothing to do ends', async () => {
  const computing = createComputing({ restMs: 20 });
  await ask(computing, {});
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.is((await ask(computing, {})).calls, 1, 'a new process');
  await computing.stop();
});

test.run();
