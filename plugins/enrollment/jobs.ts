import { actors, type Context } from '#sdk';
import { RequestModel, TokenModel } from './models.ts';
import { FIRST_POLL_JOB, pollFirst, type FirstPoll } from './service/firstPoll.ts';

const EXPIRE_EVERY_MS = 5 * 60_000;
const BATCH = 200;
/** How long decided requests and dead tokens are kept, so that people can look at them. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

export function enrollmentJobs(ctx: Context) {
  return {
    'enrollment.expireRequests': { everyMs: EXPIRE_EVERY_MS, run: () => expireRequests(ctx) },
    [FIRST_POLL_JOB]: { run: (data: unknown) => pollFirst(ctx, data as FirstPoll) },
  };
}

/** Writes states that follow from the time. Readers do not wait for that (`stateAt`). */
export async function expireRequests(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const longAgo = new Date(now.getTime() - KEPT_MS);
  if (!(await isAnythingDue(ctx, now, longAgo))) return;
  await ctx.tx(
    async (tx) => {
      const over = await RequestModel.query(tx.knex)
        .where('state', 'pending')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(BATCH);
      for (const { id, machineId, fqdn } of over) {
        const changed = await RequestModel.query(tx.knex)
          .where({ id, state: 'pending' })
          .patch({ state: 'expired', decidedAt: now });
        if (changed === 0) continue;
        ctx.audit.record(tx, {
          actor: actors.system,
          address: null,
          action: 'enrollment.expired',
          resource: { kind: 'enrollment', id, name: fqdn },
          before: { status: 'pending' },
          after: { status: 'expired', machine_id: machineId, fqdn },
        });
      }
      await RequestModel.query(tx.knex)
        .whereNot('state', 'pending')
        .where('expires_at', '<', longAgo)
        .delete();
      await TokenModel.query(tx.knex).where('expires_at', '<', longAgo).delete();
    },
    { name: 'expire enrollments' },
  );
}

/** Nearly always there is nothing to do, and then nothing is written. */
async function isAnythingDue(ctx: Context, now: Date, longAgo: Date): Promise<boolean> {
  const { reader } = ctx.db;
  const request = await RequestModel.query(reader)
    .where((over) => void over.where('state', 'pending').where('expires_at', '<=', now))
    .orWhere('expires_at', '<', longAgo)
    .first();
  return (
    request !== undefined ||
    (await TokenModel.query(reader).where('expires_at', '<', longAgo).first()) !== undefined
  );
}
