import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../shared/wire/appError.ts';
import { createStepBus, StepFailed } from './steps.ts';
import { failure } from './testing/support.ts';
import type { Tx } from './tx.ts';

type Join = (tx: Tx, name: string, fact: unknown) => Promise<void>;

const test = suite('joined steps');
const tx = {} as Tx;
const busOf = (steps: Record<string, (given: Tx, fact: unknown) => Promise<void>>, timeoutMs = 10_000) => {
  const bus = createStepBus(timeoutMs);
  for (const [feature, run] of Object.entries(steps)) bus.add(feature, { 'x.thingDeleted': run } as never);
  const join = bus.join as unknown as Join;
  return (fact: unknown) => join(tx, 'x.thingDeleted', fact);
};

test('features run in the order of their set-up, each after the one before has ended', async () => {
  const seen: string[] = [];
  const step = (name: string) => async (given: Tx, fact: unknown) => {
    assert.is(given, tx);
    seen.push(`${name} begins with ${String(fact)}`);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(`${name} ends`);
  };
  await busOf({ one: step('one'), two: step('two') })(7);
  assert.equal(seen, ['one begins with 7', 'one ends', 'two begins with 7', 'two ends']);
});

test('a step that breaks names its feature, and those after it are not run', async () => {
  const broken = Object.assign(new Error('no such table'), { errno: 1 });
  let ran = false;
  const join = busOf({
    one: () => Promise.reject(broken),
    two: async () => void (ran = true),
  });
  const error = (await failure(join(null))) as StepFailed;
  assert.instance(error, StepFailed);
  assert.equal([error.feature, error.cause === broken, ran], ['one', true, false]);
  assert.match(error.message, /^one could not .* x\.thingDeleted.*: no such table$/);
});

test('a step that refuses does so with its own code', async () => {
  const refusal = new AppError('THING_IN_USE');
  assert.is(await failure(busOf({ one: () => Promise.reject(refusal) })(null)), refusal);
});

test('a step that does not end is given up', async () => {
  const error = await failure(busOf({ slow: () => new Promise(() => {}) }, 20)(null));
  assert.match(error.message, /^slow could not .* had not ended after 20 ms$/);
});

test.run();
