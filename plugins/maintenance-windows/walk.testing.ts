/** Rows of the walks through the contract: maintenance windows and freezes. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { NEVER, again, hostAt, idOf, madeAs, of, takenName, window } from '../../test/support/walk/made.ts';
import { REASON, atWork, here, target } from '../../test/support/walk/jobs.ts';
import { NOBODY } from '../../test/support/walk/walker.ts';
import type { World } from '../../test/support/walk/world.ts';
import {
  foundBy,
  anew,
  call,
  cut,
  madeOnce,
  refused,
  type Schemas,
  type Fleet,
} from '../../test/support/scope/calls.ts';

const limit = { code: 'WINDOW_LIMIT_REACHED', table: 'maintenance_windows_entries' };
const times = { timezone: 'UTC', rrule: 'DTSTART:20260101T120100\nRRULE:FREQ=DAILY' };
const freeze = of('freeze', 'freeze_id');
const onGroup = of('group', 'group_id');
const ofHost = (w: World, { ids }: Pick<World, 'ids'> = w, name = 'window') => ({
  path: { ...hostAt(w, 2).path, window_id: ids[name] ?? '' },
});
const ofGroup = ({ ids }: Pick<World, 'ids'>, group = 'group') => ({
  path: { group_id: ids[group] ?? '', window_id: ids['groupWindow'] ?? '' },
});

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': `
    listAllWindows listHostWindows getHostWindow listGroupWindows getGroupWindow previewWindow listOpenings
    listWindowOutlooks previewRunWindows listFreezes getFreeze listWindowOverrides`,
  'administrators and operators': `
    createHostWindow updateHostWindow deleteHostWindow createGroupWindow updateGroupWindow
    deleteGroupWindow`,
  'administrators alone': 'createFreeze updateFreeze deleteFreeze overrideWindows',
  'with a fresh proof': 'overrideWindows',
};

export const valid: FeatureRows['valid'] = {
  overrideWindows: writes('freeze.overridden', async (w) => {
    const takeBack = await atWork(w);
    await w.must('overrideWindows', { ...here(w), body: { gate: 'freeze', reason: REASON } });
    return takeBack();
  }),
  listWindowOverrides: reads((w) => w.must('listWindowOverrides', here(w))),
  createHostWindow: writes(
    'window.created',
    madeAs('window', 'createHostWindow', (w) => ({ ...hostAt(w, 2), body: window })),
  ),
  listHostWindows: reads((w) => w.must('listHostWindows', hostAt(w, 2))),
  getHostWindow: reads((w) => w.must('getHostWindow', ofHost(w))),
  updateHostWindow: writes('window.updated', (w) =>
    w.must('updateHostWindow', { ...ofHost(w), body: { enabled: false } }),
  ),
  deleteHostWindow: writes('window.deleted', (w) => w.must('deleteHostWindow', ofHost(w))),
  createGroupWindow: writes(
    'window.created',
    madeAs('groupWindow', 'createGroupWindow', (w) => ({ ...onGroup(w), body: window })),
  ),
  listGroupWindows: reads((w) => w.must('listGroupWindows', onGroup(w))),
  getGroupWindow: reads((w) => w.must('getGroupWindow', ofGroup(w))),
  updateGroupWindow: writes('window.updated', (w) =>
    w.must('updateGroupWindow', { ...ofGroup(w), body: { enabled: false } }),
  ),
  listAllWindows: reads(({ must }) => must('listAllWindows')),
  listOpenings: reads(({ must, kit }) => {
    const from = kit.clock.now();
    const to = new Date(from.getTime() + 14 * 86_400_000);
    return must('listOpenings', { query: { from: from.toISOString(), to: to.toISOString() } });
  }),
  previewWindow: {
    none: 'it shows when a window would be open, and keeps nothing',
    by: ({ must }) => must('previewWindow', { body: window }),
  },
  listWindowOutlooks: reads(({ must }) => must('listWindowOutlooks')),
  previewRunWindows: {
    none: 'it shows which windows runs would meet, and keeps nothing',
    by: (w) => w.must('previewRunWindows', { body: { ...times, target: target(w) } }),
  },
  deleteGroupWindow: writes('window.deleted', (w) => w.must('deleteGroupWindow', ofGroup(w))),
  createFreeze: writes(
    'freeze.created',
    madeAs('freeze', 'createFreeze', () => ({
      body: { name: 'New year', timezone: 'UTC', starts_at: '2090-01-01T00:00:00.000Z', duration_secs: 60 },
    })),
  ),
  listFreezes: reads(({ must }) => must('listFreezes')),
  getFreeze: reads((w) => w.must('getFreeze', freeze(w))),
  updateFreeze: writes('freeze.updated', (w) =>
    w.must('updateFreeze', { ...freeze(w), body: { enabled: false } }),
  ),
  deleteFreeze: writes('freeze.deleted', (w) => w.must('deleteFreeze', freeze(w))),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'WINDOW_INVALID',
    at: {
      createHostWindow: (w) => ({ ...hostAt(w, 2), body: { ...window, rrule: NEVER } }),
      createGroupWindow: (_w, made) => ({
        ...of('list', 'group_id')(made),
        body: { ...window, rrule: NEVER },
      }),
      createFreeze: () => ({ body: { ...window, rrule: NEVER } }),
      previewWindow: () => ({ body: { ...window, rrule: NEVER } }),
      previewRunWindows: (w) => ({ body: { ...times, rrule: NEVER, target: target(w) } }),
      updateHostWindow: (w, made) => ({ ...ofHost(w, made, 'hostWindow'), body: { rrule: NEVER } }),
      updateGroupWindow: (_w, made) => ({ ...ofGroup(made, 'list'), body: { rrule: NEVER } }),
      updateFreeze: (_w, made) => ({ ...of('freeze', 'freeze_id')(made), body: { rrule: NEVER } }),
    },
  },
  {
    code: 'HOST_NOT_FOUND',
    at: { previewWindow: () => ({ body: { ...window, kind: 'window', host_id: NOBODY } }) },
  },
  {
    code: 'GROUP_NOT_FOUND',
    at: { previewWindow: () => ({ body: { ...window, kind: 'window', group_id: NOBODY } }) },
  },
  {
    code: 'WINDOW_NOT_FOUND',
    at: {
      getGroupWindow: (_w, { ids }) => ({ path: { group_id: ids['list'] ?? '', window_id: NOBODY } }),
      updateGroupWindow: (_w, { ids }) => ({
        path: { group_id: ids['list'] ?? '', window_id: NOBODY },
        body: { name: 'None' },
      }),
    },
  },
  {
    code: 'NAME_TAKEN',
    at: {
      updateHostWindow: takenName('createHostWindow', {
        other: (w) => ({ ...hostAt(w, 2), body: window }),
        renamed: (w, made) => ofHost(w, made, 'hostWindow'),
      }),
      updateGroupWindow: takenName('createGroupWindow', {
        other: (_w, made) => ({ ...of('list', 'group_id')(made), body: window }),
        renamed: (_w, made) => ofGroup(made, 'list'),
      }),
      updateFreeze: takenName('createFreeze', {
        other: () => ({
          body: { timezone: 'UTC', starts_at: '2090-01-01T00:00:00.000Z', duration_secs: 60 },
        }),
        renamed: (_w, made) => freeze(made),
      }),
    },
  },
  {
    code: 'JOB_NOT_CANCELLABLE',
    at: {
      overrideWindows: (_w, made) => ({
        ...of('job', 'job_id')(made),
        body: { gate: 'freeze', reason: REASON },
      }),
    },
  },
  {
    code: 'OVERRIDE_EXISTS',
    during: atWork,
    at: {
      async overrideWindows(w) {
        const call = { ...here(w), body: { gate: 'freeze', reason: REASON } };
        await w.walker.must('overrideWindows', call);
        return call;
      },
    },
  },
];

export const limits: FeatureRows['limits'] = {
  createHostWindow: { ...limit, most: 50 },
  createGroupWindow: {
    ...limit,
    most: 50,
    async call(w, name) {
      // The group that the table made is gone by now.
      w.ids['limited'] ??= await idOf(w, 'createGroup', { body: { name: 'Those with windows' } });
      return { ...again(w, 'createGroupWindow', { name }), path: { group_id: w.ids['limited'] } };
    },
  },
  createFreeze: { ...limit, most: 500 },
};

export const scope: FeatureRows['scope'] = {
  async listAllWindows(w) {
    const made = await windowsOf(w);
    const { windows } = await cut<Schemas['WindowList']>(w, call(w, 'listAllWindows'));
    const seen = windows.map(({ id }) => id).sort();
    const visible = [made.mine, made.everybody].sort();
    assert.equal(seen, visible, 'those of his hosts, and of groups that hold one');
    assert.equal(await foundBy(w, 'window', 'NIGHT'), visible, 'which he finds by their name');
  },
  async listHostWindows(w) {
    const { everybody, mine } = await windowsOf(w);
    const own = call(w, 'listHostWindows', { path: [w.mine[0].id] });
    const { windows } = await cut<Schemas['WindowList']>(w, own);
    assert.equal(windows.map(({ id }) => id).sort(), [mine, everybody].sort());
    await refused(call(w, 'listHostWindows', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async getHostWindow(w) {
    const { mine, theirs, everybody } = await windowsOf(w);
    const { windows } = await cut<Schemas['WindowList']>(w, call(w, 'listAllWindows'));
    const own = await cut(w, call(w, 'getHostWindow', { path: [w.mine[0].id, mine] }));
    assert.equal(
      own,
      windows.find(({ id }) => id === mine),
      'as in the list',
    );
    const at = (hostId: string, id: string) => call(w, 'getHostWindow', { path: [hostId, id] });
    await refused(at(w.theirs[0].id, theirs), 404, 'HOST_NOT_FOUND');
    await refused(at(w.mine[0].id, theirs), 404, 'WINDOW_NOT_FOUND');
    await refused(at(w.mine[0].id, everybody), 404, 'WINDOW_NOT_FOUND');
  },
  async createHostWindow(w) {
    const create = (id: string) => call(w, 'createHostWindow', { path: [id], body: anew(WINDOW) });
    await refused(create(w.theirs[0].id), 404, 'HOST_NOT_FOUND');
    const { id } = await cut<Schemas['Window']>(w, create(w.mine[1].id), 201);
    assert.is((await call(w, 'deleteHostWindow', { path: [w.mine[1].id, id] })).status, 204);
  },
  async updateHostWindow(w) {
    const { mine, theirs } = await windowsOf(w);
    const body = { name: 'renamed' };
    const theirPath = { path: [w.theirs[0].id, theirs], body };
    await refused(call(w, 'updateHostWindow', theirPath), 404, 'HOST_NOT_FOUND');
    const crossed = { path: [w.mine[0].id, theirs], body };
    await refused(call(w, 'updateHostWindow', crossed), 404, 'WINDOW_NOT_FOUND');
    await cut(w, call(w, 'updateHostWindow', { path: [w.mine[0].id, mine], body }));
  },
  async deleteHostWindow(w) {
    const { theirs } = await windowsOf(w);
    await refused(call(w, 'deleteHostWindow', { path: [w.theirs[0].id, theirs] }), 404, 'HOST_NOT_FOUND');
    await refused(call(w, 'deleteHostWindow', { path: [w.mine[0].id, theirs] }), 404, 'WINDOW_NOT_FOUND');
  },
  async listGroupWindows(w) {
    const { everybody } = await windowsOf(w);
    const seen = call(w, 'listGroupWindows', { path: [w.groups.everybody] });
    const { windows } = await cut<Schemas['WindowList']>(w, seen);
    assert.equal(
      windows.map(({ id }) => id),
      [everybody],
    );
    await refused(call(w, 'listGroupWindows', { path: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
  },
  async getGroupWindow(w) {
    const { everybody, theirGroup } = await windowsOf(w);
    const at = (groupId: string, id: string) => call(w, 'getGroupWindow', { path: [groupId, id] });
    await cut(w, at(w.groups.everybody, everybody));
    await refused(at(w.groups.theirs, theirGroup), 404, 'GROUP_NOT_FOUND');
    await refused(at(w.groups.everybody, theirGroup), 404, 'WINDOW_NOT_FOUND');
  },
  async createGroupWindow(w) {
    const create = (id: string) => call(w, 'createGroupWindow', { path: [id], body: anew(WINDOW) });
    await refused(create(w.groups.theirs), 404, 'GROUP_NOT_FOUND');
    await refused(create(w.groups.everybody), 403, 'FORBIDDEN');
    const { id } = await cut<Schemas['Window']>(w, create(w.groups.mine), 201);
    assert.is((await call(w, 'deleteGroupWindow', { path: [w.groups.mine, id] })).status, 204);
  },
  updateGroupWindow: (w) => wholeGroupsOnly(w, 'updateGroupWindow', { name: 'renamed' }),
  deleteGroupWindow: (w) => wholeGroupsOnly(w, 'deleteGroupWindow'),
  async listOpenings(w) {
    const body = anew({ ...WINDOW, starts_at: '2090-01-01T00:00:00.000Z', enabled: true });
    const add = async ({ id }: { id: string }) => {
      const answer = await call(w, 'createHostWindow', { path: [id], body, role: 'admin' });
      return [id, (answer.body as Schemas['Window']).id] as const;
    };
    const [mine, theirs] = [await add(w.mine[0]), await add(w.theirs[0])];
    const query = '?from=2089-12-31T00:00:00.000Z&to=2090-01-02T00:00:00.000Z';
    const { openings } = await cut<Schemas['OpeningList']>(w, call(w, 'listOpenings', { query }));
    assert.equal(
      openings.map(({ id }) => id),
      [mine[1]],
    );
    for (const path of [mine, theirs])
      assert.is((await call(w, 'deleteHostWindow', { path: [...path], role: 'admin' })).status, 204);
  },
  async listWindowOutlooks(w) {
    const rrule = 'DTSTART:20260101T020000\nRRULE:FREQ=DAILY';
    const open = anew({ name: 'open', timezone: 'UTC', rrule, duration_secs: 3_600 });
    const add = async (id: string) =>
      (await call(w, 'createHostWindow', { path: [id], body: open, role: 'admin' }))
        .body as Schemas['Window'];
    const policy = anew({ name: 'theirs', timezone: 'UTC', rrule, target: { host_ids: [w.theirs[0].id] } });
    const theirPolicy = (await call(w, 'createPolicy', { body: policy, role: 'admin' }))
      .body as Schemas['Policy'];
    const [mine, theirs] = [await add(w.mine[0].id), await add(w.theirs[0].id)];
    const { outlooks } = await cut<Schemas['WindowOutlookList']>(w, call(w, 'listWindowOutlooks'));
    const seen = outlooks.map(({ id }) => id);
    assert.equal([seen.includes(mine.id), seen.includes(theirs.id)], [true, false]);
    const named = outlooks.flatMap(({ openings }) =>
      openings.flatMap(({ runs }) => runs.map(({ id }) => id)),
    );
    assert.not(named.includes(theirPolicy.id));
    for (const { id, host_id: host } of [mine, theirs])
      assert.is((await call(w, 'deleteHostWindow', { path: [host ?? '', id], role: 'admin' })).status, 204);
    assert.is((await call(w, 'deletePolicy', { path: [theirPolicy.id], role: 'admin' })).status, 204);
  },
  async previewWindow(w) {
    const preview = (owner: object) =>
      call(w, 'previewWindow', { body: { ...WINDOW, kind: 'window', ...owner } });
    await cut(w, preview({ host_id: w.mine[0].id }));
    await refused(preview({ host_id: w.theirs[0].id }), 404, 'HOST_NOT_FOUND');
    await refused(preview({ group_id: w.groups.theirs }), 404, 'GROUP_NOT_FOUND');
  },
  async previewRunWindows(w) {
    const preview = (target: object) => call(w, 'previewRunWindows', { body: { ...times, target } });
    const own = await cut<Schemas['RunWindowsPreview']>(w, preview({ tags: ['all'] }));
    assert.is(own.hosts_total, 2, 'of four');
    await refused(preview({ host_ids: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async listFreezes(w) {
    await freezesOf(w);
    const { freezes } = await cut<Schemas['FreezeList']>(w, call(w, 'listFreezes'));
    const seen = freezes.map(({ group_id: groupId }) => groupId);
    assert.equal(new Set(seen), new Set([null, w.groups.mine]));
  },
  async getFreeze(w) {
    const { fleet, mine, theirs } = await freezesOf(w);
    const { freezes } = await cut<Schemas['FreezeList']>(w, call(w, 'listFreezes'));
    for (const id of [fleet, mine]) {
      const one = await cut(w, call(w, 'getFreeze', { path: [id] }));
      assert.equal(
        one,
        freezes.find((freeze) => freeze.id === id),
        'as in the list',
      );
    }
    await refused(call(w, 'getFreeze', { path: [theirs] }), 404, 'FREEZE_NOT_FOUND');
    const { mine: window } = await windowsOf(w);
    await refused(call(w, 'getFreeze', { path: [window] }), 404, 'FREEZE_NOT_FOUND');
  },
  async listWindowOverrides(w) {
    await cut(w, call(w, 'listWindowOverrides', { path: [w.jobs.changed] }));
    await refused(call(w, 'listWindowOverrides', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
};

/** Long ago, so that no host waits for it. */
const WINDOW = {
  name: 'night',
  timezone: 'UTC',
  starts_at: '2020-01-01T00:00:00.000Z',
  duration_secs: 60,
  enabled: false,
};

