import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Database } from './database.ts';
import { backUpSqlite } from './migrateBackup.ts';

const test = suite<{ folder: string; file: string }>('the copy of a SQLite database before its migration');

test.before.each((context) => {
  context.folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
  context.file = path.join(context.folder, 'fleetmend.sqlite');
});

test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

/** A database whose copy is written to the disk up to some byte, and then as the test says. */
function databaseOf(file: string, end: () => void): Database {
  const raw = (sql: string, [target]: string[] = []): Promise<unknown> => {
    if (sql.startsWith('PRAGMA')) return Promise.resolve([{ name: 'main', file }]);
    writeFileSync(target ?? '', 'half of it');
    return Promise.resolve().then(end);
  };
  return { knex: { raw } } as unknown as Database;
}

test('a copy for which there is no room leaves nothing, and says what to do', async ({ folder, file }) => {
  const full = (): never => {
    throw new Error('SQLITE_FULL: database or disk is full');
  };
  let said = '';
  try {
    await backUpSqlite(databaseOf(file, full), 'kernel/002_x', pino({ enabled: false }));
  } catch (error) {
    said = (error as Error).message;
  }
  assert.match(said, 'the copy of the database that is made before a migration failed (SQLITE_FULL');
  assert.match(said, `nothing was changed. It needs as much room as ${file}; make room`);
  assert.equal(readdirSync(folder), []);
});

test('what a manager left that was killed while it copied is removed, and whole copies stay', async ({
  folder,
  file,
}) => {
  writeFileSync(`${file}.before-kernel-001_x.bak`, '');
  writeFileSync(`${file}.before-kernel-002_x.bak.4711.tmp`, 'half of it');
  writeFileSync(path.join(folder, 'other.tmp'), '');
  await backUpSqlite(
    databaseOf(file, () => undefined),
    'kernel/002_x',
    pino({ enabled: false }),
  );
  assert.equal(readdirSync(folder).sort(), [
    'fleetmend.sqlite.before-kernel-001_x.bak',
    'fleetmend.sqlite.before-kernel-002_x.bak',
    'other.tmp',
  ]);
});

test.run();
