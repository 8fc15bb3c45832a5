/** Rows of the walks through the contract: CVEs, the order to patch, late patches, exceptions and imported files. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { again } from '../../test/support/walk/made.ts';
import type { World } from '../../test/support/walk/world.ts';
import { call, cut, refused, type Schemas, type Fleet } from '../../test/support/scope/calls.ts';
import { advisory, patchOf, told } from './exposure.testing.ts';

const CVE = 'CVE-2026-1234';
const NO_ADVISORY = '0'.repeat(32);

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': `
    getExposure listCves getCve listCveHosts listAdvisories getAdvisory listRankedPackages listExposurePatches listServiceLevelBreaches
    listExposureExceptions getExposureException listExposureDataSets getExposureDataSet`,
  'administrators and operators': 'createExposureException deleteExposureException',
  'administrators alone': 'importExposureDataSet fetchExposureDataSet',
};

export const valid: FeatureRows['valid'] = {
  listCves: reads(async ({ must, kit }) => {
    const patches = [patchOf('openssl', { severity: 'critical', advisories: advisory(CVE) as never })];
    await told(kit, kit.hosts[0]?.id ?? '', patches);
    return must('listCves');
  }),
  getExposure: reads(({ must }) => must('getExposure')),
  getCve: reads(({ must }) => must('getCve', { path: { cve: CVE } })),
  listCveHosts: reads(({ must }) => must('listCveHosts', { path: { cve: CVE } })),
  listAdvisories: reads(async ({ must, ids }) => {
    const { advisories } = await must<Schemas['ExposureAdvisoryList']>('listAdvisories');
    ids['advisory'] = advisories[0]?.id ?? '';
  }),
  getAdvisory: reads(({ must, ids }) =>
    must('getAdvisory', { path: { advisory_id: ids['advisory'] ?? '' } }),
  ),
  listRankedPackages: reads(({ must }) => must('listRankedPackages')),
  listExposurePatches: reads(({ must }) => must('listExposurePatches')),
  listServiceLevelBreaches: reads(({ must }) => must('listServiceLevelBreaches')),
  createExposureException: writes('exposure_exception.created', async ({ must, ids, kit }) => {
    const expires_at = new Date(kit.clock.now().getTime() + 86_400_000).toISOString();
    const body = { host_id: kit.hosts[0]?.id, package: 'openssl', reason: 'Until Monday.', expires_at };
    ids['exception'] = (await must<Schemas['ExposureException']>('createExposureException', { body })).id;
  }),
  listExposureExceptions: reads(({ must }) => must('listExposureExceptions')),
  getExposureException: reads(({ must, ids }) =>
    must('getExposureException', { path: { exception_id: ids['exception'] ?? '' } }),
  ),
  deleteExposureException: writes('exposure_exception.deleted', ({ must, ids }) =>
    must('deleteExposureException', { path: { exception_id: ids['exception'] ?? '' } }),
  ),
  importExposureDataSet: writes('exposure_data_set.imported', ({ must }) =>
    must('importExposureDataSet', {
      path: { kind: 'epss' },
      content: {
        type: 'application/octet-stream',
        text: `#model_version:v2025.03.14,score_date:2026-01-01T00:00:00+0000\ncve,epss,percentile\n${CVE},0.5,0.9\n`,
      },
    }),
  ),
  getExposureDataSet: reads(({ must }) => must('getExposureDataSet', { path: { kind: 'epss' } })),
  fetchExposureDataSet: writes('exposure_data_set.imported', fetchKev),
  listExposureDataSets: reads(({ must }) => must('listExposureDataSets')),
};

export const mistakes: FeatureRows['mistakes'] = [
  { code: 'DATA_SET_NOT_FOUND', at: { getExposureDataSet: () => ({ path: { kind: 'csaf-suse' } }) } },
  {
    code: 'ADVISORY_NOT_FOUND',
    at: {
      listCves: () => ({ query: { advisory_id: NO_ADVISORY } }),
      listExposurePatches: () => ({ query: { advisory_id: NO_ADVISORY } }),
    },
  },
  {
    code: 'PAYLOAD_TOO_LARGE',
    at: {
      // The manager takes at most 16 MB of a CISA catalogue.
      importExposureDataSet: () => ({
        path: { kind: 'kev' },
        content: { type: 'application/octet-stream', text: Buffer.alloc(17 * 1_024 * 1_024, ' ') },
      }),
    },
  },
];

export const limits: FeatureRows['limits'] = {
  createExposureException: {
    code: 'EXCEPTION_LIMIT_REACHED',
    table: 'exposure_exceptions',
    most: 10_000,
    unlike: ['package'],
    call(w, name) {
      const expires_at = new Date(w.kit.clock.now().getTime() + 86_400_000).toISOString();
      return again(w, 'createExposureException', { package: name, expires_at });
    },
  },
};

export const scope: FeatureRows['scope'] = {
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
  // The effect of a scope on advisories that hosts lack is tested in plugins/exposure/advisories.testing.ts.
  async listAdvisories(w) {
    const { total } = await cut<Schemas['ExposureAdvisoryList']>(w, call(w, 'listAdvisories'));
    assert.is(total, 0);
    const of = (query: string) => call(w, 'listAdvisories', { query });
    await refused(of(`?host_id=${w.theirs[0].id}`), 404, 'HOST_NOT_FOUND');
    await refused(of(`?group_id=${w.groups.theirs}`), 404, 'GROUP_NOT_FOUND');
  },
  getAdvisory: (w) => refused(call(w, 'getAdvisory', { path: [NO_ADVISORY] }), 404, 'ADVISORY_NOT_FOUND'),
  async listRankedPackages(w) {
    await cut(w, call(w, 'listRankedPackages'));
    const of = (query: string) => call(w, 'listRankedPackages', { query });
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
  async getExposureException(w) {
    const { id: theirs } = (await except(w, w.theirs[0].id, 'admin')).body as Schemas['ExposureException'];
    const own = await cut<Schemas['ExposureException']>(w, except(w, w.mine[0].id), 201);
    assert.equal(await cut(w, call(w, 'getExposureException', { path: [own.id] })), own);
    await refused(call(w, 'getExposureException', { path: [theirs] }), 404, 'EXCEPTION_NOT_FOUND');
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
  getExposureDataSet: (w) =>
    refused(call(w, 'getExposureDataSet', { path: ['kev'] }), 404, 'DATA_SET_NOT_FOUND'),
};

const catalogue = (day: string, ...cves: string[]): string =>
  JSON.stringify({
    catalogVersion: day.replaceAll('-', '.'),
    dateReleased: `${day}T15:00:11.4271Z`,
    count: cves.length,
    vulnerabilities: cves.map((cveID) => ({ cveID, dateAdded: '2026-01-02' })),
  });

/**
 * Fetches the KEV catalogue; refused while fetching is off and while one is under way. The same for an import, and for
 * a faulty file.
 */
