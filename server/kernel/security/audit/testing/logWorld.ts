import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { createFakeClock, type FakeClock } from '#server/kernel/clock.ts';
import { insertChunked, type Dialect } from '#server/kernel/db/database.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import { createRunTx, type RunTx } from '#server/kernel/db/tx.ts';
import { machineActor, systemActor } from '../../actor.ts';
import { createSecrets, loadMasterKey, type Secrets } from '../../secrets.ts';
import { archiveAudit, type Archived } from '../archive.ts';
import { createAudit } from '../audit.ts';
import { checkAudit, type AuditCheck } from '../check.ts';
import { task, type CheckInput } from '../checkTask.ts';
import { createCheckpoints } from '../checkpoints.ts';
import { prepareExport } from '../exported/write.ts';
import { verifyExport, type FileReport } from '../exported/verify.ts';
import { auditMigrations } from '../migrations.ts';
import { acceptRestore, type Restored } from '../restored.ts';
import type { AuditRow } from '../rows.ts';

/** A log with its manager's checkpoints, and no more of the manager. */
export interface LogWorld {
  place: FreshDatabase;
  /** The data directory. */
  dir: string;
  clock: FakeClock;
  secrets: Secrets;
  /** Adds rows, and signs where the log ends then. */
  grow(rows: number): Promise<void>;
  /** By this manager, or by another of the database. */
  check(dataDir?: string): Promise<AuditCheck>;
  /** Says that an older copy was put back. */
  accept(): Promise<Restored | null>;
  /** Moves rows older than `before`, or all that there are, into a file of this name. */
  archive(before?: string, name?: string, runTx?: RunTx): Promise<Archived>;
  runTx: RunTx;
  /** An export of the whole log, as a file of this name. */
  exported(): Promise<string>;
  /** Checks an export. */
  verified(file: string): Promise<FileReport>;
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

export async function beginLog(world: LogWorld, kind: Dialect): Promise<void> {
  const place = await freshDatabase(kind);
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-log-'));
  const { db } = place;
  await migrate(db, auditMigrations, log);
  const clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
  const runTx = createRunTx(db, log);
  const secrets = createSecrets(loadMasterKey(dir, 'ab'.repeat(32)));
  const make = (dataDir = dir) =>
    createCheckpoints({ dataDir, secrets, db, runTx, clock, log, instanceId: dataDir });
  const audit = createAudit(clock, { note: () => undefined });
  // Checks in this thread: a thread for each check would take seconds.
  const run = (_module: URL, input: unknown) =>
    task({ knex: db.reader } as never, input as CheckInput) as AsyncGenerator<never>;
  const check = (dataDir?: string) =>
    checkAudit({ db, runTx, secrets, checkpoints: make(dataDir), reading: { run } });
  const exporting = () => ({
    reader: db.reader,
    secrets,
    clock,
    checkpoints: make(),
    instanceId: dir,
  });
  const parts = {
    reader: db.reader,
    runTx,
    secrets,
    clock,
    audit: {
      record: audit.record,
      check: () => check(),
      export: (filters: object) => prepareExport(exporting(), filters),
      publicKey: () => make().publicKey(),
    },
  };
  Object.assign(world, {
    place,
    dir,
    clock,
    secrets,
    runTx,
    check,
    async grow(rows) {
      await runTx(async (tx) => {
        for (let row = 0; row < rows; row++)
          audit.record(tx, {
            actor: systemActor,
            address: '10.0.0.5',
            action: 'host.updated',
            resource: { kind: 'host', id: `h-${row}`, name: 'web' },
          });
      });
      await make().write();
    },
    accept: () =>
      acceptRestore(
        { ...parts, checkpoints: make() },
        { actor: machineActor('root'), reason: 'The disk died.' },
      ),
    archive: (before = '2027-01-01T00:00:00Z', name = 'archive.json', by = runTx) =>
      archiveAudit(
        { ...parts, runTx: by },
        {
          actor: machineActor('root'),
          before: new Date(before),
          file: join(dir, name),
          tell: () => undefined,
        },
      ),
    async exported() {
      const pieces: string[] = [];
      for await (const piece of (await parts.audit.export({})).json()) pieces.push(piece);
      const file = join(dir, 'export.json');
      writeFileSync(file, pieces.join(''));
      return file;
    },
    verified: (file) => verifyExport(file, make().publicKey().pem),
    async copied() {
      const rows = await Promise.all(TABLES.map((table) => db.knex<object>(table)));
      return async () => {
        for (const [index, table] of TABLES.entries()) {
          await db.knex(table).delete();
          await insertChunked(db.knex, table, rows[index] ?? []);
        }
      };
    },
  } satisfies LogWorld);
}

export async function endLog({ place, dir }: LogWorld): Promise<void> {
  await place.cleanup();
  rmSync(dir, { recursive: true });
}

export const faultsOf = ({ errors }: AuditCheck) => errors.map(({ fault, rowId }) => [fault, rowId]);

export async function rowAt({ place }: Pick<LogWorld, 'place'>, rowId: number): Promise<AuditRow> {
  const row = await place.db.knex<AuditRow>('kernel_audit').where('row_id', rowId).first();
  if (!row) throw new Error(`there is no row ${rowId}`);
  return row;
}
