import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { batchedCalls } from './batchedCalls.ts';

const test = suite('questions that are asked together');

test('those of one turn are one question, each key once, and each gets its own answer', async () => {
  const asked: (readonly number[])[] = [];
  const double = batchedCalls<number, number>((keys) => {
    asked.push(keys);
    return Promise.resolve(new Map(keys.filter((key) => key < 9).map((key) => [key, 2 * key])));
  });
  assert.equal(await Promise.all([double(1), double(2), double(1), double(9)]), [2, 4, 2, undefined]);
  assert.equal(asked, [[1, 2, 9]]);
});

test('nothing is remembered: a later question is asked anew', async () => {
  let times = 0;
  const count = batchedCalls<string, number>((keys) => {
    times += 1;
    return Promise.resolve(new Map(keys.map((key) => [key, times])));
  });
  assert.is(await count('a'), 1);
  assert.is(await count('a'), 2);
});

test('a failure reaches all who asked, and no later question', async () => {
  let fails = true;
  const ask = batchedCalls<string, string>(async (keys) => {
    if (fails) throw new Error('not now');
    return new Map(keys.map((key) => [key, key]));
  });
  const results = await Promise.allSettled([ask('a'), ask('b')]);
  assert.equal(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  fails = false;
  assert.is(await ask('a'), 'a');
});

test('no question is about more than 500', async () => {
  const sizes: number[] = [];
  const ask = batchedCalls<number, true>((keys) => {
    sizes.push(keys.length);
    return Promise.resolve(new Map(keys.map((key) => [key, true])));
  });
  const answers = await Promise.all(Array.from({ length: 1_001 }, (_, key) => ask(key)));
  assert.ok(answers.every((answer) => answer === true));
  assert.equal(sizes, [500, 500, 1]);
});

test.run();
