import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { ForeignKeyViolationError, UniqueViolationError } from 'objection';
import { v7 } from 'uuid';
import { freshDatabase } from '../../test/support/databases.ts';
import type { FreshDatabase } from '../../test/support/databases.ts';
import { clockSkewMs, fromTs, insertChunked, isUniqueViolation, ts } from './db.ts';
import type { Dialect } from './db.ts';
import { systemClock } from './clock.ts';
import { columns, migrate } from './migrate.ts';
import type { Migration } from './migrate.ts';
import { BaseModel, insertModels } from './model.ts';
import { createRunTx } from './tx.ts';
import type { RunTx } from './tx.ts';

// A zone with a summer time: a driver that reads or writes local times is found out.
process.env['TZ'] = 'Europe/Berlin';

interface Context {
  fresh: FreshDatabase;
  runTx: RunTx;
  logged: { level: number; msg: string }[];
  log: Logger;
}

class Item extends BaseModel {
  static override tableName = 'test_items';
  static override timestamps = ['createdAt', 'seenAt'];
  static override booleans = ['isHeld'];
  static override jsonAttributes = ['tags'];
  declare id: string;
  declare name: string;
  declare isHeld: boolean | null;
  declare tags: unknown;
  declare createdAt: Date;
  declare seenAt: Date | null;
  declare sizeBytes: number;
}

const migrations: Migration[] = [
  {
    name: 'test/001_create_items',
    up: (knex) =>
      knex.schema.createTable('test_items', (t) => {
        columns.id(t);
        columns.string(t, 'name').notNullable().unique();
        columns.boolean(t, 'is_held');
        columns.json(t, 'tags');
        columns.timestamp(t, 'created_at').notNullable().index();
        columns.timestamp(t, 'seen_at');
        columns.bigint(t, 'size_bytes').notNullable();
      }),
  },
  {
    name: 'test/002_create_children',
    up: (knex) =>
      knex.schema.createTable('test_children', (t) => {
        columns.rowId(t);
        columns.uuid(t, 'item_id').notNullable().references('test_items.id');
        columns.blob(t, 'bytes');
        columns.text(t, 'note');
        columns.double(t, 'ratio');
      }),
  },
];

function item(name: string, more: Partial<Item> = {}): Partial<Item> {
  return {
    id: v7(),
    name,
    isHeld: false,
    tags: [],
    createdAt: new Date(),
    seenAt: null,
    sizeBytes: 0,
    ...more,
  };
}

/** What both databases must do alike. Each test has a database of its own. */
export function dbConformance(kind: Dialect): void {
  const test = suite<Context>(`database on ${kind}`);

  test.before.each(async (context) => {
    context.logged = [];
    context.log = pino(
      { level: 'debug' },
      { write: (line: string) => void context.logged.push(JSON.parse(line)) },
    );
    context.fresh = await freshDatabase(kind, { log: context.log });
    await migrate(context.fresh.db, migrations, context.log);
    context.runTx = createRunTx(context.fresh.db, context.log);
  });
  test.after.each(({ fresh }) => fresh.cleanup());

  storesTypes(test);
  reportsErrors(test);
  runsTransactions(test);
  migratesForward(test, kind);
  test.run();
}

type Suite = ReturnType<typeof suite<Context>>;

function storesTypes(test: Suite): void {
  test('a model reads back what it wrote, to the millisecond', async ({ fresh }) => {
    const knex = fresh.db.knex;
    const createdAt = new Date('2030-03-31T01:30:00.123Z');
    const tags = [{ 'key a': 'ä€😀', n: 1 }, null];
    const written = item('first', { isHeld: true, tags, createdAt, sizeBytes: 2 ** 52 });
    await Item.query(knex).insert(written);
    const read = await Item.query(knex).findById(written.id ?? '');
    assert.equal({ ...read }, { ...written });
    assert.instance(read?.createdAt, Date);
  });

  test('times around the change to summer time keep their distance and their order', async ({ fresh }) => {
    const times = ['2030-03-31T00:59:59.999Z', '2030-03-31T01:00:00.000Z', '2030-03-31T02:30:00.001Z'];
    const rows = times.map((time, index) => item(`t${index}`, { createdAt: new Date(time) }));
    await insertModels(Item, fresh.db.knex, rows);
    const read = await Item.query(fresh.db.knex).orderBy('created_at');
    assert.equal(
      read.map((row) => row.createdAt.toISOString()),
      times,
    );
    const after = ts(new Date(times[1] ?? ''));
    assert.is((await Item.query(fresh.db.knex).where('created_at', '>', after)).length, 1);
    assert.is((await Item.query(fresh.db.knex).where('created_at', '<=', after)).length, 2);
    const raw = await fresh.db.knex('test_items').orderBy('created_at').first('created_at');
    assert.is(fromTs(raw.created_at)?.toISOString(), times[0]);
  });

  test('a partial update changes only what it names', async ({ fresh }) => {
    const row = item('patched', { tags: ['a'], isHeld: true });
    await Item.query(fresh.db.knex).insert(row);
    await Item.query(fresh.db.knex)
      .patch({ seenAt: new Date(5_000), isHeld: false })
      .where({ id: row.id });
    const read = await Item.query(fresh.db.knex).findById(row.id ?? '');
    assert.equal({ ...read }, { ...row, seenAt: new Date(5_000), isHeld: false });
  });

  test('names are compared exactly', async ({ fresh }) => {
    await insertModels(Item, fresh.db.knex, [item('name'), item('Name'), item('nâme')]);
    assert.is((await Item.query(fresh.db.knex).where('name', 'NAME')).length, 0);
    assert.is((await Item.query(fresh.db.knex).where('name', 'Name')).length, 1);
  });

  test('two thousand rows go in at once', async ({ fresh }) => {
    const rows = Array.from({ length: 2_000 }, (_, index) => item(`row ${index}`));
    await insertModels(Item, fresh.db.knex, rows);
    await insertChunked(
      fresh.db.knex,
      'test_children',
      rows.map((row) => ({ item_id: row.id, ratio: 0.5 })),
    );
    const [count] = await fresh.db.knex('test_children').count({ n: '*' }).sum({ ratio: 'ratio' });
    assert.equal({ ...count }, { n: 2_000, ratio: 1_000 });
  });

  test('bytes come back as they were', async ({ fresh }) => {
    const row = item('bytes');
    await Item.query(fresh.db.knex).insert(row);
    const bytes = Buffer.from([0, 255, 39, 92, 0]);
    await fresh.db.knex('test_children').insert({ item_id: row.id, bytes, note: "a 'quoted' \\ text" });
    const read = await fresh.db.knex('test_children').first('bytes', 'note');
    assert.ok(bytes.equals(read.bytes));
    assert.is(read.note, "a 'quoted' \\ text");
  });

  test('an update counts the rows it matched, also when they stay as they were', async ({ fresh }) => {
    await Item.query(fresh.db.knex).insert(item('same'));
    assert.is(await Item.query(fresh.db.knex).patch({ name: 'same' }).where({ name: 'same' }), 1);
    assert.is(await Item.query(fresh.db.knex).patch({ name: 'same' }).where({ name: 'other' }), 0);
  });

  test('the database tells the time', async ({ fresh }) => {
    assert.ok(Math.abs(await clockSkewMs(fresh.db, systemClock)) < 30_000);
  });
}

