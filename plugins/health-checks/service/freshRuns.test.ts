import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CheckModel } from '../models.ts';
import { FreshRuns, LastSaid, type Runs } from './freshRuns.ts';

const test = suite('runs for gates');

const check = (editVersion = 1): CheckModel => ({ id: 'a', editVersion }) as CheckModel;
const passing: Runs = new Map([['a', { status: 'passing', message: '', durationMs: 1 }]]);

test('one that has not ended when the gate must answer goes on, and its result is taken once', async () => {
  let runs = 0;
  let end: (runs: Runs) => void = () => undefined;
  const all = (): Promise<Runs> => {
    runs++;
    return new Promise((resolve) => (end = resolve));
  };
  const fresh = new FreshRuns({ all }, 10);
  const asked = new Map([['job host', [check()]]]);
  assert.is((await fresh.of(asked)).size, 0);
  assert.is((await fresh.of(asked)).size, 0);
  assert.is(runs, 1);
  end(passing);
  assert.equal((await fresh.of(asked)).get('job host'), passing);
  assert.is(runs, 1);
  await fresh.of(asked);
  assert.is(runs, 2, 'the next question is a new run');
});

test('a check that was edited meanwhile is run again', async () => {
  let runs = 0;
  const fresh = new FreshRuns({ all: () => (runs++, new Promise(() => undefined)) }, 10);
  await fresh.of(new Map([['job host', [check(1)]]]));
  await fresh.of(new Map([['job host', [check(2)]]]));
  assert.is(runs, 2);
});

test('what was said last is said again until there is something else to say', () => {
  const said = new LastSaid<string>();
  said.note('a', 'wait');
  assert.is(said.get('a'), 'wait');
  said.note('a', null);
  assert.is(said.get('a'), undefined);
});

test.run();
