import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase } from './support/databases.ts';
import { waitFor } from './support/wait.ts';
import { agentsAlone, newHostWithAgent } from '../server/core/agents/agents.testing.ts';
import type { FakeAgent } from '../server/core/agents/fakeAgent.testing.ts';
import { hostsFeature } from '../server/core/hosts/plugin.ts';
import { createFakeClock } from '../server/kernel/clock.ts';
import { createTestApp } from '../server/testing.ts';
import { enrollmentPlugin } from '../plugins/enrollment/plugin.ts';
import { createRefreshes } from '../plugins/polling/refresh.ts';
import { pollingPlugin } from '../plugins/polling/plugin.ts';

const test = suite('plugins that are switched off');
/** Whoever reads the database again needs the key of before. */
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
  const told = logged.find(({ feature, level }) => feature === 'enrollment' && level === 40);
  assert.equal(told?.unanswered, ['fleet.collect']);
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
  // As a manager leaves it that was killed; before, this one's own rounds would have taken it up.
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
  // The scheduled round may have taken it up already; then it ends there.
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

test('a hook that the manifest does not name stops the boot', async () => {
  const hooks = { 'hosts.beforeDelete': async () => ({ jobIds: [] }) };
  const silent = { name: 'silent', setup: () => ({ routes: {}, hooks }) };
  const told = await createTestApp({ features: [silent as never] }).catch((error: Error) => error.message);
  assert.match(
    String(told),
    /^silent, setup: manifest and set-up differ in the hooks that it answers: hosts.beforeDelete$/,
  );
});

test.run();
