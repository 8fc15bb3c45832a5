// needs: mariadb
// tier: night
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { systemClock, type FakeClock } from '../../server/kernel/clock.ts';
import { createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { freshDatabase } from '../../test/support/databases.ts';
import { waitFor } from '../../test/support/wait.ts';
import { plainClient, ticketFor } from '../live/clients.testing.ts';
import { livePlugin } from '../live/plugin.ts';
import { ipAllowListPlugin } from './plugin.ts';

const test = suite('the IP allow-list of several managers');
/** Real time, because each manager uses its own clock to look for changes. */
const clock: FakeClock = {
  ...systemClock,
  advance: () => Promise.resolve(),
  leap: () => Promise.resolve(),
};
const OFFICE = { 'x-forwarded-for': '203.0.113.7' };
const ELSEWHERE = { 'x-forwarded-for': '198.51.100.9' };

test('a change holds on every other manager within two seconds, for open connections too', async () => {
  const place = await freshDatabase('mariadb');
  const boot = (): Promise<PluginTest> =>
    createPluginTest({
      plugins: [settingsFeature, ipAllowListPlugin, livePlugin],
      databaseUrl: place.address.url,
      clock,
      config: { trustedProxies: ['loopback'], secretKey: 'ab'.repeat(32) },
    });
  const one = await boot();
  const other = await boot();
  const put = async (entries: string[]): Promise<void> => {
    const path = '/api/v1/settings/ip-whitelist';
    const { status, body } = await one.call('PUT', path, { body: { entries }, headers: OFFICE });
    assert.is(status, 200, JSON.stringify(body));
  };
  const statusAt = async (headers: Record<string, string>): Promise<number> =>
    (await other.call('GET', '/api/v1/hosts', { headers })).status;
  const far = await plainClient(other, await ticketFor(other), ELSEWHERE);
  let closedAtMs = 0;
  void far.closed.then(() => (closedAtMs = performance.now()));
  await put(['203.0.113.0/24']);
  const changedAtMs = performance.now();
  await waitFor(() => closedAtMs > 0, { timeoutMs: 10_000, everyMs: 5, what: 'the end of the connection' });
  assert.ok(closedAtMs - changedAtMs < 2_000, `closed after ${Math.round(closedAtMs - changedAtMs)} ms`);
  assert.equal([await statusAt(ELSEWHERE), await statusAt(OFFICE)], [403, 200]);
  await put([]);
  const openedAtMs = performance.now();
  await waitFor(async () => (await statusAt(ELSEWHERE)) === 200, {
    timeoutMs: 10_000,
    everyMs: 20,
    what: 'the open list',
  });
  assert.ok(performance.now() - openedAtMs < 2_000, 'opened late');
  await one.stop();
  await other.stop();
  await place.cleanup();
});

test.run();
