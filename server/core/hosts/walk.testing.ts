/** Rows of the walks through the contract: hosts and groups. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '#test/support/rows.ts';
import { METADATA, hostAt, hosts, of } from '#test/support/walk/made.ts';
import { atWork } from '#test/support/walk/jobs.ts';
import { NOBODY } from '#test/support/walk/walker.ts';
import { call, cut, refused, type Schemas } from '#test/support/scope/calls.ts';
import type { TestHost } from '#sdk/testing.ts';

/** The address of another host. */
const TAKEN = '192.0.2.10';
const own = of('host', 'host_id');
const group = of('group', 'group_id');
const rule = { match: 'any', conditions: [{ field: 'fqdn', operator: 'contains', value: '.' }] };
const NEW_IDS = [
  '01939f74-a3b4-75c6-97e8-f90112233447',
  '01939f74-a3b4-75c6-97e8-f90112233448',
  '01939f74-a3b4-75c6-97e8-f90112233449',
] as const;

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': `
    listHosts getHostValues getHost listHostPatches listGroups getGroup listGroupHosts listGroupChanges`,
  'administrators and operators': `
    createHost updateHost updateHosts createGroup updateGroup previewGroup addGroupHosts removeGroupHosts
    removeGroupHost`,
  'administrators alone': 'deleteHost deleteGroup decideGroupChanges',
  'with a fresh proof': 'deleteHost',
};

export const valid: FeatureRows['valid'] = {
  createHost: writes('host.created', async ({ must, ids }) => {
    const body = { fqdn: 'new.example.org', ip_address: '192.0.2.9', port: 9443, tags: ['env=prod'] };
    await must('createHost', { body: { ...body, ip_address: TAKEN } });
    ids['host'] = (await must<Schemas['Host']>('createHost', { body })).id;
  }),
  listHosts: reads(({ must }) => must('listHosts')),
  getHostValues: reads(({ must }) => must('getHostValues')),
  getHost: reads((w) => w.must('getHost', own(w))),
  updateHost: writes('host.updated', async (w) => {
    await w.walker.call('updateHost', { ...own(w), body: { ip_address: TAKEN } });
    return w.must('updateHost', { ...own(w), body: { display_name: 'New' } });
  }),
  updateHosts: writes('host.updated', (w) =>
    w.must('updateHosts', { body: { target: { host_ids: [w.ids['host']] }, add_tags: ['role=web'] } }),
  ),
  listHostPatches: reads((w) => w.must('listHostPatches', hostAt(w, 0))),
  previewGroup: {
    none: 'it shows what a rule would hold, and keeps nothing',
    by: ({ must }) => must('previewGroup', { body: { rule } }),
  },
  createGroup: writes('group.created', async ({ must, ids }) => {
    const { id } = await must<Schemas['Group']>('createGroup', { body: { name: 'web', host_ids: [] } });
    ids['group'] = id;
  }),
  listGroups: reads(({ must }) => must('listGroups')),
  getGroup: reads((w) => w.must('getGroup', group(w))),
  updateGroup: writes('group.updated', (w) => w.must('updateGroup', { ...group(w), body: { name: 'www' } })),
  addGroupHosts: writes('group.hosts_added', (w) =>
    w.must('addGroupHosts', { ...group(w), body: { host_ids: [w.kit.hosts[0]?.id, w.ids['host']] } }),
  ),
  listGroupHosts: reads((w) => w.must('listGroupHosts', group(w))),
  listGroupChanges: reads(async ({ must, kit, ids }) => {
    ids['change'] = '01939f74-a3b4-75c6-97e8-f90112233447';
    await kit.ctx.db.knex('hosts_group_changes').insert({
      id: ids['change'],
      host_id: kit.hosts[0]?.id,
      group_id: ids['group'],
      direction: 'entering',
      state: 'waiting',
      since: new Date(),
      before: '{"osFamily":"debian","osName":"Debian","osVersion":"12","arch":"x86_64"}',
    });
    return must('listGroupChanges');
  }),
  decideGroupChanges: writes('host.group_change_confirmed', ({ must, ids }) =>
    must('decideGroupChanges', { body: { decision: 'confirm', ids: [ids['change'] ?? ''] } }),
  ),
  removeGroupHosts: writes('group.hosts_removed', (w) =>
    w.must('removeGroupHosts', { ...group(w), body: { target: { host_ids: [w.kit.hosts[0]?.id] } } }),
  ),
  removeGroupHost: writes('group.hosts_removed', (w) =>
    w.must('removeGroupHost', { path: { ...group(w).path, host_id: w.ids['host'] ?? '' } }),
  ),
};

export const last: FeatureRows['last'] = {
  deleteGroup: writes('group.deleted', (w) => w.must('deleteGroup', group(w))),
  deleteHost: writes('host.deleted', (w) => w.must('deleteHost', own(w))),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'HOST_NOT_FOUND',
    at: { addGroupHosts: (_w, made) => ({ ...of('list', 'group_id')(made), body: { host_ids: [NOBODY] } }) },
  },
  {
    code: 'GROUP_NOT_FOUND',
    at: {
      updateHosts: () => ({ body: { target: { group_ids: [NOBODY] }, maintenance_mode: false } }),
    },
  },
  {
    code: 'GROUP_CHANGE_NOT_FOUND',
    at: { decideGroupChanges: () => ({ body: { decision: 'reject', ids: [NOBODY] } }) },
  },
  {
    code: 'NAME_TAKEN',
    at: { updateGroup: (_w, made) => ({ ...of('list', 'group_id')(made), body: { name: 'By a rule' } }) },
  },
  {
    code: 'GROUP_RULE_BASED',
    at: {
      addGroupHosts: (w, made) => ({ ...of('ruled', 'group_id')(made), body: hosts(w) }),
      removeGroupHosts: (_w, made) => ({
        ...of('ruled', 'group_id')(made),
        body: { target: { tags: ['role=web'] } },
      }),
      removeGroupHost: (w, { ids }) => ({ path: { group_id: ids['ruled'] ?? '', ...hostAt(w, 2).path } }),
    },
  },
  { code: 'GROUP_IN_USE', at: { deleteGroup: (_w, made) => of('list', 'group_id')(made) } },
  {
    code: 'HOST_ADDRESS_REFUSED',
    at: {
      createHost: () => ({ body: { fqdn: 'loop.example.org', ip_address: METADATA, port: 9443 } }),
      updateHost: (w) => ({ ...hostAt(w, 2), body: { ip_address: METADATA } }),
    },
  },
  { code: 'HOST_BUSY', during: atWork, at: { deleteHost: (w) => hostAt(w, 0) } },
];

export const limits: FeatureRows['limits'] = {
  createGroup: { code: 'GROUP_LIMIT_REACHED', table: 'hosts_groups', most: 500 },
};

export const scope: FeatureRows['scope'] = {
  async listHosts(w) {
    const all = await cut<Schemas['HostList']>(w, call(w, 'listHosts'));
    assert.equal([all.total, all.hosts.length], [2, 2]);
    const grouped = await call(w, 'listHosts', { query: `?group_id=${w.groups.theirs}` });
    assert.is((grouped.body as Schemas['HostList']).total, 0);
    const searched = await call(w, 'listHosts', { query: '?search=theirs' });
    assert.is((searched.body as Schemas['HostList']).total, 0);
  },
  async getHostValues(w) {
    const own = await cut<Schemas['HostValues']>(w, call(w, 'getHostValues'));
    const of = (values: Schemas['HostValues']) => values.tags.map(({ value, hosts }) => `${value}: ${hosts}`);
    assert.equal(of(own), ['all: 2', 'mine: 2']);
  },
  createHost: (w) =>
    refused(
      call(w, 'createHost', { body: { fqdn: 'new.example', ip_address: '10.0.0.99' } }),
      403,
      'FORBIDDEN',
    ),
  async getHost(w) {
    const own = await cut<Schemas['Host']>(w, call(w, 'getHost', { path: [w.mine[0].id] }));
    assert.is(own.fqdn, w.mine[0].fqdn);
    await refused(call(w, 'getHost', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async updateHost(w) {
    const change = (id: string, body: object) => call(w, 'updateHost', { path: [id], body });
    await refused(change(w.theirs[0].id, { display_name: 'x' }), 404, 'HOST_NOT_FOUND');
    const own = await cut<Schemas['Host']>(w, change(w.mine[0].id, { display_name: 'Mine' }));
    assert.is(own.display_name, 'Mine');
    await refused(change(w.mine[0].id, { tags: ['web'] }), 403, 'FORBIDDEN');
    await cut(w, change(w.mine[0].id, { tags: ['mine', 'all', 'web'] }));
  },
  async updateHosts(w) {
    const change = async (target: object, more: object) =>
      (await call(w, 'updateHosts', { body: { target, ...more } })).body as Schemas['BulkResult'];
    const named = await change({ host_ids: [w.mine[0].id, w.theirs[0].id] }, { add_tags: ['seen'] });
    // The caller has named it; the answer says no more of it than of an id that nothing has.
    const refusals = named.refused.map(({ id, name, code }) => [id, name, code]);
    assert.equal([named.changed, refusals], [1, [[w.theirs[0].id, null, 'HOST_NOT_FOUND']]]);
    const tagged = await change({ tags: ['all'] }, { remove_tags: ['seen'] });
    const { changed, unchanged, refused, remaining } = tagged;
    assert.equal([changed, unchanged, refused, remaining], [1, 1, [], 0]);
    const moving = await change({ host_ids: [w.mine[0].id] }, { remove_tags: ['mine'] });
    assert.is(moving.refused[0]?.code, 'FORBIDDEN');
  },
  async listHostPatches(w) {
    await cut(w, call(w, 'listHostPatches', { path: [w.mine[0].id] }));
    await refused(call(w, 'listHostPatches', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async listGroups(w) {
    const { groups, total } = await cut<Schemas['GroupList']>(w, call(w, 'listGroups'));
    assert.equal(
      groups.map(({ name, hosts_total: hosts }) => [name, hosts]),
      [
        ['everybody', 2],
        ['mine', 2],
        ['mixed', 1],
      ],
    );
    assert.is(total, 3);
  },
  createGroup: (w) => refused(call(w, 'createGroup', { body: { name: 'new' } }), 403, 'FORBIDDEN'),
  async previewGroup(w) {
    const rule = { match: 'all', conditions: [{ field: 'fqdn', operator: 'contains', value: 'example' }] };
    const seen = await cut<Schemas['HostList']>(w, call(w, 'previewGroup', { body: { rule } }));
    assert.equal([seen.total, seen.hosts.length], [2, 2]);
  },
  async getGroup(w) {
    const group = await cut<Schemas['Group']>(w, call(w, 'getGroup', { path: [w.groups.mixed] }));
    assert.is(group.hosts_total, 1);
    await refused(call(w, 'getGroup', { path: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
  },
  async updateGroup(w) {
    const body = { name: 'renamed' };
    await refused(call(w, 'updateGroup', { path: [w.groups.theirs], body }), 404, 'GROUP_NOT_FOUND');
    await refused(call(w, 'updateGroup', { path: [w.groups.mixed], body }), 403, 'FORBIDDEN');
    await refused(call(w, 'updateGroup', { path: [w.groups.mine], body }), 403, 'FORBIDDEN');
  },
  async listGroupChanges(w) {
    const change = (host: TestHost, id: string, groupId = w.groups.mixed) => ({
      id,
      host_id: host.id,
      group_id: groupId,
      direction: 'entering',
      state: 'waiting',
      before: '{"osFamily":"a","osName":"a","osVersion":"1","arch":"a"}',
      since: new Date(),
    });
    const own = change(w.mine[0], NEW_IDS[0]);
    // Which groups there are beside those with hosts of the scope, is not told either.
    const others = [change(w.theirs[0], NEW_IDS[1]), change(w.mine[0], NEW_IDS[2], w.groups.theirs)];
    await w.kit.ctx.db.knex('hosts_group_changes').insert([own, ...others]);
    const { changes, total } = await cut<Schemas['GroupChangeList']>(w, call(w, 'listGroupChanges'));
    await w.kit.ctx.db.knex('hosts_group_changes').delete();
    assert.equal([changes.map(({ host }) => host.id), total], [[w.mine[0].id], 1]);
  },
  async listGroupHosts(w) {
    const { total } = await cut<Schemas['HostList']>(
      w,
      call(w, 'listGroupHosts', { path: [w.groups.everybody] }),
    );
    assert.is(total, 2);
    await refused(call(w, 'listGroupHosts', { path: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
  },
  async addGroupHosts(w) {
    const add = (group: string, host: TestHost) =>
      call(w, 'addGroupHosts', { path: [group], body: { host_ids: [host.id] } });
    await refused(add(w.groups.mixed, w.theirs[1]), 404, 'HOST_NOT_FOUND');
    await refused(add(w.groups.theirs, w.mine[0]), 404, 'GROUP_NOT_FOUND');
    const group = await cut<Schemas['Group']>(w, add(w.groups.mixed, w.mine[1]));
    assert.is(group.hosts_total, 2);
    const whole = (await call(w, 'getGroup', { path: [w.groups.mixed], role: 'admin' })).body;
    assert.is((whole as Schemas['Group']).hosts_total, 3);
    const body = {
      name: 'of another',
      role: 'operator',
      expires_in_secs: 3_600,
      group_ids: [w.groups.mixed],
    };
    const made = await call(w, 'createOwnApiToken', { body, role: 'admin' });
    await refused(add(w.groups.mixed, w.mine[1]), 403, 'FORBIDDEN');
    const { id } = made.body as Schemas['CreatedApiToken'];
    assert.is((await call(w, 'deleteOwnApiToken', { path: [id], role: 'admin' })).status, 204);
  },
  async removeGroupHosts(w) {
    const remove = (group: string, target: object) =>
      call(w, 'removeGroupHosts', { path: [group], body: { target } });
    await refused(remove(w.groups.theirs, { tags: ['all'] }), 404, 'GROUP_NOT_FOUND');
    const ids = [w.mine[1].id, w.theirs[0].id];
    const named = (await remove(w.groups.mixed, { host_ids: ids })).body as Schemas['BulkResult'];
    assert.equal(
      [named.changed, named.unchanged, named.refused.map(({ id }) => id)],
      [1, 0, [w.theirs[0].id]],
    );
    const body = { host_ids: [w.mine[1].id] };
    assert.is((await call(w, 'addGroupHosts', { path: [w.groups.mixed], body })).status, 200);
  },
  async removeGroupHost(w) {
    const remove = (group: string, host: TestHost) => call(w, 'removeGroupHost', { path: [group, host.id] });
    await refused(remove(w.groups.mixed, w.theirs[0]), 404, 'HOST_NOT_FOUND');
    await refused(remove(w.groups.theirs, w.theirs[1]), 404, 'GROUP_NOT_FOUND');
    assert.is((await remove(w.groups.mixed, w.mine[1])).status, 204);
  },
};
