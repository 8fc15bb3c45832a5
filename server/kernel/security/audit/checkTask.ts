import type { ReadDatabase } from '../../db/reading/types.ts';
import type { AuditHead, AuditRow } from './rows.ts';
import { Walk, type AuditError, type WalkBase } from './walk.ts';

/** What is known before the rows are read. */
export interface CheckInput {
  /** Null: it is missing. */
  head: AuditHead | null;
  signed: readonly { rows: number; hash: string }[];
  /** Rows up to this one were archived; those of them that are still there do not count. */
  base: WalkBase;
  /** Errors found before. */
  first: readonly AuditError[];
  /** Rows after the one that the head names. */
  beyond: readonly AuditError[];
}

export interface CheckResult {
  rows: number;
  errors: AuditError[];
}

const BATCH = 400;

/** Reads the whole chain and judges it; yields one result. */
export async function* task({ knex }: ReadDatabase, input: CheckInput): AsyncIterable<CheckResult> {
  const { head, signed, base, first, beyond } = input;
  const walk = new Walk(head ?? undefined, signed, base);
  for (const error of first) walk.add(error);
  const batch = (after: number): Promise<AuditRow[]> => {
    const query = knex<AuditRow>('kernel_audit').where('row_id', '>', after);
    return (head ? query.where('row_id', '<=', Number(head.row_id)) : query)
      .orderBy('row_id')
      .limit(BATCH)
      .then((rows) => rows);
  };
  for (let coming: Promise<AuditRow[]> | null = batch(base.rows); coming;) {
    const rows: AuditRow[] = await coming;
    const last = rows[BATCH - 1];
    // The database reads the next rows while these are judged.
    coming = last ? batch(Number(last.row_id)) : null;
    // A failure of that read is thrown where it is awaited; this keeps it from being unhandled if judging fails before.
    coming?.catch(() => undefined);
    for (const row of rows) {
      row.row_id = Number(row.row_id);
      walk.next(row);
    }
  }
  walk.end(new Set(beyond.map(({ rowId }) => rowId)));
  for (const error of beyond) walk.add(error);
  yield { rows: walk.rows, errors: walk.errors };
}
