// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { upgrade, type PluginTest } from '#sdk/testing.ts';
import { freezesHold } from './freezes.testing.ts';
import {
  addFreeze,
  addGroup,
  addWindow,
  at,
  begun,
  HOUR_MS,
  ids,
  jobHosts,
  made,
  manager,
  MINUTE_MS,
  once,
  patch,
  setUp,
  standing,
  tearDown,
  type Schemas,
  type World,
} from './windows.testing.ts';

const test = suite<World>('work in maintenance windows');
test.before.each((world) => setUp(world));
test.after.each(tearDown);

/** Records runs of the host that changed something and took this long, as if they had ended now. */
async function past(kit: PluginTest, hostId: string, minutes: number): Promise<void> {
  kit.hosts.find(({ id }) => id === hostId)?.agent.endings.push({ changes: [upgrade('jq')] });
  const { id } = await patch(kit, [hostId]);
  await kit.runJob(id);
  const nowMs = kit.clock.now().getTime();
  const { knex } = kit.ctx.db;
  await knex('patching_job_hosts')
    .where('job_id', id)
    .update({ started_at: new Date(nowMs - minutes * MINUTE_MS), completed_at: new Date(nowMs) });
}

test('a host waits for its window and begins in it; one without a window begins at once', async ({ kit }) => {
  const [held, free] = ids(kit);
  const window = await addWindow(kit, held, once(HOUR_MS, HOUR_MS));
  const { id } = await patch(kit, [held, free]);
  await kit.until(async () => (await jobHosts(kit, id)).some(({ state }) => state === 'completed'));
  const waiting = (await jobHosts(kit, id)).find(({ host_id: host }) => host === held);
  assert.equal(
    [waiting?.state, waiting?.reason, waiting?.next_attempt_at, waiting?.attempt],
    ['waiting_window', 'OUTSIDE_WINDOW', at(HOUR_MS), 0],
  );
  const nextOf = (host: Schemas['JobHost'] | undefined) => [
    host?.next_window_start_at,
    host?.next_window_end_at,
  ];
  assert.equal(nextOf(waiting), [at(HOUR_MS), at(2 * HOUR_MS)]);
  const job = await made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${id}`), 200);
  const [holder] = job.waits_for ?? [];
  assert.equal(
    [holder?.kind, holder?.id, holder?.until, holder?.hosts_total],
    ['window', window.id, at(HOUR_MS), 1],
  );
  await kit.clock.advance(59 * MINUTE_MS - 2 * MINUTE_MS);
  assert.equal(begun(kit), [0, 1]);
  assert.is((await kit.runJob(id)).state, 'completed');
  const [first] = await jobHosts(kit, id);
  assert.ok(first?.started_at && first.started_at >= at(HOUR_MS), first?.started_at ?? 'never');
  assert.ok(first.started_at < at(HOUR_MS + MINUTE_MS), first.started_at);
  assert.equal(nextOf(first), [null, null], 'it waits no more');
});

test('a look at a job before it is made tells which window each host waits for, as the gate then decides', async ({
  kit,
}) => {
  const [held, free] = ids(kit);
  const group = await addGroup(kit, [held]);
  const path = `/api/v1/groups/${group.id}/maintenance-windows`;
  await made(kit.call('POST', path, { body: once(HOUR_MS, HOUR_MS) }));
  const look = async (more: object = {}) => {
    const body = { operation: 'patch', target: { host_ids: [held, free] }, dry_run: true, ...more };
    const call = kit.call('POST', '/api/v1/jobs/preview', { body });
    return made<Schemas['JobPreview']>(call, 200);
  };
  const { holds, hosts_total: total, hosts_free: freeHosts, refusal } = await look();
  assert.equal([total, freeHosts, refusal, holds.length], [2, 1, null, 1]);
  const [hold] = holds;
  assert.equal(
    [hold?.kind, hold?.effect, hold?.reason, hold?.until, hold?.ends_at, hold?.hosts_total],
    ['window', 'wait', 'OUTSIDE_WINDOW', at(HOUR_MS), at(2 * HOUR_MS), 1],
  );
  assert.equal(
    hold?.hosts.map(({ host_id: id }) => id),
    [held],
  );
  const inWindow = await look({ dry_run: false, schedule_at: at(90 * MINUTE_MS) });
  assert.equal([inWindow.hosts_free, inWindow.holds], [2, []], 'it would start inside the window');
  const unbound = await look({ respect_windows: false });
  assert.equal([unbound.hosts_free, unbound.holds], [2, []]);
  await addFreeze(kit, once(0, 30 * MINUTE_MS));
  const frozen = await look();
  assert.equal(
    frozen.holds.map(({ kind, until, hosts_total: hosts }) => [kind, until, hosts]),
    [
      ['freeze', at(HOUR_MS), 1],
      ['freeze', at(30 * MINUTE_MS), 1],
    ],
    'each host by when it may start',
  );
  const { total: jobs } = await made<Schemas['JobList']>(kit.call('GET', '/api/v1/jobs'), 200);
  assert.is(jobs, 0, 'nothing was made');
});

test('windows of a host and its groups are one; a disabled one is none, and a job may be told not to respect them', async ({
  kit,
}) => {
  const [held] = ids(kit);
  const group = await addGroup(kit, [held]);
  const path = `/api/v1/groups/${group.id}/maintenance-windows`;
  await made(kit.call('POST', path, { body: once(2 * HOUR_MS, HOUR_MS) }));
  await addWindow(kit, held, once(3 * HOUR_MS, HOUR_MS));
  await addWindow(kit, held, once(0, HOUR_MS, { enabled: false }));
  const { id } = await patch(kit, [held]);
  assert.equal(await standing(kit, id), ['waiting_window', 'OUTSIDE_WINDOW', at(2 * HOUR_MS)]);
  const now = await patch(kit, [held], { respect_windows: false });
  assert.is((await kit.runJob(now.id)).state, 'completed');
  assert.equal(begun(kit), [1, 0]);
});

test('work that does not fit is not begun, and its estimate is told; two windows that touch are long enough', async ({
  kit,
}) => {
  const [slow, other] = ids(kit);
  await past(kit, slow, 50);
  await kit.clock.advance(10 * MINUTE_MS);
  const nowMs = kit.clock.now().getTime() - Date.parse(at(0));
  const window = await addWindow(kit, slow, once(nowMs, 40 * MINUTE_MS));
  await addWindow(kit, slow, once(nowMs + 5 * HOUR_MS, HOUR_MS));
  await addWindow(kit, other, once(nowMs, 40 * MINUTE_MS));
  await addWindow(kit, other, once(nowMs + 40 * MINUTE_MS, 40 * MINUTE_MS));
  const { id } = await patch(kit, [slow, other]);
  await kit.until(async () => (await jobHosts(kit, id)).some(({ state }) => state === 'completed'));
  const [first, second] = await jobHosts(kit, id);
  assert.is(second?.state, 'completed', 'its two windows are eighty minutes, by the fleet’s figure');
  assert.equal(
    [first?.state, first?.reason, first?.next_attempt_at],
    ['waiting_window', 'WORK_DOES_NOT_FIT', at(nowMs + 5 * HOUR_MS)],
  );
  assert.match(
    first?.message ?? '',
    /the work takes up to 50 minutes in 95 of 100 cases, by the last 1 runs here/,
  );
  assert.match(first?.message ?? '', new RegExp(`ends at ${window.next_end_at?.slice(0, 10)} `));
});

test('a window that cannot be evaluated blocks the hosts of its group, and no other', async ({ kit }) => {
  const [held, free] = ids(kit);
  const path = `/api/v1/groups/${(await addGroup(kit, [held])).id}/maintenance-windows`;
  const { id: window } = await made<Schemas['Window']>(kit.call('POST', path, { body: once(0, HOUR_MS) }));
  await kit.ctx.db
    .knex('maintenance_windows_entries')
    .where('id', window)
    .update({ timezone: 'Mars/Olympus', edit_version: 2 });
  const { id } = await patch(kit, [held, free]);
  await kit.until(async () => (await jobHosts(kit, id)).some(({ state }) => state === 'completed'));
  assert.equal(
    (await jobHosts(kit, id)).map(({ state, reason }) => [state, reason]),
    [
      ['pending', 'GATE_FAILED'],
      ['completed', 'NOTHING_TO_DO'],
    ],
  );
});

test('a freeze that takes the next opening is named, before it has begun', async ({ kit }) => {
  const [held] = ids(kit);
  await addWindow(kit, held, once(2 * HOUR_MS, HOUR_MS));
  await addWindow(kit, held, once(8 * HOUR_MS, HOUR_MS));
  const { id: freezeId } = await addFreeze(kit, {
    ...once(HOUR_MS, 4 * HOUR_MS),
    name: 'End of the year',
  });
  const { id } = await patch(kit, [held]);
  assert.equal(await standing(kit, id), ['waiting_window', 'OUTSIDE_WINDOW', at(8 * HOUR_MS)]);
  assert.match((await jobHosts(kit, id))[0]?.message ?? '', 'freeze End of the year takes the next opening');
  const job = await made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${id}`), 200);
  assert.equal(
    (job.waits_for ?? []).map(({ kind }) => kind),
    ['window', 'freeze'],
  );
  assert.is(job.waits_for?.[1]?.id, freezeId);
});