function reportsErrors(test: Suite): void {
  test('a violated unique key is told apart', async ({ fresh }) => {
    await Item.query(fresh.db.knex).insert(item('twice'));
    const error = await failure(Item.query(fresh.db.knex).insert(item('twice')));
    assert.instance(error, UniqueViolationError);
    assert.ok(isUniqueViolation(error));
    const plain = await failure(
      fresh.db.knex('test_items').insert({ id: v7(), name: 'twice', created_at: new Date(), size_bytes: 0 }),
    );
    assert.ok(isUniqueViolation(plain));
  });

  test('a violated foreign key is told apart', async ({ fresh }) => {
    class Child extends BaseModel {
      static override tableName = 'test_children';
      declare itemId: string;
    }
    const error = await failure(Child.query(fresh.db.knex).insert({ itemId: v7() }));
    assert.instance(error, ForeignKeyViolationError);
    assert.not.ok(isUniqueViolation(error));
  });

  test('values do not get into error messages', async ({ fresh }) => {
    const error = await failure(fresh.db.knex('no_such_table').where({ token: 'very-secret' }));
    assert.not.match(error.message, 'very-secret');
  });
}

function runsTransactions(test: Suite): void {
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
}

function migratesForward(test: Suite, kind: Dialect): void {
  test('what was applied is not applied again', async ({ fresh, log }) => {
    assert.equal(await migrate(fresh.db, migrations, log), { applied: [] });
  });

  test('a database of a newer version is refused', async ({ fresh, log }) => {
    const error = await failure(migrate(fresh.db, migrations.slice(0, 1), log));
    assert.match(error.message, 'test/002_create_children');
  });

  test('managers that start together apply each migration once', async ({ fresh, log }) => {
    let runs = 0;
    const third: Migration = {
      name: 'test/003_create_more',
      async up(knex) {
        runs++;
        await knex.schema.createTable('test_more', (t) => void columns.id(t));
      },
    };
    const list = [...migrations, third];
    const others = await Promise.all([fresh.openAgain(), fresh.openAgain()]);
    const results = await Promise.all([fresh.db, ...others].map((db) => migrate(db, list, log)));
    assert.is(runs, 1);
    assert.equal(
      results.flatMap((result) => result.applied),
      ['test/003_create_more'],
    );
  });

  test('managers that start together on an empty database do not collide', async ({ log }) => {
    const empty = await freshDatabase(kind, { log });
    const others = await Promise.all([empty.openAgain(), empty.openAgain()]);
    const results = await Promise.all([empty.db, ...others].map((db) => migrate(db, migrations, log)));
    assert.is(results.flatMap((result) => result.applied).length, migrations.length);
    await empty.cleanup();
  });

  test('a migration that fails is named, and does not count as applied', async ({ fresh, log }) => {
    const bad: Migration = { name: 'test/003_fail', up: () => Promise.reject(new Error('no such thing')) };
    const error = await failure(migrate(fresh.db, [...migrations, bad], log));
    assert.match(error.message, /"test\/003_fail" failed: no such thing/);
    const rows = await fresh.db
      .knex('kernel_migrations')
      .where({ name: bad.name })
      .whereNotNull('finished_at');
    assert.is(rows.length, 0);
    if (kind === 'mariadb') {
      const again = await failure(migrate(fresh.db, [...migrations, bad], log));
      assert.match(again.message, 'was cut off half way');
    }
  });

  test('a name that is listed twice or badly formed is refused', async ({ fresh, log }) => {
    const twice = await failure(migrate(fresh.db, [...migrations, ...migrations.slice(0, 1)], log));
    assert.match(twice.message, 'listed twice');
    const bad = await failure(migrate(fresh.db, [{ name: 'x', up: async () => {} }], log));
    assert.match(bad.message, 'is not named');
  });
}

/** The error that a promise is rejected with; fails if it is not. */
export async function failure(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('expected a rejection');
}
