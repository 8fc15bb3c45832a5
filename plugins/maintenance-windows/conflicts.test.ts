// databases: sqlite, mariadb (night)
// What begins in the next openings of windows, and what recurring runs meet.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pluginSuite } from '../../test/support/pluginManager.ts';
import type { PluginTest } from '#sdk/testing.ts';
import { policiesPlugin } from '../policies/plugin.ts';
import { usersPlugin } from '../users/plugin.ts';
import { maintenanceWindowsPlugin } from './plugin.ts';
import {
  addFreeze,
  addGroup,
  addWindow,
  at,
  codeOf,
  HOUR_MS,
  made,
  once,
  patch,
  tearDown,
  type Schemas,
  type World,
} from './windows.testing.ts';

const { setUp } = pluginSuite([maintenanceWindowsPlugin, policiesPlugin, usersPlugin]);
const test = suite<World>('conflicts of windows');
test.before.each((world) => setUp(world, 3));
test.after.each(tearDown);

const DAY_MS = 24 * HOUR_MS;
/** Each Thursday at 22:00; the clock starts on a Thursday at noon. */
const THURSDAYS = 'DTSTART:20260101T220000\nRRULE:FREQ=WEEKLY;BYDAY=TH';
const weekly = (more: object = {}) => ({
  name: 'Night',
  timezone: 'UTC',
  rrule: THURSDAYS,
  duration_secs: 7_200,
  ...more,
});

const addPolicy = (kit: PluginTest, target: object, more: object = {}): Promise<Schemas['Policy']> => {
  const body = { name: 'Nightly', timezone: 'UTC', rrule: THURSDAYS, target, ...more };
  return made(kit.call('POST', '/api/v1/policies', { body }));
};

const preview = (kit: PluginTest, body: object) =>
  made<Schemas['WindowPreview']>(
    kit.call('POST', '/api/v1/maintenance-windows/preview', { role: 'reporter', body }),
    200,
  );

const outlooks = (kit: PluginTest) =>
  made<Schemas['WindowOutlookList']>(kit.call('GET', '/api/v1/maintenance-windows/outlooks'), 200);

/** Each opening as: its start, what begins in it, and the freezes. */
const told = (openings: readonly Schemas['WindowOutlookOpening'][]): string[] =>
  openings.map(({ starts_at: start, runs, runs_total: total, freezes }) =>
    [
      start.slice(5, 16),
      total,
      ...runs.map(({ kind, name, starts_at: run }) => `${kind} ${name} ${run.slice(5, 16)}`),
      ...freezes.map(({ name, covers }) => `${covers} ${name}`),
    ].join(', '),
  );

test('a window has the runs that begin in it, also those that wait for it; one without a run is told by none', async ({
  kit,
}) => {
  const [first = '', second = ''] = kit.hosts.map(({ id }) => id);
  const group = await addGroup(kit, [first]);
  const draft = { ...weekly(), kind: 'window', group_id: group.id };
  const idle = await preview(kit, draft);
  assert.is(idle.outlook?.is_cut, false);
  assert.equal(told(idle.outlook?.openings ?? []).slice(0, 2), ['01-15T22:00, 0', '01-22T22:00, 0']);
  assert.is(idle.outlook?.openings.length, 5);

  // It starts on Wednesdays: its hosts wait for the Thursday. Another one is of no host of the group.
  const rrule = 'DTSTART:20260101T220000\nRRULE:FREQ=WEEKLY;BYDAY=WE';
  await addPolicy(kit, { group_ids: [group.id] }, { rrule });
  await addPolicy(kit, { host_ids: [second] }, { name: 'Others' });
  const { outlook } = await preview(kit, draft);
  assert.equal(told(outlook?.openings ?? []).slice(0, 3), [
    '01-15T22:00, 0',
    '01-22T22:00, 1, policy Nightly 01-21T22:00',
    '01-29T22:00, 1, policy Nightly 01-28T22:00',
  ]);
  // With an earlier window beside it, nothing is left for this one.
  const early = await addWindow(kit, first, weekly({ name: 'Early', rrule }));
  const beaten = (await preview(kit, draft)).outlook?.openings ?? [];
  assert.equal(told(beaten).slice(0, 2), ['01-15T22:00, 0', '01-22T22:00, 0']);
  const listed = (await outlooks(kit)).outlooks;
  assert.equal(
    listed.map(({ id, openings }) => [id, told(openings)[0]]),
    [[early.id, '01-21T22:00, 1, policy Nightly 01-21T22:00']],
  );
});

