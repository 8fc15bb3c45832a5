import { actors, AppError, type Context, definePlugin, type Tx, validationError } from '#sdk';
import type { ChangedBy } from '#sdk/identity.ts';
import type { GroupUse } from '#sdk/hosts.ts';
import { discoveryAddress } from './domain.ts';
import { ssoErrors } from './errors.ts';
import { ssoJobs } from './jobs.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { CodeModel, FlowModel, LinkModel } from './models.ts';
import { ssoRoutes } from './routes.ts';
import { linkedAmong } from './service/links.ts';
import { createProvider, type Provider } from './service/provider.ts';
import { ProviderError } from './service/providerError.ts';
import { callbackUrl, oidcSection, readOidc, type Stored } from './settings.ts';

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
    ctx.settings.inUpdate(oidcSection, async (tx, { after, by }) => {
      actors.requireFresh(by.actor, ctx.clock.now());
      await giveMapped(ctx, tx, after.role_mapping, by);
    });
    ctx.settings.beforeUpdate(oidcSection, async ({ before, after, by }) => {
      actors.requireFresh(by.actor, ctx.clock.now());
      await requireReadable(provider, before, after);
    });
    return {
      routes: ssoRoutes(ctx, provider),
      jobs: ssoJobs(ctx),
      hooks: {
        'hosts.groupUses': async ({ groupId }) => ({ uses: await mappedGroups(ctx, groupId) }),
        'identity.accountFacts': ({ accountIds }) => linkFacts(ctx, accountIds),
      },
      steps: {
        'kernel.restored': forgetSignIns,
        'identity.accountRemoved': (tx, { account }) => forgetAccount(tx, account.id),
        'identity.roleChanged': (tx, { role, permissions }) =>
          refuseMapped(ctx, tx, (row) => row.role === role && isUnlimitable(ctx, row, permissions)),
        'identity.roleRemoved': (tx, { role }) => refuseMapped(ctx, tx, (row) => row.role === role),
      },
    };
  },
});

type Switch = Pick<Stored, 'enabled' | 'discovery_url'>;

/**
 * What nobody could sign in with is not switched on. A provider that fails later keeps nobody from changing the other
 * settings. Throws VALIDATION_FAILED.
 */
async function requireReadable(provider: Provider, before: Switch, after: Switch): Promise<void> {
  const isSame = before.enabled && before.discovery_url === after.discovery_url;
  const address = discoveryAddress(after.discovery_url);
  if (!after.enabled || isSame || !address) return;
  try {
    await provider.discovery.read(address, { anew: true });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const message = `cannot be switched on, because its configuration could not be read. ${error.message}`;
    throw validationError([{ path: '/body/oidc/discovery_url', message }]);
  }
}

/** Sign-ins that were under way: their one-time codes may have been used since the backup. */
async function forgetSignIns({ knex }: Tx): Promise<void> {
  await FlowModel.query(knex).delete();
  await CodeModel.query(knex).delete();
}

type Row = (typeof oidcSection)['fields']['role_mapping']['fallback'][number];

/** Throws ROLE_NOT_FOUND, FORBIDDEN for a role that holds more than who maps to it, and VALIDATION_FAILED. */
async function giveMapped(ctx: Context, tx: Tx, rows: readonly Row[], by: ChangedBy): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const permissions = await ctx.core.identity.roles.give(tx, row.role, by);
    if (isUnlimitable(ctx, row, permissions))
      throw validationError([
        {
          path: `/body/oidc/role_mapping/${at}/group_ids`,
          message: `must be absent for the role ${row.role}, whose permissions need all hosts`,
        },
      ]);
  }
}

/** Whether the row limits to groups what no group limits. */
const isUnlimitable = (ctx: Context, row: Row, permissions: readonly string[]): boolean =>
  row.group_ids !== undefined && actors.concerningAll(ctx.permissions, permissions).length > 0;

async function refuseMapped(ctx: Context, tx: Tx, isMeant: (row: Row) => boolean): Promise<void> {
  const { role_mapping: rows } = await ctx.settings.getIn(tx, oidcSection);
  if (rows.some(isMeant))
    throw new AppError('ROLE_IN_USE', { message: 'A row of the mapping of single sign-on has this role.' });
}

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
