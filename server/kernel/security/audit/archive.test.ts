// databases: sqlite, mariadb
// Rows leave the log by an archive, on both databases.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '#test/support/databases.ts';
import { insertChunked } from '../../db/database.ts';
import type { RunTx } from '../../db/tx.ts';
import { auditHash, type AuditRow } from './rows.ts';
import { beginLog, endLog, faultsOf, rowAt, type LogWorld } from './testing/logWorld.ts';

type ArchiveSuite = ReturnType<typeof suite<LogWorld>>;

/** After the first hundred rows, which were written an hour before the next hundred. */
const AFTER_100 = '2026-01-15T12:30:00Z';
const AFTER_200 = '2026-01-15T13:30:00Z';
const ROWS = 250;

const test = suite<LogWorld>(`archives of the audit log on ${dialect}`);
test.before.each(async (world) => {
  await beginLog(world, dialect);
  for (const rows of [100, 100, 50]) {
    await world.grow(rows);
    await world.clock.advance(3_600_000);
  }
});
test.after.each(endLog);

const fileOf = ({ dir }: LogWorld, name = 'archive.json'): string => join(dir, name);
const rowsOf = ({ place }: LogWorld) => place.db.knex<AuditRow>('kernel_audit');
const idsOf = async (world: LogWorld): Promise<number[]> =>
  (await rowsOf(world).orderBy('row_id').select('row_id')).map((row) => Number(row.row_id));
const faults = async (world: LogWorld) => faultsOf(await world.check());
const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Error ? `${error.constructor.name}: ${error.message}` : 'no error'),
  );

test('older rows are in a file that can be checked, no longer in the log, and the log is intact without them', async (world) => {
  const { fromRow, toRow, sha256 } = await world.archive(AFTER_100);
  assert.equal([fromRow, toRow], [1, 100]);
  const file = readFileSync(fileOf(world), 'utf8');
  assert.is(sha256, createHash('sha256').update(file).digest('hex'));
  const { verdict, rowsChecked, coveredRow } = await world.verified(fileOf(world));
  assert.equal([verdict, rowsChecked, coveredRow], ['intact', 100, 100]);
  assert.equal(await idsOf(world), upTo(101, ROWS + 1));
  const { intact, rowsChecked: checked, archivedRows } = await world.check();
  assert.equal([intact, checked, archivedRows], [true, 151, 100]);
  const { text } = await rowAt(world, ROWS + 1);
  const { action, actor, after } = JSON.parse(text) as Record<string, unknown>;
  const { rows } = JSON.parse(file) as { rows: { row_id: number; hash: string }[] };
  const last = rows.at(-1);
  assert.is(last?.row_id, 100);
  assert.equal([action, actor], ['audit.archived', { kind: 'machine', id: null, name: 'root' }]);
  assert.equal(after, {
    from_row: 1,
    to_row: 100,
    hash: last?.hash,
    file_sha256: sha256,
    before: '2026-01-15T12:30:00.000Z',
  });
  const rest = await world.verified(await world.exported());
  assert.equal([rest.verdict, rest.fromRow, rest.toRow], ['intact', 101, ROWS + 1]);
});

test('a second archive goes on where the first one ended', async (world) => {
  await world.archive(AFTER_100);
  const { fromRow, toRow } = await world.archive(AFTER_200, 'second.json');
  assert.equal([fromRow, toRow], [101, 200]);
  assert.equal(await idsOf(world), upTo(201, ROWS + 2));
  assert.equal(await faults(world), []);
  assert.equal((await world.verified(fileOf(world, 'second.json'))).verdict, 'intact');
});

test('all rows may be archived: the row that says so remains, and rows that come are held to it', async (world) => {
  const { toRow } = await world.archive('2027-01-01T00:00:00Z');
  assert.is(toRow, ROWS);
  assert.equal([await idsOf(world), await faults(world)], [[ROWS + 1], []]);
  const row = (await rowsOf(world).first()) as AuditRow;
  const { prev_hash: hash } = JSON.parse(row.text) as { prev_hash: string };
  await rowsOf(world).delete();
  await world.place.db.knex('kernel_audit_head').update({ row_id: ROWS, hash });
  assert.equal(await faults(world), [['cut', ROWS + 1]], 'and without it the log was cut');
});

test('another manager of the database, with a key of its own, takes the archive as one', async (world) => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'fleetmend-other-'));
  await world.archive(AFTER_100);
  const { intact, archivedRows } = await world.check(elsewhere);
  assert.equal([intact, archivedRows], [true, 100]);
  rmSync(elsewhere, { recursive: true });
});

