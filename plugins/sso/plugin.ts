import { actors, type Context, definePlugin, type Tx } from '#sdk';
import type { GroupUse } from '#sdk/hosts.ts';
import { ssoErrors } from './errors.ts';
import { ssoJobs } from './jobs.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { CodeModel, FlowModel, LinkModel } from './models.ts';
import { ssoRoutes } from './routes.ts';
import { linkedAmong } from './service/links.ts';
import { createProvider } from './service/provider.ts';
import { callbackUrl, oidcSection, readOidc } from './settings.ts';

/** Signing in through a provider of OpenID Connect. */
export const ssoPlugin = definePlugin({
  name: 'sso',
  requires: ['identity', 'users?'],
  settings: [oidcSection],
  migrations: [createTables],
  errors: ssoErrors,
  setup(ctx) {
    const provider = createProvider(ctx);
    ctx.settings.derive('sso_callback_url', () => callbackUrl(ctx.config));
    // Whoever changes the provider, or maps a value to a role, can make administrators.
    ctx.settings.inUpdate(oidcSection, async (_tx, { by }) => actors.requireFresh(by.actor, ctx.clock.now()));
    return {
      routes: ssoRoutes(ctx, provider),
      jobs: ssoJobs(ctx),
      hooks: {
        'hosts.groupUses': async ({ groupId }) => ({ uses: await mappedGroups(ctx, groupId) }),
        'identity.accountFacts': ({ accountIds }) => linkFacts(ctx, accountIds),
      },
      steps: { 'identity.accountRemoved': (tx, { account }) => forgetAccount(tx, account.id) },
    };
  },
});

/** Rows of the mapping limit people to groups before the first of them has signed in. */
async function mappedGroups(ctx: Context, groupId: string | null): Promise<GroupUse[]> {
  const { roleMapping } = await readOidc(ctx);
  const ids = new Set(roleMapping.flatMap(({ groupIds }) => groupIds ?? []));
  return [...ids]
    .filter((id) => groupId === null || id === groupId)
    .map((id) => ({ groupId: id, kind: 'scope', id: null, name: 'Mapping of single sign-on' }));
}

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
