import type { AuditCheckpoints } from './checkpoints.ts';
import type { CheckInput, CheckResult } from './checkTask.ts';
import { auditHash, type AuditHead, type AuditRow } from './rows.ts';
import { MAX_ERRORS, type AuditError } from './walk.ts';
import type { Database } from '../../db/database.ts';
import type { Reading, ReadOptions } from '../../db/reading/types.ts';
import type { RunTx } from '../../db/tx.ts';

export type { AuditError, AuditFault } from './walk.ts';

export interface AuditCheck {
  intact: boolean;
  rowsChecked: number;
  /** The first 1,000, by row. */
  errors: AuditError[];
  /** Rows up to this one are covered by a checkpoint of this manager; newer ones by the chain alone. */
  coveredRows: number;
}

export interface CheckParts {
  db: Database;
  runTx: RunTx;
  reading: Pick<Reading, 'run'>;
  checkpoints: Pick<AuditCheckpoints, 'read' | 'lastRows'>;
}

/** Millions of rows take minutes. */
const TIMEOUT_MS = 900_000;
const TASK = new URL('./checkTask.ts', import.meta.url);

/**
 * Reads the whole chain, in a thread of its own, and compares it with its head and with the checkpoints of this
 * manager: reports what was edited, deleted, put elsewhere or cut off. Rows may be written meanwhile. Takes seconds
 * for 50,000 rows. Throws ReadFailed.
 */
export async function checkAudit(
  { db, runTx, checkpoints, reading }: CheckParts,
  options: ReadOptions = { timeoutMs: TIMEOUT_MS },
): Promise<AuditCheck> {
  // The order matters: rows that a checkpoint or the head names are there when the rows are read.
  const wanted = await checkpoints.lastRows();
  const { checkpoints: signed, invalid } = await checkpoints.read();
  const head = await db.knex<AuditHead>('kernel_audit_head').where('id', 1).first();
  const coveredRows = Math.max(0, ...signed.slice(-1).map(({ rows }) => rows));
  const rowId = Math.max(1, wanted);
  const damaged: AuditError = { rowId, fault: 'checkpoints_damaged', expectedHash: '', actualHash: '' };
  const input: CheckInput = {
    head: head ?? null,
    signed: signed.map(({ rows, hash }) => ({ rows, hash })),
    first: invalid > 0 || coveredRows < wanted ? [damaged] : [],
    beyond: await beyondHead(runTx),
  };
  for await (const { errors, rows } of reading.run<CheckResult>(TASK, input, options))
    return { intact: errors.length === 0, rowsChecked: rows, errors, coveredRows };
  throw new Error('the check of the audit log gave no result');
}

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