async function fetchKev({ must, walker, feed }: World): Promise<void> {
  const kev = { path: { kind: 'kev' } };
  const file = (text: string) => ({ ...kev, content: { type: 'application/octet-stream', text } });
  const refused = async (operationId: string, call: object, code: string): Promise<void> => {
    const answer = await walker.call(operationId, call);
    if (answer.code !== code)
      throw new Error(`${operationId} answered ${answer.status} ${answer.code ?? ''}`);
  };
  await refused('fetchExposureDataSet', kev, 'DATA_SET_FETCH_OFF');
  const exposure_fetch = { kev_enabled: true, kev_url: `${feed.origin}/kev.json` };
  await must('updateSettings', { body: { exposure_fetch } });
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const begun = new Promise<void>((resolve) => {
    feed.answer = async () => {
      resolve();
      await held;
      return { status: 200, body: catalogue('2026-01-14', CVE) };
    };
  });
  const first = must<Schemas['ExposureDataSetSource']>('fetchExposureDataSet', kev);
  await begun;
  await refused('fetchExposureDataSet', kev, 'DATA_SET_BUSY');
  await refused('importExposureDataSet', file(catalogue('2026-01-14', CVE)), 'DATA_SET_BUSY');
  go();
  const { last_error: error } = await first;
  if (error) throw new Error(`the fetch failed: ${error.code} ${error.message}`);
  const epss = walker.valid.get('importExposureDataSet');
  await refused('importExposureDataSet', file('{}'), 'DATA_SET_INVALID');
  await refused('importExposureDataSet', file(catalogue('2026-01-01', CVE)), 'DATA_SET_OLDER');
  if (epss) walker.valid.set('importExposureDataSet', epss);
}

/** Makes an exception for a package of that host until tomorrow. */
const except = (w: Fleet, hostId: string, role: 'admin' | 'operator' = 'operator') =>
  call(w, 'createExposureException', {
    role,
    body: {
      host_id: hostId,
      package: 'jq',
      reason: 'Until Monday.',
      expires_at: new Date(w.kit.clock.now().getTime() + 86_400_000).toISOString(),
    },
  });
