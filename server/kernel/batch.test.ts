import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBatch } from './batch.ts';

const test = suite('batches');

/** Writes the numbers as one batch; `refuse` throws for what cannot be stored. */
async function stored(numbers: readonly number[], refuse: (some: readonly number[]) => void) {
  const kept: number[] = [];
  const failed: number[] = [];
  let writes = 0;
  const batch = createBatch<number>({
    log: { error: (told: object) => void failed.push((told as { items: number }).items) },
    maxItems: 1_000,
    waitMs: 10_000,
    write(some) {
      writes += 1;
      refuse(some);
      kept.push(...some);
      return Promise.resolve();
    },
    failed: 'could not be stored',
  });
  for (const number of numbers) batch.add(number);
  await batch.flush();
  return { kept, failed, writes };
}

const hundred = Array.from({ length: 100 }, (_, at) => at);

test('an item that cannot be stored takes no other with it', async () => {
  const { kept, failed } = await stored(hundred, (some) => {
    if (some.includes(13) || some.includes(77)) throw new Error('too long');
  });
  assert.equal(
    kept,
    hundred.filter((number) => number !== 13 && number !== 77),
  );
  assert.equal(failed, [1, 1]);
});

test('a database that is away is not asked for each item', async () => {
  const { kept, failed, writes } = await stored(hundred, () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { fatal: true });
  });
  assert.equal([kept, failed, writes], [[], [100], 1]);
});

test('where nothing can be stored, it is tried a limited number of times', async () => {
  const { kept, failed, writes } = await stored(hundred, () => {
    throw new Error('no such column');
  });
  assert.equal(kept, []);
  assert.is(
    failed.reduce((sum, items) => sum + items),
    100,
  );
  assert.is(writes, 61);
});

test.run();
