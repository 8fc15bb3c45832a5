import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase } from './support/databases.ts';
import { waitFor } from './support/wait.ts';
import { agentsAlone, newHostWithAgent } from '../server/core/agents/agents.testing.ts';
import type { FakeAgent } from '../server/core/agents/fakeAgent.testing.ts';
import { hostsFeature } from '../server/core/hosts/plugin.ts';
import { createFakeClock } from '../server/kernel/clock.ts';
import { newAccount } from '../server/core/identity/identity.testing.ts';
import type { Context } from '../server/kernel/boot/feature.ts';
import { settingsFeature } from '../server/core/settings/plugin.ts';
import { plugins as shipped } from '../server/plugins.ts';
import { createPluginTest, type PluginTest, type TestAnswer } from '#sdk/testing.ts';
import { createTestApp } from '../server/testing.ts';
import { enrollmentPlugin } from '../plugins/enrollment/plugin.ts';
import { createRefreshes } from '../plugins/polling/refresh.ts';
import { pollingPlugin } from '../plugins/polling/plugin.ts';

const test = suite('plugins that are switched off');
/** A manager that opens the database again needs the same key. */
const config = { secretKey: 'ab'.repeat(32) };
const core = [hostsFeature, agentsAlone];

/** Collects what is logged. */
function logTo(lines: Record<string, unknown>[]) {
  return pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as never) });
}

test('a plugin is switched off and on again on a database that it has used, and finds its data', async () => {
  const place = await freshDatabase('sqlite');
  const databaseFile = place.address.file ?? '';
  const features = [...core, enrollmentPlugin];
  const first = await createTestApp({ features, databaseFile, config });
  await first.call('POST', '/api/v1/admin/enrollment-tokens', { body: { name: 'for the lab' } });
  await first.stop();

  const logged: Record<string, unknown>[] = [];
  const off = await createTestApp({
    features: core,
    off: [enrollmentPlugin],
    databaseFile,
    config,
    log: logTo(logged),
  });
  const refused = await off.call('GET', '/api/v1/admin/enrollment-tokens');
  await off.stop();

  const again = await createTestApp({ features, databaseFile, config });
  const { body } = await again.call('GET', '/api/v1/admin/enrollment-tokens');
  await again.stop();
  await place.cleanup();
  assert.equal(
    [refused.status, (refused.body as { error: { code: string } }).error.code],
    [404, 'PLUGIN_DISABLED'],
  );
  assert.match(JSON.stringify(body), /"name":"for the lab"/);
  const told = logged.find(({ feature }) => feature === 'enrollment');
  assert.is(told?.level, 30, 'enrollment holds nothing back');
});

test('migrations of a plugin that is switched off are not run', async () => {
  const app = await createTestApp({ features: core, off: [pollingPlugin] });
  const isThere = await app.ctx.db.knex.schema.hasTable('polling_refreshes');
  await app.stop();
  assert.is(isThere, false);
});

test('what a plugin had under way on a host that was deleted meanwhile ends when it is on again', async () => {
  const place = await freshDatabase('sqlite');
  const databaseFile = place.address.file ?? '';
  const clock = createFakeClock(new Date());
  const features = [...core, pollingPlugin];
  const first = await createTestApp({ features, databaseFile, clock, config });
  const agents: FakeAgent[] = [];
  const { hostId } = await newHostWithAgent({ app: first, agents } as never);
  await first.stop();

  const off = await createTestApp({ features: core, off: [pollingPlugin], databaseFile, clock, config });
  // A row as a killed manager leaves it; inserted earlier, this manager's own rounds would have taken it up.
  await off.ctx.db.knex('polling_refreshes').insert({
    id: 'r-1',
    host_id: hostId,
    running: 1,
    started_at: clock.now(),
    owner: 'gone',
    lease_until: clock.now().getTime() - 1,
  });
  const deleted = await off.call('DELETE', `/api/v1/hosts/${hostId}`);
  await off.stop();

  const again = await createTestApp({ features, databaseFile, clock, config });
  // If the scheduled round has taken it up already, it ends there.
  await createRefreshes(again.ctx, () => undefined).adoptAbandoned();
  await waitFor(async () => {
    const running: unknown = await again.ctx.db.knex('polling_refreshes').first().where('running', 1);
    return running === undefined;
  });
  const row: unknown = await again.ctx.db.knex('polling_refreshes').first('running', 'outcome');
  await again.stop();
  for (const agent of agents) await agent.stop();
  await place.cleanup();
  assert.is(deleted.status, 204);
  assert.equal(row, { running: null, outcome: 'HOST_REMOVED' });
});

