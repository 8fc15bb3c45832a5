/** CVEs, the order to patch, late patches, exceptions and imported files. */
import * as assert from 'uvu/assert';
import { call, cut, refused, type Schemas, type World } from './calls.ts';
import type { Rows } from './row.ts';

export const exposureRows: Rows = {
  async getExposure(w) {
    const own = await cut<Schemas['Exposure']>(w, call(w, 'getExposure'));
    assert.is(own.hosts_affected, 0);
  },
  async listCves(w) {
    const { total } = await cut<Schemas['CveList']>(w, call(w, 'listCves'));
    assert.is(total, 0);
    const foreign = call(w, 'listCves', { query: `?host_id=${w.theirs[0].id}` });
    await refused(foreign, 404, 'HOST_NOT_FOUND');
  },
  // The effect of a scope on open CVEs is tested in plugins/exposure/cves.testing.ts.
  getCve: (w) => refused(call(w, 'getCve', { path: ['CVE-2026-0001'] }), 404, 'CVE_NOT_FOUND'),
  listCveHosts: (w) => refused(call(w, 'listCveHosts', { path: ['CVE-2026-0001'] }), 404, 'CVE_NOT_FOUND'),
  async getPatchOrder(w) {
    await cut(w, call(w, 'getPatchOrder'));
    const of = (query: string) => call(w, 'getPatchOrder', { query });
    await refused(of(`?host_id=${w.theirs[0].id}`), 404, 'HOST_NOT_FOUND');
    await refused(of(`?group_id=${w.groups.theirs}`), 404, 'GROUP_NOT_FOUND');
  },
  async listExposurePatches(w) {
    await cut(w, call(w, 'listExposurePatches'));
    const of = (query: string) => call(w, 'listExposurePatches', { query });
    await refused(of(`?host_id=${w.theirs[0].id}`), 404, 'HOST_NOT_FOUND');
    await refused(of(`?group_id=${w.groups.theirs}`), 404, 'GROUP_NOT_FOUND');
  },
  async listServiceLevelBreaches(w) {
    await cut(w, call(w, 'listServiceLevelBreaches'));
    const foreign = call(w, 'listServiceLevelBreaches', { query: `?host_id=${w.theirs[0].id}` });
    await refused(foreign, 404, 'HOST_NOT_FOUND');
  },
  async listExposureExceptions(w) {
    await except(w, w.theirs[0].id, 'admin');
    const own = await cut<Schemas['ExposureException']>(w, except(w, w.mine[0].id), 201);
    const list = await cut<Schemas['ExposureExceptionList']>(w, call(w, 'listExposureExceptions'));
    assert.equal([list.total, list.exceptions[0]?.id], [1, own.id]);
  },
  async createExposureException(w) {
    await refused(except(w, w.theirs[0].id), 404, 'HOST_NOT_FOUND');
  },
  async deleteExposureException(w) {
    const { id } = (await except(w, w.theirs[0].id, 'admin')).body as Schemas['ExposureException'];
    await refused(call(w, 'deleteExposureException', { path: [id] }), 404, 'EXCEPTION_NOT_FOUND');
  },
  // The data is public, the same for everybody.
  async listExposureDataSets(w) {
    await cut(w, call(w, 'listExposureDataSets'));
  },
  importExposureDataSet: 'role',
  fetchExposureDataSet: 'role',
};

/** Makes an exception for a package of that host until tomorrow. */
const except = (w: World, hostId: string, role: 'admin' | 'operator' = 'operator') =>
  call(w, 'createExposureException', {
    role,
    body: {
      host_id: hostId,
      package: 'jq',
      reason: 'Until Monday.',
      expires_at: new Date(w.kit.clock.now().getTime() + 86_400_000).toISOString(),
    },
  });
