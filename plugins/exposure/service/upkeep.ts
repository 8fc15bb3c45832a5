import type { Context } from '#sdk';
import { deleteUnlacked } from './advisoryRows.ts';
import { deleteWithoutFindings } from './cveRows.ts';
import { makeDue } from './due.ts';
import { takeTurn } from './standings.ts';
import { closedKeptSince, exposureRetention } from '../settings.ts';
import { deleteOrphans, endOldClaims } from './imports.ts';

const DAY_MS = 86_400_000;
/** Rows that one transaction deletes. */
const BATCH = 500;
/** Hosts that one transaction makes due. */
const HOSTS = 1_000;

/** Makes hosts due that were never taken in, or all of them: what they lack may have changed while the plugin was off. */
export async function catchUp(ctx: Context, which: 'unknown' | 'all'): Promise<void> {
  const { reader } = ctx.db;
  const live = (await ctx.core.hosts.endpoints()).map(({ hostId }) => hostId);
  const rows = (await reader('exposure_hosts').select('host_id')) as { host_id: string }[];
  const known = new Set(rows.map(({ host_id: id }) => id));
  // Hosts that were deleted meanwhile are due, too, so that their rows are deleted.
  const there = new Set(live);
  const gone = [...known].filter((id) => !there.has(id));
  const due = [...(which === 'all' ? live : live.filter((id) => !known.has(id))), ...gone];
  for (let at = 0; at < due.length; at += HOSTS)
    await ctx.tx((tx) => makeDue(tx, due.slice(at, at + HOSTS)), {
      name: 'exposure.catchUp',
      durable: false,
    });
}

/**
 * Deletes rows that were closed, or expired, before the time for which they are kept, CVEs with their last row, and
 * advisories that no host lacks any more. Running again is harmless.
 */
export async function cleanUp(ctx: Context): Promise<void> {
  const now = (await ctx.db.now()).getTime();
  const closed = await closedKeptSince(ctx);
  const { exceptions_days: days } = await ctx.settings.get(exposureRetention);
  const expired = new Date(now - days * DAY_MS);
  await deleteOld(ctx, { table: 'exposure_findings', column: 'closed_at', before: closed });
  await deleteOld(ctx, { table: 'exposure_patches', column: 'closed_at', before: closed });
  await deleteOld(ctx, { table: 'exposure_exceptions', column: 'expires_at', before: expired });
  for (const deleteSome of [deleteWithoutFindings, deleteUnlacked]) {
    const some = (): Promise<number> =>
      ctx.tx(
        async (tx) => {
          // The take-in counts hosts: it must not find a row gone that it is about to count for.
          await takeTurn(tx);
          return deleteSome(tx, BATCH);
        },
        { name: 'exposure.cleanUp', durable: false },
      );
    while ((await some()) === BATCH);
  }
  await endOldClaims(ctx);
  await deleteOrphans(ctx);
}

async function deleteOld(
  ctx: Context,
  { table, column, before }: { table: string; column: string; before: Date },
): Promise<void> {
  const some = (): Promise<number> =>
    ctx.tx(
      async ({ knex }) => {
        const rows = (await knex(table).where(column, '<', before).limit(BATCH).select('id')) as {
          id: string;
        }[];
        return knex(table)
          .whereIn(
            'id',
            rows.map(({ id }) => id),
          )
          .delete();
      },
      { name: 'exposure.cleanUp', durable: false },
    );
  while ((await some()) === BATCH);
}
