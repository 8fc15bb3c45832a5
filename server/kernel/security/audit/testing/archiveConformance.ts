import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase } from '../../../../../test/support/databases.ts';
import { waitFor } from '../../../../../test/support/wait.ts';
import { createTestApp, testActor, type TestApp } from '../../../../testing.ts';
import { insertChunked, type Dialect } from '../../../db/database.ts';
import { machineActor } from '../../actor.ts';
import { archiveAudit, type Archived } from '../archive.ts';
import { auditHash, type AuditRow } from '../rows.ts';
import { exported, ROWS, verified, type World } from './exportWorld.ts';

type ArchiveSuite = ReturnType<typeof suite<World>>;

/** After the first hundred rows, which were written an hour before the next hundred. */
const AFTER_100 = '2026-01-15T12:30:00Z';
const AFTER_200 = '2026-01-15T13:30:00Z';
const secretKey = 'ab'.repeat(32);

/** Rows leave the log by an archive, on both databases. */
export function auditArchiveConformance(kind: Dialect): void {
  const test = suite<World>(`archives of the audit log on ${kind}`);
  test.before.each(async (world) => {
    world.place = await freshDatabase(kind);
    world.app = await manager(world);
    world.dir = mkdtempSync(join(tmpdir(), 'fleetmend-archive-'));
    await writeGroups(world);
  });
  test.after.each(async ({ app, place, dir }) => {
    await app.stop();
    await place.cleanup();
    rmSync(dir, { recursive: true });
  });
  movesRows(test);
  // Each SQLite database has one manager.
  if (kind === 'mariadb') isKnownToAll(test);
  losesNothing(test);
  hidesNothing(test);
  test.run();
}

const manager = ({ place }: Pick<World, 'place'>): Promise<TestApp> =>
  createTestApp({ features: [], databaseUrl: place.address.url, config: { secretKey } });

/** A hundred rows, another hundred an hour later and fifty after one more, each group signed when it is written. */
async function writeGroups({ app: { ctx, clock } }: World): Promise<void> {
  const file = join(ctx.config.dataDir, 'audit-checkpoints.jsonl');
  for (const [first, last] of [
    [1, 100],
    [101, 200],
    [201, ROWS],
  ] as const) {
    await ctx.tx(async (tx) => {
      for (const row of upTo(first, last))
        ctx.audit.record(tx, {
          ...{ actor: testActor('admin'), address: '10.0.0.5', action: 'host.updated' },
          resource: { kind: 'host', id: `h-${row}`, name: 'web' },
        });
    });
    await clock.advance(60_000);
    await waitFor(() => existsSync(file) && readFileSync(file, 'utf8').includes(`"rows":${last},`), {
      ...{ timeoutMs: 20_000, everyMs: 5, what: `the checkpoint of row ${last}` },
    });
    await clock.advance(3_540_000);
  }
}

const fileOf = ({ dir }: World, name = 'archive.json'): string => join(dir, name);
const rowsOf = ({ app }: World) => app.ctx.db.knex<AuditRow>('kernel_audit');
const idsOf = async (world: World): Promise<number[]> =>
  ((await rowsOf(world).orderBy('row_id').select('row_id')) as { row_id: unknown }[]).map((row) =>
    Number(row.row_id),
  );
const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

async function archive(world: World, before = AFTER_100, name?: string): Promise<Archived> {
  const { ctx } = world.app;
  return archiveAudit(
    { ...ctx, reader: ctx.db.reader, runTx: ctx.tx },
    {
      ...{ actor: machineActor('root'), before: new Date(before), file: fileOf(world, name) },
      tell: () => undefined,
    },
  );
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Error ? `${error.constructor.name}: ${error.message}` : 'no error'),
  );

async function faultsOf({ app }: World): Promise<unknown[]> {
  const { errors } = await app.ctx.audit.check();
  return errors.map(({ fault, rowId }) => [fault, rowId]);
}

function movesRows(test: ArchiveSuite): void {
  test('older rows are in a file that can be checked, no longer in the log, and the log is intact without them', async (world) => {
    const { fromRow, toRow, sha256 } = await archive(world);
    assert.equal([fromRow, toRow], [1, 100]);
    const file = readFileSync(fileOf(world), 'utf8');
    assert.is(sha256, createHash('sha256').update(file).digest('hex'));
    const { verdict, rowsChecked, coveredRow } = await verified(world, file);
    assert.equal([verdict, rowsChecked, coveredRow], ['intact', 100, 100]);
    assert.equal(await idsOf(world), upTo(101, ROWS + 1));
    const { intact, rowsChecked: checked, archivedRows } = await world.app.ctx.audit.check();
    assert.equal([intact, checked, archivedRows], [true, 151, 100]);
    const { text } = (await rowsOf(world)
      .where('row_id', ROWS + 1)
      .first()) as AuditRow;
    const { action, actor, after } = JSON.parse(text) as Record<string, unknown>;
    const { rows } = JSON.parse(file) as { rows: { row_id: number; hash: string }[] };
    const last = rows.at(-1);
    assert.is(last?.row_id, 100);
    assert.equal([action, actor], ['audit.archived', { kind: 'machine', id: null, name: 'root' }]);
    assert.equal(after, {
      ...{ from_row: 1, to_row: 100, hash: last?.hash, file_sha256: sha256 },
      before: '2026-01-15T12:30:00.000Z',
    });
    const rest = await verified(world, await exported(world));
    assert.equal([rest.verdict, rest.fromRow, rest.toRow], ['intact', 101, ROWS + 1]);
  });

  test('a second archive goes on where the first one ended', async (world) => {
    await archive(world);
    const { fromRow, toRow } = await archive(world, AFTER_200, 'second.json');
    assert.equal([fromRow, toRow], [101, 200]);
    assert.equal(await idsOf(world), upTo(201, ROWS + 2));
    assert.equal(await faultsOf(world), []);
    assert.equal(
      (await verified(world, readFileSync(fileOf(world, 'second.json'), 'utf8'))).verdict,
      'intact',
    );
  });

  test('all rows may be archived: the row that says so remains, and rows that come are held to it', async (world) => {
    const { toRow } = await archive(world, '2027-01-01T00:00:00Z');
    assert.is(toRow, ROWS);
    assert.equal([await idsOf(world), await faultsOf(world)], [[ROWS + 1], []]);
    const row = (await rowsOf(world).first()) as AuditRow;
    const { prev_hash: hash } = JSON.parse(row.text) as { prev_hash: string };
    await rowsOf(world).delete();
    await world.app.ctx.db.knex('kernel_audit_head').update({ row_id: ROWS, hash });
    assert.equal(await faultsOf(world), [['cut', ROWS + 1]], 'and without it the log was cut');
  });
}