test('a window deleted while a host waits in it lets the host begin', async ({ kit }) => {
  const [held] = ids(kit);
  const window = await addWindow(kit, held, once(5 * HOUR_MS, HOUR_MS));
  const { id } = await patch(kit, [held]);
  assert.equal(await standing(kit, id), ['waiting_window', 'OUTSIDE_WINDOW', at(5 * HOUR_MS)]);
  const path = `/api/v1/hosts/${held}/maintenance-windows/${window.id}`;
  assert.is((await kit.call('DELETE', path)).status, 204);
  assert.is((await kit.runJob(id, 2 * MINUTE_MS)).state, 'completed');
});

test('work longer than every window leaves the host out, with the figures; the job goes on', async ({
  kit,
}) => {
  const [slow, other] = ids(kit);
  await past(kit, slow, 50);
  await addWindow(kit, slow, once(HOUR_MS * 2, 20 * MINUTE_MS));
  const { id } = await patch(kit, [slow, other]);
  assert.is((await kit.runJob(id)).state, 'partial');
  const [first, second] = await jobHosts(kit, id);
  assert.equal([first?.state, first?.reason, second?.state], ['skipped', 'WINDOW_TOO_SHORT', 'completed']);
  assert.match(first?.message ?? '', /longer than 20 minutes, and the work takes up to 50 minutes/);
});

