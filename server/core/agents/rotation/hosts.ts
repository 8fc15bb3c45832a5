import type { Context } from '#server/kernel/boot/feature.ts';
import { keysetPage, whereState } from '#server/kernel/db/keyset.ts';
import { insertModels } from '#server/kernel/db/model.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { HostEndpoint } from '../../hosts/api.ts';
import { RotationHostModel } from '../models.ts';
import type { RotationService } from '../rotation.ts';

/** A host that has been silent for longer is not tried until it has answered the poller. */
const SEEN_MS = 600_000;

/** Hosts that have answered lately. */
export async function seenHosts(ctx: Context): Promise<HostEndpoint[]> {
  const { healthPollIntervalSecs } = await ctx.core.hosts.pollingSettings();
  const silentMs = Math.max(SEEN_MS, 3_000 * healthPollIntervalSecs);
  return ctx.core.hosts.endpoints({ seenSince: new Date(ctx.clock.now().getTime() - silentMs) });
}

/** Ids of live hosts that were not yet reached under the root that stays. */
export async function hostsLeft(ctx: Context, tx: Tx): Promise<string[]> {
  const rows = await RotationHostModel.query(tx.knex).select('host_id').where('state', 'done');
  const done = new Set(rows.map(({ hostId }) => hostId));
  const live = await ctx.core.hosts.endpoints();
  return live.flatMap(({ hostId }) => (done.has(hostId) ? [] : hostId));
}

/** Adds hosts that were enrolled since the rotation began. */
export async function addMissing(ctx: Context): Promise<void> {
  const rows = await RotationHostModel.query(ctx.db.reader).select('host_id');
  const known = new Set(rows.map(({ hostId }) => hostId));
  const missing = (await ctx.core.hosts.endpoints()).filter(({ hostId }) => !known.has(hostId));
  if (missing.length === 0) return;
  const now = ctx.clock.now();
  const added = missing.map(({ hostId }) => ({
    hostId,
    state: 'waiting' as const,
    failures: 0,
    problem: null,
    nextAttemptAt: now,
    changedAt: now,
  }));
  await ctx.tx((tx) => insertModels(RotationHostModel, tx.knex, added), {
    durable: false,
    name: 'agents.addRotationHosts',
  });
}

/** For a host that is deleted: it depends on no root any more. */
export async function forgetRotationHost(tx: Tx, hostId: string): Promise<void> {
  await RotationHostModel.query(tx.knex).where('host_id', hostId).delete();
}

/** See RotationService.hosts. */
export const listHosts =
  (ctx: Context): RotationService['hosts'] =>
  async ({ state, stateNot, failing, ...page }) => {
    const found = RotationHostModel.query(ctx.db.reader);
    whereState(found, { state, stateNot });
    if (failing) found.where('failures', '>', 0).whereNot('state', 'done');
    const { rows: hosts, ...more } = await keysetPage(found, page);
    return { hosts, ...more };
  };
