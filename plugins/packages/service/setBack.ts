import { CLOCKS_DIFFER_MS, type Context } from '../../../server/plugin.ts';
import { CHUNK, DAY_MS, FIRST_PER_SEC } from './schedule.ts';

/** No host is due later, and no lease ends later, than this from now: a day, by chance a tenth longer. */
const LONGEST_MS = 1.1 * DAY_MS + CLOCKS_DIFFER_MS;

/**
 * Makes those hosts due whose next reading, or whose lease, was written by a clock that was ahead and has been set back
 * since, some hundreds a minute: nobody would read their packages until it has come there again.
 */
export async function mendTimes(ctx: Context): Promise<void> {
  const nowMs = (await ctx.db.now()).getTime();
  const latest = nowMs + LONGEST_MS;
  const rows = (await ctx.db
    .reader('packages_hosts')
    .where('live', 1)
    .where((ahead) => void ahead.where('next_at', '>', latest).orWhere('lease_until', '>', latest))
    .select('host_id')) as { host_id: string }[];
  const ids = rows.map(({ host_id: id }) => id);
  for (let start = 0; start < ids.length; start += CHUNK)
    await ctx.tx(
      async ({ knex }) => {
        await knex('packages_hosts')
          .whereIn('host_id', ids.slice(start, start + CHUNK))
          .where('live', 1)
          .update({
            next_at: nowMs + (start / FIRST_PER_SEC) * 1_000,
            ...{ lease_owner: null, lease_until: null },
          });
      },
      { durable: false, name: 'packages.mendTimes' },
    );
}
