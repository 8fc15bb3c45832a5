import { definePlugin, requireFresh, type Context, type Tx } from '../../server/plugin.ts';
import { ssoErrors } from './errors.ts';
import { ssoJobs } from './jobs.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { CodeModel, FlowModel, LinkModel } from './models.ts';
import { ssoRoutes } from './routes.ts';
import { linkedAmong } from './service/links.ts';
import { createProvider } from './service/provider.ts';
import { callbackUrl, oidcSection } from './settings.ts';

/** Signing in through a provider of OpenID Connect. */
export const ssoPlugin = definePlugin({
  name: 'sso',
  requires: ['identity'],
  optional: ['users'],
  settings: [oidcSection],
  migrations: [createTables],
  errors: ssoErrors,
  answers: ['identity.accountFacts'],
  joins: ['identity.accountRemoved'],
  setup(ctx) {
    const provider = createProvider(ctx);
    ctx.settings.derive('sso_callback_url', () => callbackUrl(ctx.config));
    // Whoever changes the provider, or maps a value to a role, can make administrators.
    ctx.settings.inUpdate(oidcSection, async (_tx, { by }) => requireFresh(by.actor, ctx.clock.now()));
    return {
      routes: ssoRoutes(ctx, provider),
      jobs: ssoJobs(ctx),
      hooks: { 'identity.accountFacts': ({ accountIds }) => linkFacts(ctx, accountIds) },
      steps: { 'identity.accountRemoved': (tx, { account }) => forgetAccount(tx, account.id) },
    };
  },
});

async function linkFacts(ctx: Context, accountIds: readonly string[]) {
  const linked = await linkedAmong(ctx, accountIds);
  return new Map(accountIds.map((id) => [id, { ssoLinked: linked.has(id) }]));
}

async function forgetAccount({ knex }: Tx, accountId: string): Promise<void> {
  const own = { account_id: accountId };
  await LinkModel.query(knex).where(own).delete();
  await CodeModel.query(knex).where(own).delete();
  await FlowModel.query(knex).where(own).delete();
}
