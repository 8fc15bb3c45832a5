/** What the suites of this plugin share. */
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { createOutbound } from '../../server/kernel/http/outbound.ts';
import { judgeOutbound } from '../../server/kernel/http/outboundPolicy.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import type { Context } from '../../server/plugin.ts';
import { createPluginTest, type PluginTest, type TestAnswer } from '../../server/pluginTesting.ts';
import { MAIL_HOST } from './mailServer.testing.ts';
import { notificationsPlugin } from './plugin.ts';

export type Schemas = components['schemas'];

export interface World {
  place: FreshDatabase;
  kit: PluginTest;
}

export const HOOK_HOST = 'hooks.example.test';

/** As the manager's own way out, with names of tests and one address of this machine standing for the network. */
export const outbound = createOutbound({
  resolve: (name) => {
    if (name === MAIL_HOST || name === HOOK_HOST || name === 'other.example.test')
      return Promise.resolve(['127.0.0.1']);
    return Promise.resolve(name === 'metadata.example.test' ? ['169.254.169.254'] : []);
  },
  judge: (address, reach) => (address === '127.0.0.1' ? null : judgeOutbound(address, reach, [])),
});

/** The plugin as it ships, but for where the names lead. */
export const testNotifications: AnyFeature = {
  ...notificationsPlugin,
  setup: (ctx: Context) => notificationsPlugin.setup({ ...ctx, outbound }),
};

const dialect = process.env['TEST_DIALECT'] === 'mariadb' ? 'mariadb' : 'sqlite';

/** A manager of the database; with `beside`, another one that shares clock, database and agents. */
export async function manager(
  place: FreshDatabase,
  options: Partial<Parameters<typeof createPluginTest>[0]> & { beside?: PluginTest } = {},
): Promise<PluginTest> {
  const { beside, ...more } = options;
  return createPluginTest({
    plugins: [settingsFeature, testNotifications],
    config: { secretKey: 'ab'.repeat(32), publicUrl: 'https://fleet.example.test' },
    ...(place.address.url ? { databaseUrl: place.address.url } : { databaseFile: place.address.file }),
    ...(beside ? { clock: beside.clock, known: beside.hosts } : {}),
    ...more,
  });
}

export async function setUp(world: World, hosts = 0): Promise<void> {
  world.place = await freshDatabase(dialect);
  world.kit = await manager(world.place, { hosts });
}

export async function tearDown({ kit, place }: World): Promise<void> {
  await kit.stop();
  await place.cleanup();
}

export const codeOf = ({ status, body }: TestAnswer): string =>
  `${status} ${(body as { error?: { code: string } } | null)?.error?.code ?? ''}`.trim();

export async function made<T>(answer: Promise<TestAnswer>, status = 201): Promise<T> {
  const { status: got, body } = await answer;
  assert.is(got, status, JSON.stringify(body));
  return body as T;
}

/** Switches mail on, to one recipient, by a server on this port. */
export async function configure(
  kit: PluginTest,
  port: number,
  {
    smtp = {},
    notification = {},
  }: {
    smtp?: Schemas['UpdateSmtpSettings'];
    notification?: Schemas['UpdateNotificationSettings'];
  } = {},
): Promise<Schemas['Settings']> {
  const body: Schemas['UpdateSettingsRequest'] = {
    smtp: {
      ...{ enabled: true, host: MAIL_HOST, port, from: 'fleetmend@example.test', tls_mode: 'none' },
      ...smtp,
    },
    notification: { email_enabled: true, recipients: ['olga@example.test'], ...notification },
  };
  return made(kit.call('PUT', '/api/v1/settings', { body }), 200);
}
