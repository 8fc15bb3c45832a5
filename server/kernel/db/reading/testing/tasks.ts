import type { ReadDatabase } from '../types.ts';

export interface TestTask {
  kind: 'gate' | 'pieces' | 'spin' | 'exit' | 'memory' | 'throw' | 'write';
  /** Two numbers that both threads see. */
  shared?: Int32Array;
}

/** Tasks that behave badly, each in a way of its own. */
export async function* task({ knex }: ReadDatabase, { kind, shared }: TestTask): AsyncIterable<unknown> {
  const numbers = shared ?? new Int32Array(new SharedArrayBuffer(8));
  if (kind === 'gate') {
    yield 'waiting';
    // Blocks its whole thread until the other side has had a turn.
    Atomics.wait(numbers, 0, 0);
    yield 'free';
  }
  if (kind === 'pieces') {
    for (let made = 1; ; made++) {
      Atomics.store(numbers, 0, made);
      yield made;
    }
  }
  if (kind === 'spin') {
    yield 'spinning';
    for (;;) Atomics.add(numbers, 0, 1);
  }
  if (kind === 'exit') process.exit(3);
  if (kind === 'memory') {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(1_000_000).fill(kept.length));
  }
  if (kind === 'throw') throw new Error('no such column');
  if (kind === 'write') yield await knex('test_items').delete();
}
