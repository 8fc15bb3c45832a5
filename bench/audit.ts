import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import type { Database, Dialect } from '../server/kernel/db/database.ts';
import { migrate } from '../server/kernel/db/migrate.ts';
import { systemActor } from '../server/kernel/security/actor.ts';
import { auditMigrations } from '../server/kernel/security/audit/migrations.ts';
import { auditRow, GENESIS_HASH, type AuditRow } from '../server/kernel/security/audit/rows.ts';
import { freshDatabase } from '../test/support/databases.ts';
import type { Bench, Figure } from './bench.ts';
import { projectRoot } from './support/children.ts';
import { withDirectory } from './support/temporary.ts';

const ROWS = 1_000_000;
const BATCH = 10_000;
/** Rows of one statement. */
const CHUNK = 500;
const MAX_MS = 20_000;
const MAX_MB = 256;

export const audit: Bench = {
  name: 'audit',
  about:
    'the check of an audit log of a million rows, in a process of its own; MariaDB where TEST_MARIADB_URL is set',
  async run(say) {
    const figures: Figure[] = [];
    for (const kind of process.env['TEST_MARIADB_URL']
      ? (['sqlite', 'mariadb'] as const)
      : (['sqlite'] as const))
      figures.push(...(await measure(kind, say)));
    return { figures };
  },
};

interface Checked {
  ms: number;
  peakMb: number;
  intact: boolean;
  rowsChecked: number;
  coveredRows: number;
}

async function measure(kind: Dialect, say: (line: string) => void): Promise<Figure[]> {
  const place = await freshDatabase(kind);
  try {
    return await withDirectory(async (dir) => {
      say(`${kind}: writing ${ROWS} rows`);
      await fill(place.db);
      say(`${kind}: checking them`);
      const dataDir = path.join(dir, 'data');
      mkdirSync(dataDir);
      const { ms, peakMb, ...found } = await check([
        dataDir,
        place.address.file ?? '',
        place.address.url ?? '',
      ]);
      if (!found.intact || found.rowsChecked !== ROWS || found.coveredRows !== ROWS)
        throw new Error(`the check found ${JSON.stringify(found)}`);
      return [
        { name: `${kind}, ${ROWS} rows`, value: ms, unit: 'ms', target: { of: 'value', max: MAX_MS } },
        {
          name: `${kind}, memory of the process`,
          value: peakMb,
          unit: 'MB',
          target: { of: 'value', max: MAX_MB },
        },
      ];
    });
  } finally {
    await place.cleanup();
  }
}

async function fill(db: Database): Promise<void> {
  const { knex } = db;
  await migrate(db, auditMigrations, pino({ level: 'silent' }));
  let prevHash = GENESIS_HASH;
  for (let first = 1; first <= ROWS; first += BATCH) {
    const rows: AuditRow[] = [];
    for (let rowId = first; rowId < first + BATCH; rowId++) {
      const row = auditRow(
        {
          actor: systemActor,
          address: '10.0.0.5',
          action: 'host.updated',
          resource: {
            kind: 'host',
            id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21',
            name: `srv-${rowId % 9_973}.example.org`,
          },
          before: { displayName: `srv ${rowId - 1}`, maintenanceMode: false },
          after: { displayName: `srv ${rowId}`, maintenanceMode: true },
        },
        { rowId, at: new Date(1_768_478_400_000 + rowId * 1_000), prevHash },
      );
      rows.push(row);
      prevHash = row.hash;
    }
    await insertFast(db, rows);
  }
  await knex('kernel_audit_head').where('id', 1).update({ row_id: ROWS, hash: prevHash });
}

/** Inserts many rows with one statement whose text is made once: knex's builder would take minutes for a million. */
async function insertFast({ knex }: Database, rows: readonly AuditRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const place = `(${columns.map(() => '?').join(',')})`;
  const sql = `insert into kernel_audit (${columns.join(',')}) values ${Array.from({ length: CHUNK }, () => place).join(',')}`;
  await knex.transaction(async (trx) => {
    for (let from = 0; from < rows.length; from += CHUNK)
      await trx.raw(
        sql,
        rows.slice(from, from + CHUNK).flatMap((row) => Object.values(row) as string[]),
      );
  });
}

async function check(args: readonly string[]): Promise<Checked> {
  const program = path.join(projectRoot, 'bench/processes/auditCheck.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return JSON.parse(stdout) as Checked;
}
