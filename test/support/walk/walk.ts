/** A walk: one manager, each operation of the contract called well there, and judges who call them all again. */
import { suite, type Test } from 'uvu';
import * as assert from 'uvu/assert';
import { validRows } from '../features.ts';
import { operationNamed, operations, type Operation } from './contract.ts';
import { openWorld, type World } from './world.ts';

type Judge = (world: World, operation: Operation) => Promise<unknown>;

export interface Walk {
  test: Test<World>;
  /** A test that fails if any answer in it deviates from the contract. */
  judged(title: string, body: (world: World) => Promise<unknown>): void;
  /** Judges each operation by the call that was answered well; what the table made may be gone or changed by now. */
  ofEach(title: string, judge: Judge): void;
}

/** Begins with a test for each row of the table; `further` judges an operation right after its call. */
export function createWalk(name: string, further?: Judge): Walk {
  const test = suite<World>(name);
  test.before(async (world) => {
    Object.assign(world, await openWorld());
  });
  test.after(async ({ stop }) => {
    await stop();
  });
  const judged: Walk['judged'] = (title, body) =>
    test(title, async (world) => {
      world.walker.deviations.clear();
      await body(world);
      const found = [...world.walker.deviations];
      if (found.length > 0) console.log(found.join('\n'));
      assert.equal(found, []);
    });
  test('each operation is in the table, and nothing else is', tableIsWhole);
  for (const operationId of Object.keys(validRows))
    judged(`${operationId} is answered as the contract says`, async (world) => {
      await callWell(world, operationId);
      await further?.(world, operationNamed(operationId));
    });
  return {
    test,
    judged,
    ofEach: (title, judge) =>
      judged(title, async (world) => {
        for (const operation of operations) await judge(world, operation);
      }),
  };
}

function tableIsWhole(): void {
  const named = Object.keys(validRows);
  const served = new Set(operations.map(({ operationId }) => operationId));
  assert.equal([...served.symmetricDifference(new Set(named))], []);
  for (const { operationId, method } of operations) {
    const row = validRows[operationId];
    assert.ok(
      !row || method === 'GET' || 'writes' in row || 'none' in row,
      `${operationId} writes something`,
    );
  }
}

async function callWell(world: World, operationId: string): Promise<void> {
  const row = validRows[operationId];
  if (!row) throw new Error(`there is no row of ${operationId}`);
  const before = 'writes' in row ? await written(world, row.writes) : 0;
  await row.by(world);
  assert.ok(world.walker.valid.has(operationId), 'it was called well');
  if ('writes' in row) assert.ok((await written(world, row.writes)) > before, `it writes ${row.writes}`);
}

const written = async ({ kit }: World, action: string): Promise<number> => {
  const rows = await kit.ctx.db.reader('kernel_audit').where('action', action).count({ rows: '*' });
  return Number((rows[0] as { rows: number }).rows);
};
