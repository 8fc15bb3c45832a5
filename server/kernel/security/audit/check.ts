import { knownBase, readBase, unlessForged, type AuditBase } from './base.ts';
import type { AuditCheckpoints } from './checkpoints.ts';
import type { CheckInput, CheckResult } from './checkTask.ts';
import { auditHash, type AuditHead, type AuditRow } from './rows.ts';
import { MAX_ERRORS, NO_BASE, type AuditError } from './walk.ts';
import type { Database } from '../../db/database.ts';
import type { Reading, ReadOptions } from '../../db/reading/types.ts';
import type { RunTx } from '../../db/tx.ts';
import type { Secrets } from '../secrets.ts';

export type { AuditError, AuditFault } from './walk.ts';

export interface AuditCheck {
  intact: boolean;
  rowsChecked: number;
  /** The first 1,000, by row. */
  errors: AuditError[];
  /** Rows up to this one are covered by a checkpoint of this manager; newer ones by the chain alone. */
  coveredRows: number;
  /** Rows up to this one were archived, and are not in the database; 0: none. */
  archivedRows: number;
}

export interface CheckParts {
  db: Database;
  runTx: RunTx;
  secrets: Pick<Secrets, 'open'>;
  reading: Pick<Reading, 'run'>;
  checkpoints: Pick<AuditCheckpoints, 'read' | 'lastRows'>;
}

/** Millions of rows take minutes. */
const TIMEOUT_MS = 900_000;
const TASK = new URL('./checkTask.ts', import.meta.url);

/**
 * Reads the whole chain, in a thread of its own, and compares it with its head and with the checkpoints of this
 * manager: reports what was edited, deleted, put elsewhere or cut off. Rows may be written or archived meanwhile. Takes
 * seconds for 50,000 rows. Throws ReadFailed.
 */
export async function checkAudit(
  parts: CheckParts,
  options: ReadOptions = { timeoutMs: TIMEOUT_MS },
): Promise<AuditCheck> {
  for (;;) {
    const base = await readBase(parts.db.knex, parts.secrets);
    const check = await checkFrom(parts, base, options);
    // Rows that are archived during the check look deleted to it.
    const now = await knownBase(parts.db.knex, parts.secrets);
    if (check.intact || (now?.rows ?? 0) <= check.archivedRows) return check;
  }
}

async function checkFrom(
  { db, runTx, checkpoints, reading }: CheckParts,
  base: AuditBase | 'forged' | null,
  options: ReadOptions,
): Promise<AuditCheck> {
  // The order matters: rows that a checkpoint or the head names are there when the rows are read.
  const wanted = await checkpoints.lastRows();
  const { checkpoints: signed, invalid } = await checkpoints.read();
  const head = await db.knex<AuditHead>('kernel_audit_head').where('id', 1).first();
  const coveredRows = Math.max(0, ...signed.slice(-1).map(({ rows }) => rows));
  const isDamaged = invalid > 0 || coveredRows < wanted;
  const { rows: archivedRows, hash } = unlessForged(base) ?? NO_BASE;
  const input: CheckInput = {
    head: head ?? null,
    signed: signed.map(({ rows, hash }) => ({ rows, hash })),
    base: { rows: archivedRows, hash },
    first: [
      ...(base === 'forged' ? [fault('archive_forged', 1)] : []),
      ...(isDamaged ? [fault('checkpoints_damaged', Math.max(1, wanted))] : []),
    ],
    beyond: await beyondHead(runTx),
  };
  for await (const { errors, rows } of reading.run<CheckResult>(TASK, input, options))
    return { intact: errors.length === 0, rowsChecked: rows, errors, coveredRows, archivedRows };
  throw new Error('the check of the audit log gave no result');
}

const fault = (kind: AuditError['fault'], rowId: number): AuditError => ({
  rowId,
  fault: kind,
  expectedHash: '',
  actualHash: '',
});

/** Rows beyond the head. Read under the head's lock: without it, rows that are just being written would count. */
async function beyondHead(runTx: RunTx): Promise<AuditError[]> {
  return runTx(
    async ({ knex }) => {
      const head = await knex<AuditHead>('kernel_audit_head').where('id', 1).forUpdate().first();
      if (!head) return [];
      const rows = await knex<AuditRow>('kernel_audit')
        .where('row_id', '>', head.row_id)
        .orderBy('row_id')
        .limit(MAX_ERRORS);
      return rows.map(({ row_id, text }) => ({
        rowId: Number(row_id),
        fault: 'beyond_head' as const,
        expectedHash: '',
        actualHash: auditHash(text),
      }));
    },
    { name: 'audit.check', durable: false },
  );
}
