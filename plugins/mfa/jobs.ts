import type { Context } from '#sdk';
import { ChallengeModel, SetupModel } from './models.ts';

const EXPIRE_EVERY_MS = 5 * 60_000;

export function mfaJobs(ctx: Context) {
  return { 'mfa.expireOffers': { everyMs: EXPIRE_EVERY_MS, run: () => expireOffers(ctx) } };
}

/** Deletes challenges and secrets that nobody answered. They have expired in any case; this frees their space. */
export async function expireOffers(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const { tableName } of [ChallengeModel, SetupModel]) {
    if (!(await ctx.db.reader(tableName).where('expires_at', '<=', now).first('expires_at'))) continue;
    await ctx.tx(async ({ knex }) => void (await knex(tableName).where('expires_at', '<=', now).delete()), {
      durable: false,
      name: 'expire offers',
    });
  }
}
