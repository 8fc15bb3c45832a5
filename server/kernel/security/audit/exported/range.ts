import type { Knex } from 'knex';
import { fromTs, ts } from '../../../db/database.ts';
import type { AuditHead } from '../rows.ts';
import { SLACK_MS, type AuditQuery } from '../read.ts';

/** Both ends inclusive. */
export interface RowRange {
  fromRow: number;
  toRow: number;
}

/**
 * The rows from the first that is not older than `from` to the last that is older than `to`, both by row number, and up
 * to the newest that there is now; null where there are none. Rows up to `archived` do not count. Reads the index of times at both ends only.
 */
export async function rangeOf(
  reader: Knex,
  { from, to }: Pick<AuditQuery, 'from' | 'to'>,
  archived: number,
): Promise<RowRange | null> {
  const head = await reader<AuditHead>('kernel_audit_head').where('id', 1).first();
  const newest = head ? Number(head.row_id) : await lastRow(reader);
  // The log begins with the row after the archived ones: if that is gone, the check of the file must find out.
  const fromRow = from ? await firstFrom(reader, from, archived) : archived + 1;
  const toRow = to ? await lastBefore(reader, to) : newest;
  if (fromRow === null || toRow === null || newest === null) return null;
  return fromRow <= Math.min(toRow, newest) ? { fromRow, toRow: Math.min(toRow, newest) } : null;
}

interface Times {
  at: unknown;
}

async function lastRow(reader: Knex): Promise<number | null> {
  const row = (await reader('kernel_audit').max({ row_id: 'row_id' }).first()) as { row_id: unknown };
  return row.row_id === null ? null : Number(row.row_id);
}

/** Rows with a later time may have a smaller number when a manager's clock is ahead, but not by more than the slack. */
async function firstFrom(reader: Knex, from: Date, archived: number): Promise<number | null> {
  const rows = () => reader('kernel_audit').where('row_id', '>', archived).where('at', '>=', ts(from));
  const earliest = fromTs(((await rows().orderBy('at').first('at')) as Times | undefined)?.at);
  if (!earliest) return null;
  const near = rows().where('at', '<=', ts(earliest.getTime() + SLACK_MS));
  return Number(((await near.min({ row_id: 'row_id' }).first()) as { row_id: unknown }).row_id);
}

async function lastBefore(reader: Knex, to: Date): Promise<number | null> {
  const rows = () => reader('kernel_audit').where('at', '<', ts(to));
  const latest = fromTs(((await rows().orderBy('at', 'desc').first('at')) as Times | undefined)?.at);
  if (!latest) return null;
  const near = rows().where('at', '>=', ts(latest.getTime() - SLACK_MS));
  return Number(((await near.max({ row_id: 'row_id' }).first()) as { row_id: unknown }).row_id);
}