test('a host whose windows never open is left out after 30 days', async ({ kit }) => {
  const [held] = ids(kit);
  await addWindow(kit, held, once(-2 * HOUR_MS, HOUR_MS));
  const { id } = await patch(kit, [held]);
  assert.equal(await standing(kit, id), ['waiting_window', 'OUTSIDE_WINDOW', null]);
  assert.match((await jobHosts(kit, id))[0]?.message ?? '', /none will open again/);
  // The clock cannot be moved through a month in steps; what counts is the time in the row since when the host waits.
  const since = new Date(kit.clock.now().getTime() - 30 * 24 * HOUR_MS);
  await kit.ctx.db.knex('patching_job_hosts').where('job_id', id).update({ gated_since: since });
  assert.is((await kit.runJob(id)).state, 'failed');
  const [host] = await jobHosts(kit, id);
  assert.equal([host?.state, host?.reason], ['skipped', 'WINDOW_NEVER_OPENED']);
});

test('work that has begun is let finish; its restart waits for the next window, and keeps the host taken', async ({
  kit,
}) => {
  const [held] = ids(kit);
  await addWindow(kit, held, once(0, 10 * MINUTE_MS));
  await addWindow(kit, held, once(2 * HOUR_MS, HOUR_MS));
  const [agent] = kit.hosts.map((host) => host.agent);
  agent?.endings.push({ hold: true });
  const { id } = await patch(kit, [held], { reboot: 'always' });
  await kit.until(() => agent?.started.length === 1);
  await kit.clock.advance(20 * MINUTE_MS);
  agent?.end({ changes: [upgrade('jq')], rebootRequired: true });
  await kit.until(async () => (await jobHosts(kit, id))[0]?.reason === 'REBOOT_WAITS');
  const [host] = await jobHosts(kit, id);
  assert.equal([host?.state, host?.next_attempt_at], ['rebooting', at(2 * HOUR_MS)]);
  assert.equal([host?.next_window_start_at, host?.next_window_end_at], [at(2 * HOUR_MS), at(3 * HOUR_MS)]);
  assert.match(host?.message ?? '', /^The reboot is waiting\. No maintenance window/);
  const booted = agent?.bootId;
  await kit.clock.advance(HOUR_MS);
  assert.is(agent?.bootId, booted);
  assert.is((await kit.runJob(id, 3 * HOUR_MS)).state, 'completed');
  assert.is.not(agent?.bootId, booted);
});