test('a job that is scheduled or waits counts, a skipped or paused policy does not; a draft counts instead of what it replaces', async ({
  kit,
}) => {
  const [host = ''] = kit.hosts.map(({ id }) => id);
  const window = await addWindow(kit, host, weekly());
  const policy = await addPolicy(kit, { host_ids: [host] });
  const first = async (): Promise<string> => told((await outlooks(kit)).outlooks[0]?.openings ?? [])[0] ?? '';
  assert.is(await first(), '01-15T22:00, 1, policy Nightly 01-15T22:00');
  await made(
    kit.call('POST', `/api/v1/policies/${policy.id}/skip-next`, {
      body: { starts_at: policy.next_start_at },
    }),
    200,
  );
  assert.is(await first(), '01-15T22:00, 0');
  await made(kit.call('POST', `/api/v1/policies/${policy.id}/pause`), 200);
  await patch(kit, [host], { name: 'kernel', schedule_at: at(2 * HOUR_MS) });
  assert.is(await first(), '01-15T22:00, 1, job kernel 01-15T14:00');

  // Moved to Sunday, it has the job there, and the saved one does not take it before.
  const moved = weekly({ rrule: 'DTSTART:20260101T220000\nRRULE:FREQ=WEEKLY;BYDAY=SU' });
  const draft = { ...moved, kind: 'window', host_id: host, id: window.id };
  const { outlook } = await preview(kit, draft);
  assert.is(told(outlook?.openings ?? [])[0], '01-18T22:00, 1, job kernel 01-15T14:00');
  assert.is((await preview(kit, { ...draft, enabled: false })).outlook, null);
  assert.is((await preview(kit, { ...moved, kind: 'window' })).outlook, null, 'no owner, no outlook');
  assert.is((await preview(kit, moved)).outlook, null);
});

test('a freeze over an opening is told, whole or in part; a draft of a freeze tells the runs that it delays', async ({
  kit,
}) => {
  const [host = '', other = ''] = kit.hosts.map(({ id }) => id);
  const group = await addGroup(kit, [other]);
  await addWindow(kit, host, weekly());
  await addPolicy(kit, { host_ids: [host] });
  await addFreeze(kit, once(0, 2 * DAY_MS, { name: 'Year' }));
  await addFreeze(kit, { ...once(7 * DAY_MS, 11 * HOUR_MS, { name: 'Half' }), group_id: undefined });
  await addFreeze(kit, once(0, 30 * DAY_MS, { name: 'Others', group_id: group.id }));
  const [one] = (await outlooks(kit)).outlooks;
  assert.equal(told(one?.openings ?? []).slice(0, 3), [
    '01-15T22:00, 0, whole Year',
    // The run of the week before waits for the freeze to end, and so for this opening.
    '01-22T22:00, 2, policy Nightly 01-15T22:00, policy Nightly 01-22T22:00, part Half',
    '01-29T22:00, 1, policy Nightly 01-29T22:00',
  ]);
  const draft = { ...once(13 * DAY_MS, 3 * DAY_MS, { name: 'New' }), kind: 'freeze' };
  const { outlook } = await preview(kit, draft);
  assert.equal(told(outlook?.openings ?? []), ['01-28T12:00, 1, policy Nightly 01-29T22:00']);
  const elsewhere = await preview(kit, { ...draft, group_id: group.id });
  assert.equal(told(elsewhere.outlook?.openings ?? []), ['01-28T12:00, 0']);
});

