import { type Context, tables, type Tx } from '#sdk';
import type { ListRow } from '../models.ts';
import { packageRetention } from '../settings.ts';
import { DAY_MS, nextRevision } from './schedule.ts';

/** Changes that are kept of one host: one that changes all day long would fill the table. */
const MOST_OF_HOST = 300;
const BATCH = 500;

/** Drops what is old, and what nothing refers to any more. Hourly, on whichever manager comes first. */
export async function cleanUp(ctx: Context): Promise<void> {
  const now = await ctx.db.now();
  const { changes_days: days } = await ctx.settings.get(packageRetention);
  await dropOldChanges(ctx, new Date(now.getTime() - days * DAY_MS));
  await dropDeletedHosts(ctx, now);
  await inBatches(ctx, 'packages_diffs', (tx) =>
    tx.knex('packages_diffs').select('id').whereNotIn('id', tx.knex('packages_changes').select('diff_id')),
  );
  await inBatches(ctx, 'packages_lists', (tx) =>
    tx
      .knex('packages_lists')
      .select('id')
      .whereNotIn('id', tx.knex('packages_hosts').select('list_id').whereNotNull('list_id')),
  );
  await dropSegments(ctx);
}

async function dropOldChanges(ctx: Context, before: Date): Promise<void> {
  const { reader } = ctx.db;
  await inBatches(ctx, 'packages_changes', (tx) =>
    tx.knex('packages_changes').select('id').where('at', '<', before),
  );
  const full = { table: 'packages_changes', column: 'host_id', most: MOST_OF_HOST };
  for (const hostId of await tables.excessOf(reader, full))
    await inBatches(ctx, 'packages_changes', (tx) =>
      tx
        .knex('packages_changes')
        .select('id')
        .where('host_id', hostId)
        .orderBy([
          { column: 'at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .offset(MOST_OF_HOST),
    );
}

/** Drops the rows of deleted hosts once every index has read them or has begun anew. */
async function dropDeletedHosts(ctx: Context, now: Date): Promise<void> {
  const { reader } = ctx.db;
  const rows = (await reader('packages_hosts').where('live', 0).select('host_id')) as { host_id: string }[];
  if (rows.length === 0) return;
  await ctx.tx(
    async (tx) => {
      await tx
        .knex('packages_hosts')
        .where('live', 0)
        .whereNull('next_at')
        .update({ next_at: now.getTime() + DAY_MS });
      await tx.knex('packages_hosts').where('live', 0).where('next_at', '<=', now.getTime()).delete();
    },
    { durable: false, name: 'packages.dropHosts' },
  );
}

type Candidates = { limit(count: number): PromiseLike<unknown> };

/** Drops rows under the lock of the revision, so that no other transaction begins to refer to them. */
async function inBatches(ctx: Context, table: string, next: (tx: Tx) => Candidates): Promise<void> {
  for (let dropped = BATCH; dropped === BATCH;)
    dropped = await ctx.tx(
      async (tx) => {
        await nextRevision(tx);
        const ids = ((await next(tx).limit(BATCH)) as { id: string | number }[]).map(({ id }) => id);
        if (ids.length > 0) await tx.knex(table).whereIn('id', ids).delete();
        return ids.length;
      },
      { durable: false, name: 'packages.cleanUp' },
    );
}

async function dropSegments(ctx: Context): Promise<void> {
  for (let dropped = BATCH; dropped === BATCH;)
    dropped = await ctx.tx(
      async (tx) => {
        await nextRevision(tx);
        const used = new Set<number>();
        for (const { segments } of (await tx.knex('packages_lists').select('segments')) as ListRow[])
          for (const id of JSON.parse(segments) as number[]) used.add(id);
        const all = (await tx.knex('packages_segments').select('id')) as { id: number }[];
        const free = all.flatMap(({ id }) => (used.has(Number(id)) ? [] : [Number(id)])).slice(0, BATCH);
        if (free.length > 0) await tx.knex('packages_segments').whereIn('id', free).delete();
        return free.length;
      },
      { durable: false, name: 'packages.dropSegments' },
    );
}