/** Plugins that can hold a job back, and for each a call that gives it a reason to. */
const GATES: Readonly<Record<string, (kit: PluginTest) => Promise<TestAnswer>>> = {
  approvals: ({ call }) => call('POST', '/api/v1/approval-rules', { body: { name: 'All' } }),
  'health-checks': ({ call, hosts }) =>
    call('POST', `/api/v1/hosts/${hosts[0]?.id}/health-checks`, {
      body: { kind: 'service', name: 'Web server', service_name: 'nginx' },
    }),
  'ip-allow-list': ({ call }) =>
    call('PUT', '/api/v1/settings/ip-whitelist', { body: { entries: ['127.0.0.1'] } }),
  'maintenance-windows': ({ call }) =>
    call('POST', '/api/v1/freezes', {
      body: { name: 'New year', timezone: 'UTC', starts_at: '2090-01-01T00:00:00.000Z', duration_secs: 60 },
    }),
  users: async ({ call, ctx }) => {
    const { id } = await newAccount(ctx, 'olga');
    return call('PUT', `/api/v1/users/${id}`, { body: { scope_group_ids: [] } });
  },
};
/** Plugins that their own suite switches off: plugins/mfa/outside.test.ts. */
const SHOWN_ELSEWHERE = ['mfa'];

test('whoever may hold a job back is a gate, and each gate is switched off in a test', async () => {
  const unguarded: string[] = [];
  const watched = shipped.map((plugin) => ({
    ...plugin,
    async setup(ctx: Context) {
      const setup = await plugin.setup(ctx);
      const { hooks = {} } = setup;
      if (!plugin.gate && ('patching.beforeHost' in hooks || 'http.hostScope' in hooks))
        unguarded.push(plugin.name);
      return setup;
    },
  }));
  await (await createPluginTest({ plugins: watched as never })).stop();
  assert.equal(unguarded, []);
  const gates = shipped.filter(({ gate }) => gate).map(({ name }) => name);
  assert.equal(gates.sort(), [...Object.keys(GATES), ...SHOWN_ELSEWHERE].sort());
});

test('no gate that has something to hold back by is left open unasked: not one manager starts without it', async () => {
  const place = await freshDatabase('sqlite');
  const shared = { databaseFile: place.address.file ?? '' };
  const names = Object.keys(GATES);
  const gates = shipped.filter(({ name }) => names.includes(name));
  const on = await createPluginTest({ ...shared, config, plugins: [settingsFeature, ...gates], hosts: 1 });
  for (const name of ['boss', 'other']) await newAccount(on.ctx, name, { role: 'admin' });
  for (const [name, make] of Object.entries(GATES)) {
    const { status, body } = await make(on);
    assert.ok(status < 300, `${name}: ${JSON.stringify(body)}`);
  }
  await on.stop();
  const starting = (off: readonly string[], allowUngated: string[]): Promise<string> =>
    createPluginTest({
      ...shared,
      config: { ...config, allowUngated },
      plugins: [settingsFeature, ...gates.filter(({ name }) => !off.includes(name))],
      off: gates.filter(({ name }) => off.includes(name)),
    }).then(
      (kit) => kit.stop().then(() => 'started'),
      (error: Error) => error.message,
    );
  const told: string[] = [];
  for (const name of names) told.push(await starting([name], []));
  const [some, all] = [await starting(names, names.slice(1)), await starting(names, names)];
  await place.cleanup();
  const refused = names.map((name, index) => new RegExp(`^${name}, gate: .*\\(1\\)`).test(told[index] ?? ''));
  assert.equal(
    refused,
    names.map(() => true),
    told.join('\n'),
  );
  assert.match(some, /^approvals, gate/, 'each has to be named');
  assert.is(all, 'started');
});

test.run();