test('the next runs of a policy say which windows are closed and which freezes hold, and until when', async ({
  kit,
}) => {
  const ids = kit.hosts.map(({ id }) => id);
  const [first = '', second = ''] = ids;
  const night = await addWindow(kit, first, weekly());
  const late = await addWindow(kit, second, weekly({ name: 'Late', rrule: THURSDAYS.replace('T22', 'T23') }));
  const freeze = await addFreeze(kit, once(7 * DAY_MS, DAY_MS, { name: 'Year' }));
  const call = (more: object = {}) => {
    const body = { timezone: 'UTC', rrule: THURSDAYS, target: { host_ids: ids }, ...more };
    return kit.call('POST', '/api/v1/maintenance-windows/preview-runs', { role: 'reporter', body });
  };
  const look = async (more?: object) => {
    const found = await made<Schemas['RunWindowsPreview']>(call(more), 200);
    assert.is(found.hosts_total, 3);
    return found.runs.map(({ starts_at: start, hosts_free: free, holds }) => [
      start.slice(5, 16),
      free,
      ...holds.map(
        ({ kind, id, hosts_total: hosts, until }) => `${kind} ${id} ${hosts} ${until?.slice(5, 16)}`,
      ),
    ]);
  };
  const runs = await look();
  assert.is(runs.length, 6);
  assert.equal(runs.slice(0, 3), [
    ['01-15T22:00', 2, `window ${late.id} 1 01-15T23:00`],
    [
      '01-22T22:00',
      0,
      `freeze ${freeze.id} 1 01-29T22:00`,
      `freeze ${freeze.id} 1 01-29T23:00`,
      `freeze ${freeze.id} 1 01-23T12:00`,
    ],
    ['01-29T22:00', 2, `window ${late.id} 1 01-29T23:00`],
  ]);
  assert.equal((await look({ respect_windows: false }))[0], ['01-15T22:00', 3], 'freezes alone hold it');
  // A day after the rule every window of these hosts is closed.
  const shifted = await look({ days_after: 1 });
  assert.equal(shifted[1], [
    '01-23T22:00',
    1,
    `window ${night.id} 1 01-29T22:00`,
    `window ${late.id} 1 01-29T23:00`,
  ]);
  assert.is(codeOf(await call({ rrule: 'nothing' })), '400 WINDOW_INVALID');
});

test('only what an hourly window makes uncertain is marked, on its own hosts', async ({ kit }) => {
  const [first = '', second = ''] = kit.hosts.map(({ id }) => id);
  const rrule = 'DTSTART:20260101T000000\nRRULE:FREQ=HOURLY';
  await addWindow(kit, first, weekly({ name: 'Beside it' }));
  await addWindow(kit, first, weekly({ name: 'Hourly', rrule, duration_secs: 600 }));
  await addWindow(kit, second, weekly({ name: 'Elsewhere' }));
  await addPolicy(kit, { host_ids: [first, second] });
  const listed = await outlooks(kit);
  assert.is(listed.is_cut, false);
  assert.equal(
    listed.outlooks.map(({ name, is_cut: isCut }) => [name, isCut]),
    [
      ['Beside it', true],
      ['Elsewhere', false],
      ['Hourly', false],
    ],
  );
});

test('a window that opens each hour is known as far ahead as the runs are', async ({ kit }) => {
  const [host = ''] = kit.hosts.map(({ id }) => id);
  const rrule = 'DTSTART:20260101T000000\nRRULE:FREQ=HOURLY';
  await addWindow(kit, host, weekly({ rrule, duration_secs: 600 }));
  const body = { timezone: 'UTC', rrule: THURSDAYS, target: { host_ids: [host] } };
  const { runs } = await made<Schemas['RunWindowsPreview']>(
    kit.call('POST', '/api/v1/maintenance-windows/preview-runs', { body }),
    200,
  );
  assert.equal(
    runs.map(({ hosts_free: free }) => free),
    [1, 1, 1, 1, 1, 1],
  );
});

test.run();
