import type { Context, FeatureSetup } from '../../kernel/boot/feature.ts';
import { KNOWN_NETWORK_MS } from './domain.ts';
import { LoginFailureModel, RefreshTokenModel, SessionModel, SignInNetworkModel } from './models.ts';

const CLEAN_EVERY_MS = 60 * 60_000;
const FAILURES_KEPT_MS = 24 * 60 * 60_000;

export function identityJobs(ctx: Context): FeatureSetup<'identity'>['jobs'] {
  return { 'identity.cleanSessions': { everyMs: CLEAN_EVERY_MS, run: () => cleanSessions(ctx) } };
}

async function cleanSessions(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.tx(async ({ knex }) => {
    const over = SessionModel.query(knex).where('expires_at', '<=', now).select('id');
    await RefreshTokenModel.query(knex).whereIn('session_id', over).delete();
    await SessionModel.query(knex).where('expires_at', '<=', now).delete();
    await LoginFailureModel.query(knex)
      .where('updated_at', '<', new Date(now.getTime() - FAILURES_KEPT_MS))
      .delete();
    await SignInNetworkModel.query(knex)
      .where('last_at', '<', new Date(now.getTime() - KNOWN_NETWORK_MS))
      .delete();
  });
}
