import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextRun } from './nextRun.ts';

const test = suite('work done anew');

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

test('who asks while it runs gets one further run, which begins when that one has ended', async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  const ask = nextRun(() => {
    const run = Promise.withResolvers<void>();
    begun.push(run);
    return run.promise;
  });
  const ended: string[] = [];
  const first = ask().then(() => ended.push('first'));
  await turns();
  const others = ['second', 'third'].map((name) => ask().then(() => ended.push(name)));
  await turns();
  assert.is(begun.length, 1);
  begun[0]?.resolve();
  await first;
  await turns();
  assert.equal([begun.length, ended], [2, ['first']]);
  begun[1]?.resolve();
  await Promise.all(others);
  assert.equal([begun.length, ended], [2, ['first', 'second', 'third']]);
});

test('a failure reaches those who asked for that run, and the next one runs all the same', async () => {
  let failing = true;
  const ask = nextRun(() =>
    failing ? Promise.reject(new Error('the database is away')) : Promise.resolve(),
  );
  const failed = ask().catch(String);
  await turns();
  const next = ask();
  assert.match(String(await failed), 'the database is away');
  failing = false;
  await next;
});

test.run();
