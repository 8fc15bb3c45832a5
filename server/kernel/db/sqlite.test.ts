import { statSync, readdirSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pino } from 'pino';
import { freshDatabase } from '#test/support/databases.ts';
import type { FreshDatabase } from '#test/support/databases.ts';
import { failure } from './testing/support.ts';
import { insertChunked, isUniqueViolation } from './database.ts';
import { openDatabase } from './open.ts';
import { columns, migrate } from './migrate.ts';
import type { Migration } from './migrate.ts';
import { createRunTx } from './tx.ts';

const log = pino({ level: 'silent' });
const test = suite<{ fresh: FreshDatabase }>('SQLite alone');

test.before.each(async (context) => {
  context.fresh = await freshDatabase('sqlite');
});
test.after.each(({ fresh }) => fresh.cleanup());

const first: Migration = {
  name: 'test/001_create_notes',
  kind: 'compatible',
  up: (knex) => knex.schema.createTable('test_notes', (t) => void columns.text(t, 'note')),
};

test('the file is readable by its owner alone and kept in WAL with foreign keys on', async ({ fresh }) => {
  assert.is(statSync(fresh.address.file ?? '').mode & 0o777, 0o600);
  const [mode] = await fresh.db.knex.raw('PRAGMA journal_mode');
  const [keys] = await fresh.db.knex.raw('PRAGMA foreign_keys');
  assert.is(mode.journal_mode, 'wal');
  assert.is(keys.foreign_keys, 1);
});

test('a durable transaction syncs fully, a poll does not, and the setting does not stick', async ({
  fresh,
}) => {
  const runTx = createRunTx(fresh.db, log);
  const synchronous = async (knex: typeof fresh.db.knex) =>
    (await knex.raw('PRAGMA synchronous'))[0].synchronous;
  assert.is(await runTx((tx) => synchronous(tx.knex)), 2);
  assert.is(await runTx((tx) => synchronous(tx.knex), { durable: false }), 1);
  await failure(runTx(() => Promise.reject(new Error('rolled back'))));
  assert.is(await synchronous(fresh.db.knex), 1);
});

test('rows are written past knex inside a transaction alone, as knex binds them, and by its errors', async ({
  fresh,
}) => {
  const runTx = createRunTx(fresh.db, log);
  await fresh.db.knex.raw('create table test_bound (id integer primary key, at, flag, gap default 7)');
  const at = new Date(5);
  const rows = [
    { id: 1, at, flag: true, gap: undefined },
    { id: 2, at: null, flag: false },
  ];
  const queries: string[] = [];
  fresh.db.knex.on('query', ({ sql }: { sql: string }) => void queries.push(sql));
  const ended = await runTx(async ({ knex }) => {
    await insertChunked(knex, 'test_bound', rows);
    return knex;
  });
  assert.equal(
    queries.filter((sql) => sql.includes('insert')),
    [],
  );
  assert.equal(await fresh.db.reader('test_bound'), [
    { id: 1, at: 5, flag: 1, gap: 7 },
    { id: 2, at: null, flag: 0, gap: 7 },
  ]);
  const again = () => runTx(({ knex }) => insertChunked(knex, 'test_bound', [{ id: 3 }, { id: 1 }]));
  assert.ok(isUniqueViolation(await failure(again())));
  assert.is((await fresh.db.reader('test_bound')).length, 2, 'all of it or nothing');
  assert.ok(await failure(insertChunked(ended, 'test_bound', [{ id: 4 }])));
  await insertChunked(fresh.db.knex, 'test_bound', [{ id: 4 }]);
  assert.is(queries.filter((sql) => sql.includes('insert')).length, 1, 'outside it is knex that writes');
});

test('a query beside the open transaction is refused at once and told how to do it', async ({ fresh }) => {
  const runTx = createRunTx(fresh.db, log);
  const startedMs = performance.now();
  const error = await failure(runTx(() => fresh.db.knex.raw('select 1'), { name: 'outer' }));
  assert.match(error.message, /beside the transaction "outer".*pass tx\.knex/);
  assert.ok(performance.now() - startedMs < 4_000, 'it waited for a connection');
  assert.equal(await fresh.db.knex.raw('select 1 as one'), [{ one: 1 }]);
});

test('the reading connection cannot write', async ({ fresh }) => {
  await migrate(fresh.db, [first], log);
  const error = await failure(fresh.db.reader('test_notes').insert({ note: 'no' }));
  assert.match(error.message, 'readonly');
});

test('long work in the database lets timers run', async ({ fresh }) => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  // Measures processor time, not the clock: another process may have the processor meanwhile.
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 200_000) await fresh.db.knex.raw('select 1');
  clearInterval(timer);
  assert.ok(ticks >= 5, `only ${ticks} ticks`);
});

