/** The inventory. */
import * as assert from 'uvu/assert';
import { call, cut, refused, type Schemas } from './calls.ts';
import type { Rows } from './row.ts';

export const hostRows: Rows = {
  async listHosts(w) {
    const all = await cut<Schemas['HostList']>(w, call(w, 'listHosts'));
    assert.equal([all.total, all.hosts.length], [2, 2]);
    const grouped = await call(w, 'listHosts', { query: `?group_id=${w.groups.theirs}` });
    assert.is((grouped.body as Schemas['HostList']).total, 0);
    const searched = await call(w, 'listHosts', { query: '?search=theirs' });
    assert.is((searched.body as Schemas['HostList']).total, 0);
  },
  async listHostValues(w) {
    const own = await cut<Schemas['HostValues']>(w, call(w, 'listHostValues'));
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
  deleteHost: 'role',
  async listHostPatches(w) {
    await cut(w, call(w, 'listHostPatches', { path: [w.mine[0].id] }));
    await refused(call(w, 'listHostPatches', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async refreshHost(w) {
    await refused(call(w, 'refreshHost', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
    await cut(w, call(w, 'refreshHost', { path: [w.mine[0].id] }), 202);
  },
};
