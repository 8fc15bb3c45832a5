import type { Knex } from 'knex';
import { fromTs, ts } from '../../db/database.ts';

/** Managers' clocks differ by seconds at most, so rows this far apart in time lie in the order of their ids. */
export const SLACK_MS = 3_600_000;

/** Of rows that lie within an hour. */
export interface Ids {
  smallest: number;
  largest: number;
}

/** Of the first hour with any row from that time on; null: there is none. Rows up to `archived` do not count. */
export async function idsFrom(reader: Knex, ms: number, archived = 0): Promise<Ids | null> {
  const rows = reader('kernel_audit').where('at', '>=', ts(ms));
  if (archived > 0) rows.where('row_id', '>', archived);
  const first = await timeOf(rows.clone().orderBy('at'));
  return first && idsOf(rows.where('at', '<=', ts(first.getTime() + SLACK_MS)));
}

/** Of the last hour with any row before that time; null: there is none. */
export async function idsBefore(reader: Knex, ms: number): Promise<Ids | null> {
  const rows = reader('kernel_audit').where('at', '<', ts(ms));
  const last = await timeOf(rows.clone().orderBy('at', 'desc'));
  return last && idsOf(rows.where('at', '>=', ts(last.getTime() - SLACK_MS)));
}

/** Whether a clock that was ahead has been set back, and has not got there again: then times tell nothing of ids. */
export async function areTimesAhead(reader: Knex): Promise<boolean> {
  const head = reader('kernel_audit_head').where('id', 1).select('row_id');
  const last = await timeOf(reader('kernel_audit').where('row_id', head));
  const latest = await timeOf(reader('kernel_audit').orderBy('at', 'desc'));
  return latest !== null && last !== null && latest.getTime() - last.getTime() > SLACK_MS;
}

const timeOf = async (rows: Knex.QueryBuilder): Promise<Date | null> =>
  fromTs(((await rows.first('at')) as { at: unknown } | undefined)?.at);

async function idsOf(rows: Knex.QueryBuilder): Promise<Ids> {
  const { smallest, largest } = (await rows
    .min({ smallest: 'row_id' })
    .max({ largest: 'row_id' })
    .first()) as Record<keyof Ids, number | string>;
  return { smallest: Number(smallest), largest: Number(largest) };
}
