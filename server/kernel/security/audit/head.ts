import type { Knex } from 'knex';

/**
 * Throws where no row could be added to the log, and so nobody could sign in or change anything: the database is of
 * several moments, the head of the log from an earlier one than its rows.
 */
export async function assertHead(reader: Knex): Promise<void> {
  // One statement, because other managers add rows.
  const found = (await reader('kernel_audit_head')
    .where('id', 1)
    .select('row_id', reader('kernel_audit').max('row_id').as('last'))
    .first()) as { row_id: number; last: number | null } | undefined;
  if (found && Number(found.last) <= Number(found.row_id)) return;
  const torn = found
    ? `goes on after its row ${found.row_id}, which should be the last, up to row ${found.last}`
    : 'has lost the row that names its end';
  throw new Error(
    `The audit log ${torn}. The database is probably from a copy that was taken while a manager wrote (a dump without --single-transaction, say): restore one that is of one moment.`,
  );
}
