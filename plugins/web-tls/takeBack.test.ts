// databases: sqlite, mariadb (night)
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '../../test/support/databases.ts';
import type { components } from '../../generated/manager.ts';
import { createAuthority, issuePair } from '../../server/core/agents/pki/pki.testing.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import type { PluginTest, TestAnswer } from '#sdk/testing.ts';
import type { FreshDatabase } from '../../test/support/databases.ts';
import { codeOf, freshPlace, made, openManager } from '../../test/support/pluginManager.ts';
import { webTlsPlugin } from './plugin.ts';

type WebTls = components['schemas']['WebTls'];

interface World {
  place: FreshDatabase;
  one: PluginTest;
  other: PluginTest;
}

const test = suite<World>('a change of the certificate that nobody confirms');
const plugins = [settingsFeature, webTlsPlugin];
let folder: string;
/** Whether the caller signed in too long ago. */
let isStale = false;

test.before(async (world) => {
  folder = await mkdtemp(path.join(tmpdir(), 'take-back-'));
  const webCertFile = path.join(folder, 'cert.pem');
  const webKeyFile = path.join(folder, 'key.pem');
  world.place = await freshPlace();
  const config = { webCertFile, webKeyFile };
  world.one = await openManager(world.place, { plugins, config });
  // SQLite allows only one manager.
  const hasMore = dialect === 'mariadb';
  world.other = hasMore ? await openManager(world.place, { plugins, config, beside: world.one }) : world.one;
  const at = world.one.clock.now();
  const pair = await issuePair(await createAuthority(at), { kind: 'web', names: [] }, at);
  await writeFile(webCertFile, pair.cert);
  await writeFile(webKeyFile, pair.key);
  world.one.ctx.hooks.add('test', {
    'http.beforeOperation': async ({ actor }) =>
      void (isStale && Object.assign(actor, { authenticatedAt: new Date(0) })),
  });
});
test.after(async ({ one, other, place }) => {
  if (other !== one) await other.stop();
  await one.stop();
  await place.cleanup();
  await rm(folder, { recursive: true, force: true });
});

const choose = ({ one }: World, strategy: string): Promise<TestAnswer> =>
  one.call('PUT', '/api/v1/settings', { body: { web_tls_strategy: strategy } });
const standing = (kit: PluginTest): Promise<WebTls> =>
  made<WebTls>(kit.call('GET', '/api/v1/settings/web-tls'), 200);
/** Whether the listener would show people the operator's own certificate. */
const showsOwn = ({ ctx }: PluginTest): boolean =>
  !ctx.core.agents.listener.options().cert.includes(ctx.core.agents.ca.rootPem().trim());

test('is on every manager within seconds, and on none a minute later', async (world) => {
  const { one, other } = world;
  assert.is(codeOf(await choose(world, 'custom')), '200');
  assert.ok(showsOwn(one));
  const chosenMs = one.clock.now().getTime();
  await one.until(() => showsOwn(other), 20_000);
  const { pending } = await standing(other);
  assert.is(Date.parse(pending?.confirm_by ?? '') - chosenMs, 60_000);
  await one.until(() => !showsOwn(one) && !showsOwn(other), 120_000);
  const tookMs = one.clock.now().getTime() - chosenMs;
  assert.ok(tookMs >= 60_000 && tookMs <= 75_000, `taken back after ${tookMs} ms`);
  const { strategy, pending: left } = await standing(one);
  assert.equal([strategy, left], ['internal_ca', null]);
  const { rows } = await one.ctx.audit.list({ order: 'oldest', limit: 100 });
  const told = rows.filter(({ content }) => content?.action === 'settings.updated');
  assert.equal(
    told.map(({ content }) => [content?.actor.kind, content?.after]),
    [
      ['user', { web_tls_strategy: 'custom' }],
      ['system', { web_tls_strategy: 'internal_ca' }],
    ],
  );
});

test('may be chosen away again before, and then nothing waits', async (world) => {
  assert.is(codeOf(await choose(world, 'custom')), '200');
  assert.is(codeOf(await choose(world, 'internal_ca')), '200');
  assert.is((await standing(world.one)).pending, null);
  assert.not.ok(showsOwn(world.one));
  await world.one.clock.advance(70_000);
  assert.is((await standing(world.one)).strategy, 'internal_ca');
});

test('needs a fresh proof of who asks, and is confirmed by no call without TLS', async (world) => {
  isStale = true;
  assert.is(codeOf(await choose(world, 'custom')), '403 REAUTHENTICATION_REQUIRED');
  isStale = false;
  assert.is(codeOf(await choose(world, 'custom')), '200');
  const answer = await world.one.call('POST', '/api/v1/settings/web-tls/confirm');
  assert.is(codeOf(answer), '409 TLS_NOT_CONFIRMED');
  for (const role of ['operator', 'reporter'] as const)
    assert.is(codeOf(await world.one.call('GET', '/api/v1/settings/web-tls', { role })), '403 FORBIDDEN');
});

test.run();
