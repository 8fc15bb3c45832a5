/** For the suite of exports and imports: a manager, what people configured in it, and what was done. */
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { dialect, freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { ipAllowListPlugin } from '../ip-allow-list/plugin.ts';
import { notificationsPlugin } from '../notifications/plugin.ts';
import { webTlsPlugin } from '../web-tls/plugin.ts';
import { must } from './configuration.testing.ts';
import { configurationPlugin } from './plugin.ts';

/** One manager, its database, and whether its callers signed in too long ago. */
export interface World {
  place: FreshDatabase;
  kit: PluginTest;
  isStale: boolean;
}

/** From where all calls of this suite come, through a proxy. */
const ADDRESS = '203.0.113.7';
export const RULE = { match: 'all', conditions: [{ field: 'tag', operator: 'equals', value: 'env=prod' }] };

export async function setUp(world: World): Promise<void> {
  world.place = await freshDatabase(dialect);
  world.isStale = false;
  world.kit = await createPluginTest({
    plugins: [settingsFeature, notificationsPlugin, ipAllowListPlugin, webTlsPlugin, configurationPlugin],
    databaseUrl: world.place.address.url,
    hosts: 2,
    config: { trustedProxies: ['loopback'], secretKey: 'ab'.repeat(32) },
  });
  const { call } = world.kit;
  world.kit.call = (method, path, options) =>
    call(method, path, { ...options, headers: { 'x-forwarded-for': ADDRESS, ...options?.headers } });
  world.kit.ctx.hooks.add('test', {
    'http.beforeOperation': async ({ actor }) =>
      void (world.isStale && Object.assign(actor, { authenticatedAt: new Date(0) })),
  });
}

export async function tearDown({ kit, place }: World): Promise<void> {
  await kit.stop();
  await place.cleanup();
}

/** What was done, by the audit log, the oldest first. */
export const actions = async ({ ctx }: PluginTest) =>
  (await ctx.audit.list({ order: 'oldest', limit: 500 })).rows.map(({ content }) => content?.action);

/** Makes two groups, and settings with a secret. */
export async function furnish(kit: PluginTest): Promise<void> {
  const [first] = kit.hosts;
  await must(kit, 'POST', '/api/v1/groups', { name: 'Web', description: 'of the shop', rule: RULE });
  await must(kit, 'POST', '/api/v1/groups', { name: 'Databases', host_ids: [first?.id] });
  const smtp = { host: 'mail.example.org', port: 25, password: 'open sesame' };
  await must(kit, 'PUT', '/api/v1/settings', { smtp, polling: { health_poll_interval_secs: 45 } });
}
