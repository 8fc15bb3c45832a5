/** Hosts, groups, packages, what is exposed, and how hosts join. */
import { sign } from 'node:crypto';
import type { components } from '../../../../generated/manager.ts';
import { newKey, request } from '../../../../plugins/enrollment/enrollment.testing.ts';
import { advisory, patchOf, told } from '../../../../plugins/exposure/exposure.testing.ts';
import { installed, known, readAll, tell } from '../../../../plugins/packages/packages.testing.ts';
import { createCsr } from '../../../../server/shared/pki/csr.ts';
import { addressPayload, renewalPayload } from '../../../../server/shared/pki/renewal.ts';
import { reads, writes, type Rows } from '../row.ts';
import { PACKAGE, type World } from '../world.ts';

type Schemas = components['schemas'];

const anonymous = { bearer: null } as const;
/** The address of another host. */
const TAKEN = '192.0.2.10';
const CVE = 'CVE-2026-1234';

const hostPath = ({ kit }: World) => ({ path: { hostId: kit.hosts[0]?.id ?? '' } });
const own = ({ ids }: World) => ({ path: { id: ids['host'] ?? '' } });
const group = ({ ids }: World) => ({ path: { id: ids['group'] ?? '' } });

const rule = { match: 'any', conditions: [{ field: 'fqdn', operator: 'contains', value: '.' }] };

const hosts: Rows = {
  createHost: writes('host.created', async ({ must, ids }) => {
    const body = { fqdn: 'new.example.org', ip_address: '192.0.2.9', port: 9443, tags: ['env=prod'] };
    await must('createHost', { body: { ...body, ip_address: TAKEN } });
    ids['host'] = (await must<Schemas['Host']>('createHost', { body })).id;
  }),
  listHosts: reads(({ must }) => must('listHosts')),
  listHostValues: reads(({ must }) => must('listHostValues')),
  getHost: reads((w) => w.must('getHost', own(w))),
  updateHost: writes('host.updated', async (w) => {
    await w.walker.call('updateHost', { ...own(w), body: { ip_address: TAKEN } });
    return w.must('updateHost', { ...own(w), body: { display_name: 'New' } });
  }),
  searchEverything: reads(({ must }) => must('searchEverything', { query: { q: 'new' } })),
  listHostPatches: reads((w) => w.must('listHostPatches', hostPath(w))),
  refreshHost: writes('host.refreshed', (w) =>
    w.must(
      'refreshHost',
      { path: { id: w.kit.hosts[0]?.id ?? '' } },
      { path: { id: w.kit.hosts[1]?.id ?? '' } },
    ),
  ),
  getFleetStatus: reads(({ must }) => must('getFleetStatus')),
  getFleetHistory: reads(({ must }) => must('getFleetHistory')),
  getJobSummary: reads(({ must }) => must('getJobSummary')),
  getServiceHealth: reads(({ must }) => must('getServiceHealth', anonymous)),
  getUi: reads(({ must }) => must('getUi')),

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
  removeGroupHost: writes('group.hosts_removed', (w) =>
    w.must('removeGroupHost', { path: { ...group(w).path, hostId: w.ids['host'] ?? '' } }),
  ),
};

