import type { AuditBase } from './base.ts';
import type { AuditCheck } from './check.ts';
import type { AuditCheckpoints, PublicKey } from './checkpoints.ts';
import type { Clock } from '../../clock.ts';
import type { AuditExport, AuditFilters } from './exported/write.ts';
import type { AuditPage, AuditQuery, AuditRead } from './read.ts';
import { auditRow, type AuditEntry, type AuditHead, type AuditRow } from './rows.ts';
import { insertChunked } from '../../db/database.ts';
import type { ReadOptions, ReadQuery } from '../../db/reading/types.ts';
import type { Tx } from '../../db/tx.ts';

export type { AuditExport, AuditFilters } from './exported/write.ts';
export type { AuditEntryRead, AuditPage, AuditQuery } from './read.ts';
export type { AuditEntry } from './rows.ts';

export interface Audit {
  /**
   * Adds one row to the hash chain, in the caller's transaction. The rows of a transaction are collected and
   * written as its last statements, so that the head of the chain, which all transactions share, is locked
   * after everything else and for as short as can be. When they cannot be written, the transaction fails.
   */
  record(tx: Tx, entry: AuditEntry): void;
  /** One page of the log, at most 500 rows. Throws VALIDATION_FAILED for a cursor that no page gave. */
  list(query: AuditQuery): Promise<AuditPage>;
  /** Number of rows that the query's filters leave; its cursor and limit do not count. */
  count(query: AuditQuery): Promise<number>;
  /** For a long read: the query for the rows of that time, oldest first; `auditEntryOf` reads them. */
  readQuery(query: AuditRead): Promise<ReadQuery>;
  /** Compares the chain with its hashes, its head and this manager's checkpoints, in a thread of its own. */
  check(options?: ReadOptions): Promise<AuditCheck>;
  /** Prepares rows for a file; the caller records `audit.exported` before handing it out. */
  export(filters: AuditFilters): Promise<AuditExport>;
  /** The key with which this manager's checkpoints and exports are checked elsewhere. */
  publicKey(): PublicKey;
  /** Where the log begins after rows were archived; null: with its first row, or nobody can say (`check` tells). */
  archived(): Promise<AuditBase | null>;
}

/** Is told of rows once they are committed. */
type Listener = Pick<AuditCheckpoints, 'note'>;

const PENDING = Symbol('audit');

export function createAudit(clock: Clock, listener: Listener): Pick<Audit, 'record'> {
  return {
    record(tx, entry) {
      const pending = tx.scratch.get(PENDING) as AuditEntry[] | undefined;
      if (pending) return void pending.push(entry);
      const entries = [entry];
      tx.runLast((last) => append(last, entries, clock.now()));
      tx.afterCommit(() => listener.note(entries.length));
      tx.scratch.set(PENDING, entries);
    },
  };
}

async function append(tx: Tx, entries: AuditEntry[], at: Date): Promise<void> {
  const head = await tx.knex<AuditHead>('kernel_audit_head').where('id', 1).forUpdate().first();
  if (!head) throw new Error('the audit head row is missing');
  let rowId = Number(head.row_id);
  let hash = head.hash;
  const rows: AuditRow[] = entries.map((entry) => {
    const row = auditRow(entry, { rowId: ++rowId, at, prevHash: hash });
    hash = row.hash;
    return row;
  });
  await insertChunked(tx.knex, 'kernel_audit', rows);
  await tx.knex('kernel_audit_head').where('id', 1).update({ row_id: rowId, hash });
}
