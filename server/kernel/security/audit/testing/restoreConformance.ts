import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase, type FreshDatabase } from '../../../../../test/support/databases.ts';
import { createFakeClock } from '../../../clock.ts';
import { insertChunked, type Dialect } from '../../../db/database.ts';
import { migrate } from '../../../db/migrate.ts';
import { createRunTx } from '../../../db/tx.ts';
import { machineActor, systemActor } from '../../actor.ts';
import { createSecrets, loadMasterKey } from '../../secrets.ts';
import { archiveAudit, type Archived } from '../archive.ts';
import { createAudit } from '../audit.ts';
import { checkAudit, type AuditCheck } from '../check.ts';
import { thinned } from '../checkpointFile.ts';
import { task, type CheckInput } from '../checkTask.ts';
import { createCheckpoints } from '../checkpoints.ts';
import { prepareExport } from '../exported/write.ts';
import { auditMigrations } from '../migrations.ts';
import { acceptRestore, type Restored } from '../restored.ts';
import type { AuditRow } from '../rows.ts';

interface World {
  place: FreshDatabase;
  dir: string;
  /** Adds rows, and signs where the log ends then. */
  grow(rows: number): Promise<void>;
  check(): Promise<AuditCheck>;
  accept(): Promise<Restored | null>;
  /** Moves all rows that there are into a file. */
  archive(): Promise<Archived>;
  /** Copies the log; the returned function puts that copy back, as a backup of the database. */
  copied(): Promise<() => Promise<void>>;
}

const log = pino({ level: 'silent' });
const TABLES = [
  'kernel_audit',
  'kernel_audit_head',
  'kernel_audit_base',
  'kernel_audit_checkpoints',
] as const;

/** An older copy of the database is put back beside the manager's checkpoints. */
export function auditRestoreConformance(kind: Dialect): void {
  const test = suite<World>(`the audit log after a restore on ${kind}`);
  test.before.each((world) => begin(world, kind));
  test.after.each(async ({ place, dir }) => {
    await place.cleanup();
    rmSync(dir, { recursive: true });
  });

  test('a copy that was put back is no cut log once somebody has said so, and what is signed later counts', async (world) => {
    await world.grow(100);
    await world.grow(50);
    const putBack = await world.copied();
    await world.grow(100);
    assert.ok((await world.check()).intact);
    await putBack();
    assert.equal(faultsOf(await world.check())[0], ['cut', 151]);
    const restored = await world.accept();
    assert.equal([restored?.keptRows, restored?.lost.rows], [150, 250]);
    const check = await world.check();
    assert.equal([check.intact, check.rowsChecked, check.coveredRows], [true, 151, 151]);
    const last = await rowAt(world, 151);
    assert.equal(JSON.parse(last.text), {
      ...(JSON.parse(last.text) as object),
      ...{ action: 'audit.restored', actor: { kind: 'machine', id: null, name: 'root' } },
      ...{ after: { rows: 150, reason: 'The disk died.' } },
    });
    await world.grow(60);
    assert.ok((await world.check()).intact);
    await world.place.db.knex('kernel_audit').where('row_id', '>', 180).delete();
    await world.place.db
      .knex('kernel_audit_head')
      .update({ row_id: 180, hash: (await rowAt(world, 180)).hash });
    assert.equal(faultsOf(await world.check())[0], ['cut', 181], 'a tail that is cut off later is told');
  });

  test('a manager that went on upon the copy can say so later; its own checkpoints up to there stay', async (world) => {
    await world.grow(100);
    const putBack = await world.copied();
    await world.grow(100);
    await world.grow(50);
    await putBack();
    await world.grow(70);
    await world.grow(50);
    assert.equal(faultsOf(await world.check()), [
      ['edited', 200],
      ...Array.from({ length: 30 }, (_, at) => ['cut', 221 + at]),
    ]);
    const restored = await world.accept();
    assert.equal([restored?.keptRows, restored?.lost.rows], [170, 250]);
    assert.ok((await world.check()).intact);
    const early = { text: (await rowAt(world, 60)).text.replace('"web"', '"wab"') };
    await world.place.db.knex('kernel_audit').where('row_id', 60).update(early);
    assert.equal(faultsOf(await world.check())[0]?.[1], 60, 'rows before it are checked as before');
  });

  test('where all checkpoints fit there is nothing to say, and a statement of somebody else counts for nothing', async (world) => {
    await world.grow(100);
    const putBack = await world.copied();
    assert.is(await world.accept(), null);
    assert.ok((await world.check()).intact);
    await world.grow(100);
    await putBack();
    const file = join(world.dir, 'audit-checkpoints.jsonl');
    const own = readFileSync(file, 'utf8');
    const forged = { v: 1, kind: 'restore', manager: 'm-1', at: '2026-01-15T12:00:00.000Z', rows: 100 };
    writeFileSync(file, `${own}${JSON.stringify({ ...forged, reason: 'x', signature: 'AAAA' })}\n`);
    const faults = faultsOf(await world.check()).map(([fault]) => fault);
    assert.ok(faults.includes('checkpoints_damaged') && faults.includes('cut'), faults.join());
  });

  test('checkpoints of rows that were archived do not look like those of a lost copy', async (world) => {
    await world.grow(100);
    await world.grow(50);
    assert.equal((await world.archive()).toRow, 150);
    assert.is(await world.accept(), null);
    await world.grow(49);
    const putBack = await world.copied();
    await world.grow(100);
    await putBack();
    const restored = await world.accept();
    assert.equal([restored?.keptRows, restored?.lost.rows], [200, 300]);
    assert.ok((await world.check()).intact);
  });

  test('a copy from before an archive has its rows again, and is no cut log once somebody has said so', async (world) => {
    await world.grow(100);
    const putBack = await world.copied();
    await world.grow(50);
    await world.archive();
    await world.grow(20);
    await putBack();
    const restored = await world.accept();
    assert.equal([restored?.keptRows, restored?.lost.rows], [100, 171]);
    const { intact, rowsChecked, archivedRows } = await world.check();
    assert.equal([intact, rowsChecked, archivedRows], [true, 101, 0]);
  });

  test('a file of checkpoints that is made shorter keeps what was said, before what was signed after it', () => {
    const at = (time: string, rest: string): string => `{"at":"2026-01-${time}Z",${rest}}`;
    const said = at('01T12:00', '"kind":"restore","rows":5');
    const days = [at('01T10:00', '"rows":9'), said, at('01T15:00', '"rows":7'), at('02T10:00', '"rows":8')];
    const newer = ['a', 'b', 'c', 'd', ''];
    assert.is(thinned([...days, ...newer]), [said, ...days.slice(2), ...newer].join('\n'));
  });

  test.run();
}

