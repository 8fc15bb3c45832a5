import { defineCore, type Context } from '../../kernel/boot/feature.ts';
import { KNOWN_NETWORK_MS } from './domain.ts';
import { createUsers } from './migrations/001_create_users.ts';
import { createSignInNetworks } from './migrations/002_create_sign_in_networks.ts';
import { LoginFailureModel, RefreshTokenModel, SessionModel, SignInNetworkModel } from './models.ts';
import { identityRoutes } from './routes.ts';
import { createIdentityService } from './api.ts';

const CLEAN_EVERY_MS = 60 * 60_000;
const FAILURES_KEPT_MS = 24 * 60 * 60_000;

/** Users, sign-in and sessions. */
export const identityFeature = defineCore({
  name: 'identity',
  migrations: [createUsers, createSignInNetworks],
  errors: {
    INVALID_CREDENTIALS: { status: 401, retryable: false, message: 'User name or password is wrong.' },
    REFRESH_TOKEN_INVALID: {
      status: 401,
      retryable: false,
      message: 'The session has ended. Sign in again.',
    },
    ACCOUNT_DISABLED: {
      status: 403,
      retryable: false,
      message: 'The account is disabled. Ask an administrator.',
    },
    PASSWORD_CHANGE_REQUIRED: {
      status: 403,
      retryable: false,
      message: 'The password must be changed first.',
    },
    PASSWORD_TOO_WEAK: { status: 400, retryable: false, message: 'The password is too weak.' },
    ACCOUNT_LOCKED: { status: 423, retryable: true, message: 'Too many failed sign-ins. Try again later.' },
  },
  async setup(ctx) {
    const service = await createIdentityService(ctx);
    return {
      service,
      routes: identityRoutes(ctx, service),
      jobs: { 'identity.cleanSessions': { everyMs: CLEAN_EVERY_MS, run: () => cleanSessions(ctx) } },
    };
  },
});

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