function isKnownToAll(test: ArchiveSuite): void {
  test('another manager of the database, with a key of its own, takes the archive as one', async (world) => {
    const other = await manager(world);
    try {
      await archive(world);
      const { intact, archivedRows } = await other.ctx.audit.check();
      assert.equal([intact, archivedRows], [true, 100]);
    } finally {
      await other.stop();
    }
  });
}

function losesNothing(test: ArchiveSuite): void {
  test('nothing is archived where nothing is that old, the file is there, or it cannot be made', async (world) => {
    assert.match(
      await refusalOf(archive(world, '2026-01-01T00:00:00Z')),
      /^CommandRefused: no row of the audit log is older than 2026-01-01T00:00:00.000Z$/,
    );
    assert.not(existsSync(fileOf(world)));
    writeFileSync(fileOf(world), 'mine');
    assert.match(
      await refusalOf(archive(world)),
      /^CommandRefused: .*archive\.json exists already: name a new/,
    );
    assert.is(readFileSync(fileOf(world), 'utf8'), 'mine');
    assert.match(
      await refusalOf(archive(world, AFTER_100, 'none/archive.json')),
      /^CommandRefused: .* cannot be made: ENOENT$/,
    );
    assert.equal(await idsOf(world), upTo(1, ROWS));
  });

  test('a log that is not intact is not archived: that would hide what was done to it', async (world) => {
    await rowsOf(world).where('row_id', 60).delete();
    assert.match(await refusalOf(archive(world)), /^CommandRefused: the audit log is not intact/);
    assert.not(existsSync(fileOf(world)));
    assert.is((await idsOf(world)).length, ROWS - 1);
  });

  test('of two archives at once one is refused, and its file is gone', async (world) => {
    const both = await Promise.all([
      refusalOf(archive(world, AFTER_100, 'one.json')),
      refusalOf(archive(world, AFTER_100, 'two.json')),
    ]);
    assert.is(both.filter((text) => text === 'nothing was refused').length, 1, both.join('; '));
    assert.is(['one.json', 'two.json'].filter((name) => existsSync(fileOf(world, name))).length, 1);
    assert.equal([await idsOf(world), await faultsOf(world)], [upTo(101, ROWS + 1), []]);
  });

  test('archived rows that a power cut left in the database do not count, and the next archive removes them', async (world) => {
    const old = (await rowsOf(world).where('row_id', '<=', 100).orderBy('row_id')) as AuditRow[];
    await archive(world);
    await insertChunked(world.app.ctx.db.knex, 'kernel_audit', old.slice(40));
    assert.equal(await faultsOf(world), []);
    assert.is((await verified(world, await exported(world))).fromRow, 101);
    const { fromRow } = await archive(world, AFTER_200, 'second.json');
    assert.is(fromRow, 101);
    assert.equal(await idsOf(world), upTo(201, ROWS + 2));
  });
}

function hidesNothing(test: ArchiveSuite): void {
  test('rows that somebody deletes beside an archive are missing', async (world) => {
    await archive(world);
    await rowsOf(world).whereIn('row_id', [101, 102]).delete();
    assert.equal(await faultsOf(world), [
      ['deleted', 101],
      ['deleted', 102],
    ]);
  });

  test('a first row that does not follow the archive is told, even if all hashes after it are computed anew', async (world) => {
    await archive(world);
    const rows = (await rowsOf(world).orderBy('row_id')) as AuditRow[];
    let before = auditHash('another past');
    for (const row of rows) {
      const text = JSON.stringify({ ...(JSON.parse(row.text) as object), prev_hash: before });
      before = auditHash(text);
      await rowsOf(world).where('row_id', row.row_id).update({ text, hash: before });
    }
    await world.app.ctx.db.knex('kernel_audit_head').update({ hash: before });
    assert.equal((await faultsOf(world))[0], ['edited', 100]);
  });

  test('a statement of an archive that is taken away, made up, or older than the archive does not hide missing rows', async (world) => {
    const { knex } = world.app.ctx.db;
    await archive(world);
    const first = ((await knex('kernel_audit_base').first()) as { sealed: string }).sealed;
    await archive(world, AFTER_200, 'second.json');
    const say = async (sealed: string): Promise<unknown[]> => {
      await knex('kernel_audit_base').update({ sealed });
      return faultsOf(world);
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
