import type { Context } from '#sdk';
import { CheckModel } from '../models.ts';
import type { Runs } from './freshRuns.ts';

/** The enabled checks of these hosts, by host; a host without any is missing. */
export async function enabledOf(
  { db }: Context,
  hostIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CheckModel[]>> {
  if (hostIds.length === 0) return new Map();
  const checks = await CheckModel.query(db.reader)
    .whereIn('host_id', [...hostIds])
    .where('enabled', 1)
    .orderBy(['host_id', 'name', 'id']);
  return Map.groupBy(checks, ({ hostId }) => hostId);
}

/**
 * Makes the checks due at once where a gate saw another status: pages show what the sweep says, so it must look again.
 */
export async function lookAgain(
  ctx: Context,
  seen: Iterable<readonly [readonly CheckModel[], Runs]>,
): Promise<void> {
  const ids = Array.from(seen).flatMap(([checks, runs]) =>
    checks.flatMap(({ id, status }) => (runs.get(id)?.status === status ? [] : [id])),
  );
  if (ids.length === 0) return;
  const nowMs = (await ctx.db.now()).getTime();
  await ctx.tx(
    async (tx) =>
      void (await tx
        .knex('health_checks_checks')
        .whereIn('id', ids)
        .where('next_check_at', '>', nowMs)
        .update({ next_check_at: nowMs })),
    { durable: false, name: 'health-checks.lookAgain' },
  );
}
