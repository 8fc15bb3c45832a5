/** Whoever imports a configuration gives no more rights by it than by hand: nobody maps to a role that holds more than he. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { codeOf } from '../../test/support/pluginManager.ts';
import { configurationPlugin } from '../configuration/plugin.ts';
import { exported, must, plan, send } from '../configuration/configuration.testing.ts';
import { ssoPlugin } from './plugin.ts';

interface World {
  kit: PluginTest;
  /** What the caller does not hold, though he may change settings. */
  lacks: readonly string[];
}

const test = suite<World>('a mapping of single sign-on gives no more than its author has');
test.before.each(async (world) => {
  world.lacks = [];
  world.kit = await createPluginTest({
    plugins: [settingsFeature, ssoPlugin, configurationPlugin],
    hosts: 1,
    config: { secretKey: 'ab'.repeat(32) },
  });
  world.kit.ctx.hooks.add('test', {
    'http.beforeOperation': async ({ actor }) => {
      const permissions = actor.permissions.filter((one) => !world.lacks.includes(one));
      Object.assign(actor, { permissions });
      return undefined;
    },
  });
});
test.after.each(({ kit }) => kit.stop());

const mapped = (role: string) => ({ role_claim: 'groups', role_mapping: [{ value: 'chiefs', role }] });
const fileWith = (role: string) => ({
  version: 1,
  parts: { settings: { oidc: mapped(role), polling: { health_poll_interval_secs: 45 } } },
});

test('an import that maps to a role beyond its author is refused, and nothing of it stays', async (world) => {
  const { kit } = world;
  const before = JSON.stringify(await exported(kit));
  world.lacks = ['jobs:run'];
  for (const role of ['admin', 'operator']) {
    const file = fileWith(role);
    assert.is(codeOf(await send(kit, file, (await plan(kit, file)).hash)), '403 FORBIDDEN', role);
  }
  assert.is(JSON.stringify(await exported(kit)), before);
  const allowed = fileWith('reporter');
  assert.is((await send(kit, allowed, (await plan(kit, allowed)).hash)).status, 200, 'what he has himself');
});

test('the same by hand, and a row that somebody with more has made stays as it is', async (world) => {
  const { kit } = world;
  const put = (oidc: object) => kit.call('PUT', '/api/v1/settings', { body: { oidc } });
  await must(kit, 'PUT', '/api/v1/settings', { oidc: mapped('operator') });
  world.lacks = ['jobs:run'];
  assert.is(codeOf(await put(mapped('admin'))), '403 FORBIDDEN');
  const { oidc } = await must<{ oidc: { role_mapping: { role: string }[] } }>(kit, 'GET', '/api/v1/settings');
  assert.equal(
    oidc.role_mapping.map(({ role }) => role),
    ['operator'],
  );
});

test.run();
