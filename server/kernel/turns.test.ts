import { setImmediate as turn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTurns, TurnsFull, type TurnLimits } from './turns.ts';

const test = suite('places that are dealt in turns');

/** Who came in, in their order, and a way to let each of them go. */
function setup(limits: TurnLimits) {
  const turns = createTurns(limits);
  const came: string[] = [];
  const leaves = new Map<string, () => void>();
  const ask = (name: string, signal?: AbortSignal): Promise<void> =>
    turns.take(name[0] ?? '', signal).then((leave) => {
      came.push(name);
      leaves.set(name, leave);
    });
  const leave = async (name: string): Promise<void> => {
    leaves.get(name)?.();
    await turn();
  };
  return { came, ask, leave, waiting: turns.waiting };
}

test('the one that asks seldom goes before the crowd of another', async () => {
  const { came, ask, leave, waiting } = setup({ places: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void ask(name);
  await turn();
  assert.is(waiting(), 4);
  await leave('a1');
  await leave('a2');
  await leave('b1');
  assert.equal(came, ['a1', 'a2', 'b1', 'a3'], 'b came last, and waited for one of the crowd');
});

test('a key has no more places than its own, though others are free', async () => {
  const { came, ask, leave } = setup({ places: 3, placesOf: () => 2 });
  for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name);
  await turn();
  assert.equal(came, ['a1', 'a2', 'b1']);
  await leave('b1');
  assert.equal(came, ['a1', 'a2', 'b1'], 'the place of another helps it nothing');
  await leave('a2');
  assert.equal(came, ['a1', 'a2', 'b1', 'a3']);
});

test('a place that is given back twice is given back once', async () => {
  const { came, ask, leave } = setup({ places: 1 });
  for (const name of ['a1', 'a2', 'a3']) void ask(name);
  await turn();
  await leave('a1');
  await leave('a1');
  assert.equal(came, ['a1', 'a2']);
});

test('whoever gives up waiting is passed over; too many are refused', async () => {
  const { came, ask, leave } = setup({ places: 1, waitingOf: 2 });
  const gone = new AbortController();
  void ask('a1');
  const given = ask('a2', gone.signal).catch((error: unknown) => error);
  void ask('a3');
  await turn();
  assert.instance(await ask('a4').catch((error: unknown) => error), TurnsFull);
  gone.abort(new Error('left'));
  assert.is(((await given) as Error).message, 'left');
  await leave('a1');
  assert.equal(came, ['a1', 'a3']);
});

test('whoever has waited too long is told', async () => {
  const { ask } = setup({ places: 1, waitMs: 20 });
  await ask('a1');
  assert.instance(await ask('a2').catch((error: unknown) => error), TurnsFull);
});

test('a place that is kept too long goes to the next', async () => {
  const { came, ask, leave } = setup({ places: 1, keepMs: 20 });
  void ask('a1');
  await ask('a2');
  assert.equal(came, ['a1', 'a2']);
  void ask('a3');
  await leave('a1');
  assert.equal(came, ['a1', 'a2'], 'it had lost its place, and gives none back');
});

test.run();