function refusesWhatCannotBe(test: ArchiveSuite): void {
  test('nothing is archived where nothing is that old, the file is there, or it cannot be made', async (world) => {
    assert.match(
      await refusalOf(world.archive('2026-01-01T00:00:00Z')),
      /^CommandRefused: no row of the audit log is older than 2026-01-01T00:00:00.000Z$/,
    );
    assert.not(existsSync(fileOf(world)));
    writeFileSync(fileOf(world), 'mine');
    assert.match(
      await refusalOf(world.archive(AFTER_100)),
      /^CommandRefused: .*archive\.json exists already: name a new/,
    );
    assert.is(readFileSync(fileOf(world), 'utf8'), 'mine');
    assert.match(
      await refusalOf(world.archive(AFTER_100, 'none/archive.json')),
      /^CommandRefused: .* cannot be made: ENOENT$/,
    );
    assert.equal(await idsOf(world), upTo(1, ROWS));
  });

  test('a log that is not intact is not archived: that would hide what was done to it', async (world) => {
    await rowsOf(world).where('row_id', 60).delete();
    assert.match(await refusalOf(world.archive(AFTER_100)), /^CommandRefused: the audit log is not intact/);
    assert.not(existsSync(fileOf(world)));
    assert.is((await idsOf(world)).length, ROWS - 1);
  });
}

test('of two archives at once one is refused, and its file is gone', async (world) => {
  const both = await Promise.all([
    refusalOf(world.archive(AFTER_100, 'one.json')),
    refusalOf(world.archive(AFTER_100, 'two.json')),
  ]);
  assert.is(both.filter((text) => text === 'nothing was refused').length, 1, both.join('; '));
  assert.is(['one.json', 'two.json'].filter((name) => existsSync(fileOf(world, name))).length, 1);
  assert.equal([await idsOf(world), await faults(world)], [upTo(101, ROWS + 1), []]);
});

test('where the answer to the commit is lost, the file stays: nothing else may have the rows', async (world) => {
  const lost: RunTx = async (work, options) => {
    const result = await world.runTx(work, options);
    if (options?.name === 'audit.archived' && options.durable !== false)
      throw new Error('the connection is lost');
    return result;
  };
  assert.is(await refusalOf(world.archive(AFTER_100, 'first.json', lost)), 'Error: the connection is lost');
  const { verdict, toRow } = await world.verified(fileOf(world, 'first.json'));
  assert.equal([verdict, toRow], ['intact', 100]);
  assert.equal((await world.archive(AFTER_200, 'second.json')).fromRow, 101);
  assert.equal([await idsOf(world), await faults(world)], [upTo(201, ROWS + 2), []]);
});

test('archived rows that a power cut left in the database do not count, and the next archive removes them', async (world) => {
  const old = (await rowsOf(world).where('row_id', '<=', 100).orderBy('row_id')) as AuditRow[];
  await world.archive(AFTER_100);
  await insertChunked(world.place.db.knex, 'kernel_audit', old.slice(40));
  assert.equal(await faults(world), []);
  assert.is((await world.verified(await world.exported())).fromRow, 101);
  const { fromRow } = await world.archive(AFTER_200, 'second.json');
  assert.is(fromRow, 101);
  assert.equal(await idsOf(world), upTo(201, ROWS + 2));
});

function hidesNothing(test: ArchiveSuite): void {
  test('rows that somebody deletes beside an archive are missing', async (world) => {
    await world.archive(AFTER_100);
    await rowsOf(world).whereIn('row_id', [101, 102]).delete();
    assert.equal(await faults(world), [
      ['deleted', 101],
      ['deleted', 102],
    ]);
  });

  test('a first row that does not follow the archive is told, even if all hashes after it are computed anew', async (world) => {
    await world.archive(AFTER_100);
    const rows = (await rowsOf(world).orderBy('row_id')) as AuditRow[];
    let before = auditHash('another past');
    for (const row of rows) {
      const text = JSON.stringify({ ...(JSON.parse(row.text) as object), prev_hash: before });
      before = auditHash(text);
      await rowsOf(world).where('row_id', row.row_id).update({ text, hash: before });
    }
    await world.place.db.knex('kernel_audit_head').update({ hash: before });
    assert.equal((await faults(world))[0], ['edited', 100]);
  });

  test('a statement of an archive that is taken away, made up, or older than the archive does not hide missing rows', async (world) => {
    const { knex } = world.place.db;
    await world.archive(AFTER_100);
    const first = ((await knex('kernel_audit_base').first()) as { sealed: string }).sealed;
    await world.archive(AFTER_200, 'second.json');
    const say = async (sealed: string): Promise<unknown[]> => {
      await knex('kernel_audit_base').update({ sealed });
      return faults(world);
    };
    assert.equal((await say('')).slice(0, 2), [
      ['deleted', 1],
      ['deleted', 2],
    ]);
    assert.equal((await say('v1.AAAA')).slice(0, 2), [
      ['archive_forged', 1],
      ['deleted', 1],
    ]);
    assert.equal((await say(JSON.stringify({ rows: 200, hash: '', before: '', at: '' })))[0], [
      'archive_forged',
      1,
    ]);
    assert.equal((await say(first)).slice(0, 1), [['deleted', 101]]);
  });
}

// These do not depend on the database.
if (dialect === 'sqlite') {
  refusesWhatCannotBe(test);
  hidesNothing(test);
}
test.run();
