// databases: sqlite, mariadb
// What both databases must do alike. Each test has a database of its own.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pino } from 'pino';
import { dialect, freshDatabase } from '#test/support/databases.ts';
import { migrate } from './migrate.ts';
import { createRunTx } from './tx.ts';
import { type Context, failure, Item, item, migrations } from './testing/support.ts';
import { reportsErrors, storesTypes } from './testing/rows.ts';
import { migratesForward } from './testing/migrations.ts';

const test = suite<Context>(`database on ${dialect}`);

test.before.each(async (context) => {
  context.logged = [];
  context.log = pino(
    { level: 'debug' },
    { write: (line: string) => void context.logged.push(JSON.parse(line)) },
  );
  context.fresh = await freshDatabase(dialect, { log: context.log });
  await migrate(context.fresh.db, migrations, context.log);
  context.runTx = createRunTx(context.fresh.db, context.log);
});
test.after.each(({ fresh }) => fresh.cleanup());

storesTypes(test);
reportsErrors(test);

test('steps run before the commit, effects after it, each in order', async ({ fresh, runTx }) => {
  const order: string[] = [];
  const result = await runTx(async (tx) => {
    tx.afterCommit(async () => {
      order.push(`effect 1 sees ${(await Item.query(fresh.db.knex)).length}`);
    });
    tx.afterCommit(() => void order.push('effect 2'));
    tx.beforeCommit(async (inner) => {
      order.push('step 1');
      await Item.query(inner.knex).insert(item('by the step'));
      inner.beforeCommit(async () => void order.push('step of a step'));
    });
    await Item.query(tx.knex).insert(item('by the work'));
    order.push('work');
    return 7;
  });
  assert.is(result, 7);
  assert.equal(order, ['work', 'step 1', 'step of a step', 'effect 1 sees 2', 'effect 2']);
});

test('a failure of the work or of a step leaves nothing behind', async ({ fresh, runTx }) => {
  let effects = 0;
  const inWork = await failure(
    runTx(async (tx) => {
      tx.afterCommit(() => void effects++);
      await Item.query(tx.knex).insert(item('gone'));
      throw new Error('work failed');
    }),
  );
  const inStep = await failure(
    runTx(async (tx) => {
      tx.afterCommit(() => void effects++);
      tx.beforeCommit(async () => Promise.reject(new Error('step failed')));
      await Item.query(tx.knex).insert(item('gone too'));
    }),
  );
  assert.is(inWork.message, 'work failed');
  assert.is(inStep.message, 'step failed');
  assert.is(effects, 0);
  assert.is((await Item.query(fresh.db.knex)).length, 0);
});

test('a failing effect is logged, and the others still run', async ({ runTx, logged }) => {
  let ran = false;
  await runTx(async (tx) => {
    tx.afterCommit(() => Promise.reject(new Error('mail is down')));
    tx.afterCommit(() => void (ran = true));
  });
  assert.ok(ran);
  assert.ok(logged.some((line) => line.msg === 'an effect after the commit failed'));
});

test('a transaction inside a transaction is refused at once, by name', async ({ runTx }) => {
  const error = await failure(runTx(() => runTx(async () => 1, { name: 'inner' }), { name: 'outer' }));
  assert.match(error.message, /"inner" was started inside transaction "outer"/);
});

test('a slow transaction is logged with its name', async ({ runTx, logged }) => {
  await runTx(async () => new Promise((resolve) => setTimeout(resolve, 60)), { name: 'slow one' });
  const line = logged.find((entry) => entry.msg === 'slow transaction');
  assert.is((line as { transaction?: string } | undefined)?.transaction, 'slow one');
});

test('transactions of one name that are slow again and again fill no log, but one that is much slower is told', async ({
  runTx,
  logged,
}) => {
  const slow = (ms: number): Promise<void> =>
    runTx(() => new Promise<void>((resolve) => setTimeout(resolve, ms)), { name: 'slow again' });
  for (let n = 0; n < 3; n++) await slow(150);
  await slow(1_100);
  const told = logged.filter((entry) => (entry as { transaction?: string }).transaction === 'slow again');
  assert.is(told.length, 2);
});

test('fifty transactions at once all commit, and none loses an update', async ({ fresh, runTx }) => {
  const row = item('counter');
  await Item.query(fresh.db.knex).insert(row);
  const add = () =>
    runTx(async (tx) => Item.query(tx.knex).where({ id: row.id }).increment('size_bytes', 1), {
      durable: false,
    });
  await Promise.all(Array.from({ length: 50 }, add));
  assert.is((await Item.query(fresh.db.knex).findById(row.id ?? ''))?.sizeBytes, 50);
});

test('a reader sees what is committed while a transaction is open', async ({ fresh, runTx }) => {
  await runTx(async (tx) => {
    await Item.query(tx.knex).insert(item('not yet'));
    assert.is((await Item.query(fresh.db.reader)).length, 0);
  });
  assert.is((await Item.query(fresh.db.reader)).length, 1);
});

migratesForward(test, dialect);
test.run();
