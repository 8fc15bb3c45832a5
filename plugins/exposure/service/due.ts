import type { Tx } from '#sdk';

/** Rows of one statement: each has one value, and SQLite takes 32,766 of them. */
const CHUNK = 500;

/**
 * Marks hosts as due, in the transaction that changed what they lack, so that it is taken in anew. Hosts that are
 * already due stay so.
 */
export async function makeDue({ knex }: Tx, hostIds: readonly string[]): Promise<void> {
  for (let at = 0; at < hostIds.length; at += CHUNK)
    await knex('exposure_due')
      .insert(hostIds.slice(at, at + CHUNK).map((id) => ({ host_id: id })))
      .onConflict('host_id')
      .ignore();
}

/** Marks every host that was taken in before as due: the data that rows are made from has changed. */
export async function makeAllDue({ knex }: Tx): Promise<void> {
  const known = knex('exposure_hosts')
    .select('host_id')
    .whereNotIn('host_id', knex('exposure_due').select('host_id'));
  await knex(knex.raw('exposure_due (host_id)') as unknown as string).insert(known);
}
