import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import pino from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { backUpSqlite, beginCopy, forgetCopy } from './migrateBackup.ts';
import { failure } from './testing/support.ts';

const test = suite<{ fresh: FreshDatabase; file: string }>(
  'the copy of a SQLite database before its migration',
);
const log = pino({ enabled: false });
const ROWS = 2_000;

test.before.each(async (context) => {
  context.fresh = await freshDatabase('sqlite');
  context.file = context.fresh.address.file ?? '';
  await context.fresh.db.knex.raw('create table things (id integer primary key, filler blob)');
  await fill(context.fresh, 1, ROWS);
});
test.after.each(({ fresh }) => fresh.cleanup());

async function fill({ db }: FreshDatabase, first: number, last: number): Promise<void> {
  await db.knex.raw(
    `with recursive n(id) as (select ${first} union all select id + 1 from n where id < ${last})
     insert into things select id, randomblob(4000) from n`,
  );
}

const besides = (file: string): string[] =>
  readdirSync(path.dirname(file))
    .filter((name) => name.includes('.before-'))
    .sort();

function countIn(file: string): number {
  // One that only reads would leave files of its own.
  const copy = new Sqlite(file);
  try {
    assert.equal(copy.pragma('integrity_check'), [{ integrity_check: 'ok' }]);
    return (copy.prepare('select count(*) as n from things').get() as { n: number }).n;
  } finally {
    copy.close();
  }
}

test('it is whole, its owner’s alone, and the database can be used as before', async ({ fresh, file }) => {
  await backUpSqlite(fresh.db, '0.3.0-kernel/002_x', log);
  const copy = `${file}.before-0.3.0-kernel-002_x.bak`;
  assert.is(countIn(copy), ROWS);
  assert.is(statSync(copy).mode & 0o777, 0o600);
  await fill(fresh, ROWS + 1, ROWS + 1);
  assert.equal(besides(file), [path.basename(copy)]);
});

test('what was copied while others wrote leaves only the rest to be written, and the copy is of the end', async ({
  fresh,
  file,
}) => {
  const first = await beginCopy(file);
  await fill(fresh, ROWS + 1, ROWS + 10);
  const again = await beginCopy(file);
  assert.ok(again.written <= first.bytes, `${again.written}`);
  await fill(fresh, ROWS + 11, ROWS + 20);
  const told: { written?: number }[] = [];
  await backUpSqlite(fresh.db, 'x', pino({}, { write: (line: string) => void told.push(JSON.parse(line)) }));
  assert.is(countIn(`${file}.before-x.bak`), ROWS + 20);
  const written = told[0]?.written ?? Infinity;
  assert.ok(written > 0 && written < statSync(file).size / 2, `${written} of ${statSync(file).size}`);
  assert.equal(besides(file), [path.basename(`${file}.before-x.bak`)]);
});

test('the youngest three are kept, and what killed managers left is removed', async ({ fresh, file }) => {
  for (const name of ['a', 'b', 'c', 'd']) await backUpSqlite(fresh.db, name, log);
  writeFileSync(`${file}.before-e.bak.4711.tmp`, 'half of it');
  await beginCopy(file);
  forgetCopy(fresh.db);
  const base = path.basename(file);
  assert.equal(
    besides(file),
    ['b', 'c', 'd'].map((name) => `${base}.before-${name}.bak`),
  );
});

test('a copy that cannot be made leaves nothing, and says what to do', async ({ fresh, file }) => {
  const lost = { ...fresh.db, address: { file: path.join(path.dirname(file), 'folder') } };
  rmSync(lost.address.file, { recursive: true, force: true });
  // A folder in place of the file: copying it fails as a bad disk does.
  mkdirSync(lost.address.file);
  const { message } = await failure(backUpSqlite(lost, '0.3.0-kernel/002_x', log));
  assert.match(message, /^copying the database before its migration failed \(.*EISDIR/);
  assert.match(
    message,
    `nothing was changed. The copy needs as much space as ${lost.address.file}; free some space`,
  );
  assert.equal(besides(file), []);
});

test('another program that keeps the file in use is told, instead of a copy that is not whole', async ({
  fresh,
  file,
}) => {
  const other = new Sqlite(file);
  other.exec('begin');
  other.prepare('select count(*) from things').get();
  await fill(fresh, ROWS + 1, ROWS + 1);
  assert.match((await failure(backUpSqlite(fresh.db, 'x', log))).message, 'another program has');
  other.close();
  assert.equal(besides(file), []);
});

test.run();
