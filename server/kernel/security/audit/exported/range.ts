import type { Knex } from 'knex';
import type { AuditHead } from '../rows.ts';
import { idsBefore, idsFrom } from '../idsByTime.ts';
import type { AuditQuery } from '../read.ts';

/** Both ends inclusive. */
export interface RowRange {
  fromRow: number;
  toRow: number;
}

/**
 * The rows from the first that is not older than `from` to the last that is older than `to`, both by row number, and up
 * to the newest that there is now; null where there are none. Rows up to `archived` do not count. Reads the index of
 * times at both ends only.
 */
export async function rangeOf(
  reader: Knex,
  { from, to }: Pick<AuditQuery, 'from' | 'to'>,
  archived: number,
): Promise<RowRange | null> {
  const head = await reader<AuditHead>('kernel_audit_head').where('id', 1).first();
  const newest = head ? Number(head.row_id) : await lastRow(reader);
  // The log begins with the row after the archived ones: if that is gone, the check of the file must find out.
  const fromRow = from ? (await idsFrom(reader, from.getTime(), archived))?.smallest : archived + 1;
  const toRow = to ? (await idsBefore(reader, to.getTime()))?.largest : newest;
  if (fromRow === undefined || toRow === undefined || toRow === null || newest === null) return null;
  return fromRow <= Math.min(toRow, newest) ? { fromRow, toRow: Math.min(toRow, newest) } : null;
}

async function lastRow(reader: Knex): Promise<number | null> {
  const row = (await reader('kernel_audit').max({ row_id: 'row_id' }).first()) as { row_id: unknown };
  return row.row_id === null ? null : Number(row.row_id);
}