async function begin(world: World, kind: Dialect): Promise<void> {
  const place = await freshDatabase(kind);
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-restore-'));
  const { db } = place;
  await migrate(db, auditMigrations, log);
  const clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
  const runTx = createRunTx(db, log);
  const secrets = createSecrets(loadMasterKey(dir, 'ab'.repeat(32)));
  const make = () =>
    createCheckpoints({ ...{ dataDir: dir, secrets, db, runTx, clock, log }, instanceId: 'm-1' });
  const audit = createAudit(clock, { note: () => undefined });
  const run = (_module: URL, input: unknown) =>
    task({ knex: db.reader } as never, input as CheckInput) as AsyncGenerator<never>;
  const check = () => checkAudit({ db, runTx, secrets, checkpoints: make(), reading: { run } });
  const exporting = () => ({
    ...{ reader: db.reader, secrets, clock },
    checkpoints: make(),
    instanceId: 'm-1',
  });
  Object.assign(world, {
    ...{ place, dir },
    async grow(rows: number) {
      await runTx(async (tx) => {
        for (let row = 0; row < rows; row++)
          audit.record(tx, {
            ...{ actor: systemActor, address: '10.0.0.5', action: 'host.updated' },
            resource: { kind: 'host', id: `h-${row}`, name: 'web' },
          });
      });
      await make().write();
    },
    check,
    accept: () =>
      acceptRestore(
        { reader: db.reader, secrets, runTx, audit, checkpoints: make() },
        { actor: machineActor('root'), reason: 'The disk died.' },
      ),
    archive: () =>
      archiveAudit(
        {
          ...{ reader: db.reader, runTx, secrets, clock },
          audit: {
            ...{ record: audit.record, check },
            export: (filters) => prepareExport(exporting(), filters),
            publicKey: () => make().publicKey(),
          },
        },
        {
          ...{ actor: machineActor('root'), before: new Date('2027-01-01T00:00:00Z') },
          ...{ file: join(dir, 'archive.json'), tell: () => undefined },
        },
      ),
    async copied() {
      const rows = await Promise.all(TABLES.map((table) => db.knex<object>(table)));
      return async () => {
        for (const [index, table] of TABLES.entries()) {
          await db.knex(table).delete();
          await insertChunked(db.knex, table, rows[index] ?? []);
        }
      };
    },
  } satisfies World);
}

const faultsOf = ({ errors }: AuditCheck) => errors.map(({ fault, rowId }) => [fault, rowId]);

async function rowAt({ place }: Pick<World, 'place'>, rowId: number): Promise<AuditRow> {
  const row = await place.db.knex<AuditRow>('kernel_audit').where('row_id', rowId).first();
  if (!row) throw new Error(`there is no row ${rowId}`);
  return row;
}
