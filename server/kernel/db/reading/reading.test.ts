// databases: sqlite, mariadb
// Long reads keep their promises on both databases.
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { insertModels } from '../model.ts';
import { migrate } from '../migrate.ts';
import { Item, item, migrations } from '../testing/support.ts';
import { createReading, type OwnReading } from './reading.ts';
import { ReadFailed, type ReadOptions } from './types.ts';
import type { TestTask } from './testing/tasks.ts';

interface Context {
  fresh: FreshDatabase;
  reading: OwnReading;
  run(task: TestTask, options?: ReadOptions): AsyncGenerator<unknown>;
}

const TASKS = new URL('./testing/tasks.ts', import.meta.url);
const ROWS = 1_234;

async function reasonOf(pieces: AsyncGenerator<unknown>): Promise<string> {
  try {
    for await (const _piece of pieces);
    return 'ended';
  } catch (error) {
    return error instanceof ReadFailed ? `${error.reason} ${error.message}` : String(error);
  }
}

const test = suite<Context>(`long reads on ${dialect}`);
test.before.each(async (context) => {
  context.fresh = await freshDatabase(dialect);
  await migrate(context.fresh.db, migrations, pino({ level: 'silent' }));
  context.reading = createReading(context.fresh.db.address);
  context.run = (task, options) => context.reading.run(TASKS, task, options);
});
test.after.each(async ({ fresh, reading }) => {
  await reading.stop();
  await fresh.cleanup();
});

test('the rows of a statement come in pieces, all of them, in order', async ({ fresh, reading }) => {
  const { knex } = fresh.db;
  const at = new Date('2026-01-15T12:00:00.250Z');
  const rows = Array.from({ length: ROWS }, (_, index) =>
    item(`item ${String(index).padStart(5, '0')}`, {
      sizeBytes: index,
      createdAt: at,
      isHeld: index % 2 === 0,
    }),
  );
  for (let start = 0; start < ROWS; start += 100)
    await insertModels(Item, knex, rows.slice(start, start + 100));
  const query = knex('test_items')
    .where('created_at', at)
    .where('is_held', true)
    .orderBy('name')
    .select('size_bytes');
  const sizes: number[] = [];
  const pieces: number[] = [];
  for await (const piece of reading.rows<{ size_bytes: number }>(query.toSQL().toNative())) {
    pieces.push(piece.length);
    sizes.push(...piece.map(({ size_bytes: size }) => Number(size)));
  }
  assert.equal(pieces, [500, 117]);
  assert.equal(
    sizes,
    Array.from({ length: 617 }, (_, index) => index * 2),
  );
});

test('the event loop has its turns while a read holds up its thread', async ({ run }) => {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const turns: string[] = [];
  for await (const piece of run({ kind: 'gate', shared })) {
    turns.push(String(piece));
    if (piece !== 'waiting') continue;
    // The task goes on when this turn of the loop has come: in one thread with the loop it never would.
    setImmediate(() => {
      turns.push('a turn of the loop');
      Atomics.store(shared, 0, 1);
      Atomics.notify(shared, 0);
    });
  }
  assert.equal(turns, ['waiting', 'a turn of the loop', 'free']);
});

test('a piece is made when the one before was taken, and no more once the caller has enough', async ({
  run,
}) => {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  for await (const piece of run({ kind: 'pieces', shared })) {
    assert.is(Atomics.load(shared, 0), piece);
    if (piece === 5) break;
  }
  assert.is(Atomics.load(shared, 0), 5);
});

test('a read ends at its limit and by the signal, also where its thread spins', async ({ run }) => {
  assert.match(await reasonOf(run({ kind: 'spin' }, { timeoutMs: 1_500 })), /^TIMED_OUT .* 1500 ms/);
  const abort = new AbortController();
  const spinning = run({ kind: 'spin' }, { signal: abort.signal });
  assert.is((await spinning.next()).value, 'spinning');
  abort.abort();
  assert.match(await reasonOf(spinning), /^ABORTED/);
  assert.match(await reasonOf(run({ kind: 'gate' }, { signal: AbortSignal.abort() })), /^ABORTED/);
});

test('a thread that dies, runs out of memory or throws gives an error, and the next read works', async ({
  run,
}) => {
  assert.match(await reasonOf(run({ kind: 'exit' })), /^THREAD_DIED/);
  assert.match(await reasonOf(run({ kind: 'memory' })), /^THREAD_DIED .*memory/);
  assert.match(await reasonOf(run({ kind: 'throw' })), /^FAILED no such column/);
  const pieces = run({ kind: 'pieces' });
  assert.is((await pieces.next()).value, 1);
  await pieces.return(undefined);
});

test('nothing can be written', async ({ fresh, run }) => {
  await insertModels(Item, fresh.db.knex, [item('one')]);
  assert.match(await reasonOf(run({ kind: 'write' })), /^FAILED .*(readonly|READ ONLY)/i);
  assert.is((await fresh.db.knex('test_items')).length, 1);
});

test('of many reads two run at once, the others wait for their turn, and stopping ends all', async ({
  reading,
  run,
}) => {
  const reads = [1, 2, 3].map(() => run({ kind: 'pieces' }));
  const begun: number[] = [];
  const first = reads.map(async (read, index) => {
    const { value } = await read.next();
    begun.push(index);
    return value as unknown;
  });
  await Promise.all(first.slice(0, 2));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal([...begun].sort(), [0, 1]);
  await reads[0]?.return(undefined);
  assert.is(await first[2], 1);
  await reading.stop();
  assert.match(await reasonOf(run({ kind: 'pieces' })), /^ABORTED/);
  assert.match(await reasonOf(reads[1] as AsyncGenerator), /^ABORTED/);
});

test.run();
