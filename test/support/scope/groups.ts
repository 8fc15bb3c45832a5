/** Groups of hosts. */
import * as assert from 'uvu/assert';
import type { TestHost } from '../../../server/pluginTesting.ts';
import { call, cut, refused, type Schemas } from './calls.ts';
import type { Rows } from './row.ts';

const NEW_IDS = [
  '01939f74-a3b4-75c6-97e8-f90112233447',
  '01939f74-a3b4-75c6-97e8-f90112233448',
  '01939f74-a3b4-75c6-97e8-f90112233449',
] as const;

export const groupRows: Rows = {
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
  deleteGroup: 'role',
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
  decideGroupChanges: 'role',
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
    const made = await call(w, 'createApiToken', { body, role: 'admin' });
    await refused(add(w.groups.mixed, w.mine[1]), 403, 'FORBIDDEN');
    const { id } = made.body as Schemas['CreatedApiToken'];
    assert.is((await call(w, 'deleteApiToken', { path: [id], role: 'admin' })).status, 204);
  },
  async removeGroupHost(w) {
    const remove = (group: string, host: TestHost) => call(w, 'removeGroupHost', { path: [group, host.id] });
    await refused(remove(w.groups.mixed, w.theirs[0]), 404, 'HOST_NOT_FOUND');
    await refused(remove(w.groups.theirs, w.theirs[1]), 404, 'GROUP_NOT_FOUND');
    assert.is((await remove(w.groups.mixed, w.mine[1])).status, 204);
  },
};
