/** Maintenance windows and freezes. */
import * as assert from 'uvu/assert';
import { call, cut, madeOnce, refused, type Schemas, type World } from './calls.ts';
import type { Rows } from './row.ts';

export const windowRows: Rows = {
  async listAllWindows(w) {
    const made = await windowsOf(w);
    const { windows } = await cut<Schemas['WindowList']>(w, call(w, 'listAllWindows'));
    const seen = windows.map(({ id }) => id).sort();
    assert.equal(seen, [made.mine, made.everybody].sort(), 'those of his hosts, and of groups that hold one');
  },
  async listHostWindows(w) {
    const { everybody, mine } = await windowsOf(w);
    const own = call(w, 'listHostWindows', { path: [w.mine[0].id] });
    const { windows } = await cut<Schemas['WindowList']>(w, own);
    assert.equal(windows.map(({ id }) => id).sort(), [mine, everybody].sort());
    await refused(call(w, 'listHostWindows', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async createHostWindow(w) {
    const create = (id: string) => call(w, 'createHostWindow', { path: [id], body: WINDOW });
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
  async createGroupWindow(w) {
    const create = (id: string) => call(w, 'createGroupWindow', { path: [id], body: WINDOW });
    await refused(create(w.groups.theirs), 404, 'GROUP_NOT_FOUND');
    await refused(create(w.groups.everybody), 403, 'FORBIDDEN');
    const { id } = await cut<Schemas['Window']>(w, create(w.groups.mine), 201);
    assert.is((await call(w, 'deleteGroupWindow', { path: [w.groups.mine, id] })).status, 204);
  },
  updateGroupWindow: (w) => wholeGroupsOnly(w, 'updateGroupWindow', { name: 'renamed' }),
  deleteGroupWindow: (w) => wholeGroupsOnly(w, 'deleteGroupWindow'),
  previewWindow: 'no hosts',
  async listOpenings(w) {
    const body = { ...WINDOW, starts_at: '2090-01-01T00:00:00.000Z', enabled: true };
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
  async listFreezes(w) {
    const freeze = (groupId: string | null) =>
      call(w, 'createFreeze', { body: { ...WINDOW, group_id: groupId }, role: 'admin' });
    for (const groupId of [null, w.groups.mine, w.groups.theirs])
      assert.is((await freeze(groupId)).status, 201);
    const { freezes } = await cut<Schemas['FreezeList']>(w, call(w, 'listFreezes'));
    const seen = freezes.map(({ group_id: groupId }) => groupId);
    assert.equal(new Set(seen), new Set([null, w.groups.mine]));
  },
  createFreeze: 'role',
  updateFreeze: 'role',
  deleteFreeze: 'role',
  async listWindowOverrides(w) {
    await cut(w, call(w, 'listWindowOverrides', { path: [w.jobs.changed] }));
    await refused(call(w, 'listWindowOverrides', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
  overrideWindows: 'role',
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

async function wholeGroupsOnly(w: World, operationId: string, body?: object): Promise<void> {
  const { everybody, theirGroup } = await windowsOf(w);
  const { groups } = w;
  await refused(call(w, operationId, { path: [groups.theirs, theirGroup], body }), 404, 'GROUP_NOT_FOUND');
  await refused(call(w, operationId, { path: [groups.everybody, everybody], body }), 403, 'FORBIDDEN');
  await refused(call(w, operationId, { path: [groups.mine, everybody], body }), 404, 'WINDOW_NOT_FOUND');
}
