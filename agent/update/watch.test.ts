import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LocalStatus } from '../cli/localStatus.ts';
import { watchOver } from './watch.ts';
import type { Watch, WatchedHost } from './watch.ts';

const test = suite('the watchdog of an update');

const watch: Watch = {
  format: 'deb',
  name: 'fleetmend-agent',
  from: '0.1.0',
  to: '0.1.1',
  agentVersion: '0.1.1',
  dataDir: '/var/lib/fleetmend-agent',
  back: { file: '/stash/old.deb', sha256: 'x' },
};

const healthy: LocalStatus = {
  version: '0.1.1',
  pid: 7,
  started_at: '2026-01-01T00:00:00Z',
  listen: '0.0.0.0',
  port: 9443,
  connection: 'listen',
  connection_origin: 'by default',
  link: null,
  proxy: null,
  read_only: false,
  last_polls: { health: null, patches: null, system: null },
  heard_at: '2026-01-01T00:00:05Z',
  last_calls: [],
  problems: [],
};

/** A host whose time passes with each wait; `acts` lists what was done. */
function hostWith(changes: Partial<WatchedHost>): { host: WatchedHost; acts: string[]; nowMs: () => number } {
  let atMs = 0;
  const acts: string[] = [];
  const host: WatchedHost = {
    now: () => atMs,
    sleep: async (ms) => void (atMs += ms),
    transactionOver: async () => true,
    installedVersion: async () => '0.1.1',
    status: async () => healthy,
    lastLog: async () => 'the last line',
    async putBack() {
      acts.push('putBack');
      return null;
    },
    startAgent: async () => void acts.push('start'),
    ...changes,
  };
  return { host, acts, nowMs: () => atMs };
}

test('an agent of the new version that the manager has reached, and that stays the same process, is healthy', async () => {
  const { host, acts, nowMs } = hostWith({});
  assert.equal(await watchOver(watch, host), { state: 'healthy' });
  assert.ok(nowMs() < 10_000);
  assert.equal(acts, []);
});

test('what is not healthy within two minutes is put back, and it says why', async () => {
  const { host, acts, nowMs } = hostWith({});
  const dialling = {
    state: 'waiting' as const,
    manager_url: 'https://m',
    since: '',
    reason: 'no route',
    next_try_at: null,
    channels: 0,
  };
  const cases: [LocalStatus | null, string][] = [
    [null, 'it does not answer on its status socket'],
    [{ ...healthy, version: '0.1.0' }, 'the agent that answers is 0.1.0'],
    [{ ...healthy, heard_at: null }, 'the manager has not reached it'],
    [{ ...healthy, connection: 'dial', link: dialling }, 'it has no link to the manager (no route)'],
  ];
  for (const [status, reason] of cases)
    assert.equal(await watchOver(watch, { ...host, status: async () => status }), {
      state: 'putBack',
      reason,
      log: 'the last line',
    });
  assert.is(acts.length, cases.length);
  assert.is(nowMs(), cases.length * 120_000);
});

test('one that starts again and again is not healthy, although each start answers', async () => {
  let pid = 1;
  const { host, acts } = hostWith({ status: async () => ({ ...healthy, pid: (pid += 1) }) });
  assert.is((await watchOver(watch, host)).state, 'putBack');
  assert.equal(acts, ['putBack']);
});

test('an agent that dials is healthy with its link', async () => {
  const link = {
    state: 'up' as const,
    manager_url: 'https://m',
    since: '',
    reason: null,
    next_try_at: null,
    channels: 0,
  };
  const { host } = hostWith({
    status: async () => ({ ...healthy, connection: 'dial', heard_at: null, link }),
  });
  assert.is((await watchOver(watch, host)).state, 'healthy');
});

test('it waits for the end of the transaction, and leaves alone what was not installed', async () => {
  let looks = 0;
  const slow = hostWith({ transactionOver: async () => (looks += 1) > 300, status: async () => healthy });
  assert.is((await watchOver(watch, slow.host)).state, 'healthy');
  const refused = hostWith({ installedVersion: async () => '0.1.0', status: async () => null });
  assert.equal(await watchOver(watch, refused.host), { state: 'notInstalled' });
  const never = hostWith({ transactionOver: async () => null });
  assert.equal(await watchOver(watch, never.host), { state: 'notInstalled' });
  assert.equal([...refused.acts, ...never.acts], []);
});

test('without a package of before, or when that cannot be installed, it says so', async () => {
  const none = hostWith({ status: async () => null });
  const told = await watchOver({ ...watch, back: null }, none.host);
  assert.is(told.state, 'notPutBack');
  assert.match(JSON.stringify(told), 'no package of 0.1.0 was kept');
  assert.equal(none.acts, []);
  const full = hostWith({ status: async () => null, putBack: async () => 'the disk is full' });
  assert.match(JSON.stringify(await watchOver(watch, full.host)), 'the disk is full');
});

test.run();