test('a manager that is started again while a host waits lets it begin in its window, once', async (world) => {
  const [held] = ids(world.kit);
  await addWindow(world.kit, held, once(HOUR_MS, HOUR_MS));
  const { id } = await patch(world.kit, [held]);
  assert.equal(await standing(world.kit, id), ['waiting_window', 'OUTSIDE_WINDOW', at(HOUR_MS)]);
  const { kit: before } = world;
  await before.stop();
  world.kit = await manager(world.place, { beside: before });
  await world.kit.clock.advance(30 * MINUTE_MS);
  assert.equal(begun(world.kit), [0, 0]);
  assert.is((await world.kit.runJob(id, 2 * HOUR_MS)).state, 'completed');
  assert.equal(begun(world.kit), [1, 0]);
});

test('what one manager writes holds on the other within half a minute: a window, its change, a freeze, an override', async (world) => {
  const { kit } = world;
  const other = await manager(world.place, { beside: kit });
  try {
    const [held] = ids(kit);
    const window = await addWindow(other, held, once(5 * HOUR_MS, HOUR_MS));
    const { id } = await patch(kit, [held]);
    assert.equal(await standing(kit, id), ['waiting_window', 'OUTSIDE_WINDOW', at(5 * HOUR_MS)]);
    const path = `/api/v1/hosts/${held}/maintenance-windows/${window.id}`;
    const starts = { starts_at: at(3 * HOUR_MS) };
    await made(other.call('PUT', path, { body: starts }), 200);
    await kit.until(async () => (await jobHosts(kit, id))[0]?.next_attempt_at === at(3 * HOUR_MS), MINUTE_MS);
    await addFreeze(other, once(0, 4 * HOUR_MS));
    await kit.until(async () => (await jobHosts(kit, id))[0]?.reason === 'FREEZE', MINUTE_MS);
    for (const gate of ['window', 'freeze'])
      await made(
        other.call('POST', `/api/v1/jobs/${id}/window-overrides`, {
          body: { gate, reason: 'The host is being attacked.' },
        }),
      );
    await kit.until(async () => (await jobHosts(kit, id))[0]?.state === 'completed', 2 * MINUTE_MS);
    assert.equal(begun(kit), [1, 0]);
  } finally {
    await other.stop();
  }
});

freezesHold(test);

test.run();