test('another writer is waited for without standing still', async ({ fresh }) => {
  await migrate(fresh.db, [first], log);
  const other = createRunTx(await fresh.openAgain(), log);
  const mine = createRunTx(fresh.db, log);
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await Promise.all([
    other(async (tx) => {
      await tx.knex('test_notes').insert({ note: 'other' });
      const untilMs = performance.now() + 3_000;
      while (ticks < 10 && performance.now() < untilMs)
        await new Promise((resolve) => setTimeout(resolve, 5));
    }),
    mine((tx) => tx.knex('test_notes').insert({ note: 'mine' })),
  ]);
  clearInterval(timer);
  assert.ok(ticks >= 10, `only ${ticks} ticks`);
  assert.is((await fresh.db.knex('test_notes')).length, 2);
});

test('a statement that was prepared before the schema changed sees the change', async ({ fresh }) => {
  await migrate(fresh.db, [first], log);
  await fresh.db.knex('test_notes').insert({ note: 'a' });
  assert.equal(await fresh.db.knex('test_notes').select(), [{ note: 'a' }]);
  assert.equal(await fresh.db.reader('test_notes').select(), [{ note: 'a' }]);
  await fresh.db.knex.schema.alterTable('test_notes', (t) => void columns.integer(t, 'size'));
  assert.equal(await fresh.db.knex('test_notes').select(), [{ note: 'a', size: null }]);
  assert.equal(await fresh.db.reader('test_notes').select(), [{ note: 'a', size: null }]);
});

test('a file with data is copied before it is migrated, an empty one is not', async ({ fresh }) => {
  await migrate(fresh.db, [first], log);
  await fresh.db.knex('test_notes').insert({ note: 'kept' });
  assert.equal(backups(fresh), []);
  const second: Migration = {
    name: 'test/002_drop_notes',
    kind: 'stop',
    up: (knex) => knex.schema.dropTable('test_notes'),
  };
  await migrate(fresh.db, [first, second], log, { version: '0.3.0' });
  const backup = `${fresh.address.file}.before-0.3.0-test-002_drop_notes.bak`;
  assert.ok(existsSync(backup));
  assert.is(statSync(backup).mode & 0o777, 0o600);
  const copy = await openDatabase({ file: backup, log });
  assert.equal(await copy.knex('test_notes'), [{ note: 'kept' }]);
  await copy.close();
  const older = await failure(migrate(fresh.db, [first], log, { version: '0.2.0' }));
  assert.match(
    older.message,
    `version 0.3.0 has used it, and this is 0.2.0. Start version 0.3.0 again, or go back to the copy from before the upgrade (what was written since is lost): rm -f ${fresh.address.file}-wal ${fresh.address.file}-shm && mv ${backup} ${fresh.address.file}.`,
  );
});

test('a write that has no room is remembered, in a transaction and outside of one; other errors are not', async ({
  fresh: { db },
}) => {
  await db.knex.raw('create table test_room (id integer primary key, filler text)');
  const write = (knex: typeof db.knex) => knex('test_room').insert({ filler: 'x'.repeat(100_000) });
  await failure(db.knex('test_nothing').insert({ id: 1 }));
  assert.is(db.sinceUnwritableMs(), Infinity);
  await db.knex.raw('PRAGMA max_page_count = 20');
  assert.match((await failure(write(db.knex))).message, 'SQLITE_FULL');
  assert.ok(Number.isFinite(db.sinceUnwritableMs()));
  const begunMs = performance.now();
  await failure(createRunTx(db, log)((tx) => write(tx.knex)));
  assert.ok(db.sinceUnwritableMs() <= performance.now() - begunMs, 'noted inside the transaction');
});

test('a migration that fails leaves no trace, and the next start tries it again', async ({ fresh }) => {
  const half: Migration = {
    name: 'test/001_half',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable('test_half', (t) => void columns.id(t));
      throw new Error('power cut');
    },
  };
  await failure(migrate(fresh.db, [half], log));
  assert.not.ok(await fresh.db.knex.schema.hasTable('test_half'));
  const whole: Migration = {
    ...half,
    up: (knex) => knex.schema.createTable('test_half', (t) => void columns.id(t)),
  };
  assert.equal(await migrate(fresh.db, [whole], log), { applied: ['test/001_half'] });
});

test('a migration may not leave references to nothing', async ({ fresh }) => {
  const dangling: Migration = {
    name: 'test/001_dangle',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable('test_parents', (t) => void columns.id(t));
      await knex.schema.createTable(
        'test_kids',
        (t) => void columns.uuid(t, 'parent_id').references('test_parents.id'),
      );
      await knex('test_kids').insert({ parent_id: 'nobody' });
    },
  };
  assert.match((await failure(migrate(fresh.db, [dangling], log))).message, 'refer to nothing');
});

function backups(fresh: FreshDatabase): string[] {
  return readdirSync(dirname(fresh.address.file ?? '')).filter((name) => name.endsWith('.bak'));
}

test.run();