const packages: Rows = {
  listFleetPackages: reads(async ({ must, kit }) => {
    for (const host of kit.hosts) tell(host, installed('openssl=3.0.1<3.0.2', 'jq=1.6', 'bash=5.2!'));
    await known(kit);
    await readAll(kit);
    return must('listFleetPackages');
  }),
  listPackageVersions: reads(({ must }) => must('listPackageVersions', { query: { name: 'jq' } })),
  listPackageHosts: reads(({ must }) => must('listPackageHosts', { query: { name: 'jq' } })),
  listHostPackages: reads((w) => w.must('listHostPackages', hostPath(w))),
  listHostPackageChanges: reads((w) => w.must('listHostPackageChanges', hostPath(w))),
  compareHostPackages: reads((w) =>
    w.must('compareHostPackages', { ...hostPath(w), query: { with: w.kit.hosts[1]?.id ?? '' } }),
  ),
  listGroupPackageDifferences: reads((w) => w.must('listGroupPackageDifferences', group(w))),
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

const exposure: Rows = {
  listCves: reads(async ({ must, kit }) => {
    const patches = [patchOf('openssl', { severity: 'critical', advisories: advisory(CVE) as never })];
    await told(kit, kit.hosts[0]?.id ?? '', patches);
    return must('listCves');
  }),
  getExposure: reads(({ must }) => must('getExposure')),
  getCve: reads(({ must }) => must('getCve', { path: { cve: CVE } })),
  listCveHosts: reads(({ must }) => must('listCveHosts', { path: { cve: CVE } })),
  getPatchOrder: reads(({ must }) => must('getPatchOrder')),
  listExposurePatches: reads(({ must }) => must('listExposurePatches')),
  listServiceLevelBreaches: reads(({ must }) => must('listServiceLevelBreaches')),
  createExposureException: writes('exposure_exception.created', async ({ must, ids, kit }) => {
    const expires_at = new Date(kit.clock.now().getTime() + 86_400_000).toISOString();
    const body = { host_id: kit.hosts[0]?.id, package: 'openssl', reason: 'Until Monday.', expires_at };
    ids['exception'] = (await must<Schemas['ExposureException']>('createExposureException', { body })).id;
  }),
  listExposureExceptions: reads(({ must }) => must('listExposureExceptions')),
  deleteExposureException: writes('exposure_exception.deleted', ({ must, ids }) =>
    must('deleteExposureException', { path: { exceptionId: ids['exception'] ?? '' } }),
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
  fetchExposureDataSet: writes('exposure_data_set.imported', fetchKev),
  listExposureDataSets: reads(({ must }) => must('listExposureDataSets')),
};

const key = newKey();

/** A different machine each time. */
let machines = 0;
function machine(more: object = {}) {
  const number = ++machines;
  const hex = String(number).padStart(32, '0');
  return request(newKey(), { machine_id: hex, ip_address: `10.0.4.${number}`, ...more });
}

const enroll = ({ must }: World, more: object = {}): Promise<Schemas['CreatedEnrollment']> =>
  must('createEnrollment', { ...anonymous, body: machine(more) });

const joining: Rows = {
  createEnrollmentToken: writes('enrollment_token.created', async ({ must, ids }) => {
    const body = { name: 'rack 4' };
    ids['joinToken'] = (await must<Schemas['CreatedEnrollmentToken']>('createEnrollmentToken', { body })).id;
  }),
  listEnrollmentTokens: reads(({ must }) => must('listEnrollmentTokens')),
  deleteEnrollmentToken: writes('enrollment_token.deleted', ({ must, ids }) =>
    must('deleteEnrollmentToken', { path: { id: ids['joinToken'] ?? '' } }),
  ),
  createEnrollment: writes('enrollment.requested', async (w) => {
    const csr_pem = createCsr(key, 'x');
    const { id, polling_token } = await enroll(w, { csr_pem, fqdn: 'joining.example.org' });
    Object.assign(w.ids, { joining: id, pollingToken: polling_token, denied: (await enroll(w)).id });
  }),
  listEnrollments: reads(({ must }) => must('listEnrollments')),
  approveEnrollment: writes('enrollment.approved', ({ must, ids }) =>
    must('approveEnrollment', { path: { id: ids['joining'] ?? '' } }),
  ),
  denyEnrollment: writes('enrollment.denied', ({ must, ids }) =>
    must('denyEnrollment', { path: { id: ids['denied'] ?? '' } }),
  ),
  getEnrollmentStatus: reads(async ({ must, ids }) => {
    const call = { bearer: ids['pollingToken'] ?? '' };
    ids['joined'] = (await must<Schemas['EnrollmentStatus']>('getEnrollmentStatus', call)).host_id ?? '';
  }),
  listEnrollmentHistory: reads(({ must }) => must('listEnrollmentHistory')),
  renewEnrollment: writes('enrollment.renewed', ({ must, ids }) => {
    const csrPem = createCsr(newKey(), 'x');
    const hostId = ids['joined'] ?? '';
    const signature = sign('sha256', renewalPayload({ hostId, csrPem }), key).toString('base64');
    const body = { host_id: hostId, csr_pem: csrPem, signature };
    return must('renewEnrollment', { ...anonymous, body });
  }),
  reportAddress: {
    none: 'it only asks: no agent runs at the address of the host that joined',
    by({ must, ids }) {
      const hostId = ids['joined'] ?? '';
      const signature = sign('sha256', addressPayload({ hostId }), key).toString('base64');
      return must('reportAddress', { ...anonymous, body: { host_id: hostId, signature } });
    },
  },
  getInstaller: reads(({ must }) => must('getInstaller')),
  getInstallScript: reads(({ must }) => must('getInstallScript', anonymous)),
  getAgentPackage: reads(({ must }) => must('getAgentPackage', { ...anonymous, path: { name: PACKAGE } })),
};

export const fleetRows: Rows = { ...hosts, ...packages, ...exposure, ...joining };

export const lastOfFleet: Rows = {
  deleteGroup: writes('group.deleted', (w) => w.must('deleteGroup', group(w))),
  deleteHost: writes('host.deleted', (w) => w.must('deleteHost', own(w))),
};