/** A window for each host, and for a group with hosts of both, made by an administrator. */
const windowsOf = madeOnce(async (w) => {
  const add = async (operationId: string, id: string): Promise<string> => {
    const answer = await call(w, operationId, { path: [id], body: WINDOW, role: 'admin' });
    return (answer.body as Schemas['Window']).id;
  };
  return {
    mine: await add('createHostWindow', w.mine[0].id),
    theirs: await add('createHostWindow', w.theirs[0].id),
    everybody: await add('createGroupWindow', w.groups.everybody),
    theirGroup: await add('createGroupWindow', w.groups.theirs),
  };
});

/** A freeze of the fleet, and of a group with and of one without hosts of the operator. */
const freezesOf = madeOnce(async (w) => {
  const add = async (groupId: string | null): Promise<string> => {
    const answer = await call(w, 'createFreeze', {
      body: anew({ ...WINDOW, group_id: groupId }),
      role: 'admin',
    });
    assert.is(answer.status, 201);
    return (answer.body as Schemas['Freeze']).id;
  };
  return { fleet: await add(null), mine: await add(w.groups.mine), theirs: await add(w.groups.theirs) };
});

async function wholeGroupsOnly(w: Fleet, operationId: string, body?: object): Promise<void> {
  const { everybody, theirGroup } = await windowsOf(w);
  const { groups } = w;
  await refused(call(w, operationId, { path: [groups.theirs, theirGroup], body }), 404, 'GROUP_NOT_FOUND');
  await refused(call(w, operationId, { path: [groups.everybody, everybody], body }), 403, 'FORBIDDEN');
  await refused(call(w, operationId, { path: [groups.mine, everybody], body }), 404, 'WINDOW_NOT_FOUND');
}
