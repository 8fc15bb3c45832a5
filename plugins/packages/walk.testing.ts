/** Rows of the walks through the contract: what is installed. */
import * as assert from 'uvu/assert';
import { reads, type FeatureRows } from '../../test/support/rows.ts';
import { hostAt, of } from '../../test/support/walk/made.ts';
import { call, cut, packagesOf, refused, type Schemas } from '../../test/support/scope/calls.ts';
import { installed, known, readAll, tell } from './packages.testing.ts';

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': `
    listFleetPackages listPackageVersions listPackageHosts listHostPackages listHostPackageChanges
    listHostPackageDifferences listGroupPackageDifferences`,
};

export const valid: FeatureRows['valid'] = {
  listFleetPackages: reads(async ({ must, kit }) => {
    for (const host of kit.hosts) tell(host, installed('openssl=3.0.1<3.0.2', 'jq=1.6', 'bash=5.2!'));
    await known(kit);
    await readAll(kit);
    return must('listFleetPackages');
  }),
  listPackageVersions: reads(({ must }) => must('listPackageVersions', { query: { name: 'jq' } })),
  listPackageHosts: reads(({ must }) => must('listPackageHosts', { query: { name: 'jq' } })),
  listHostPackages: reads((w) => w.must('listHostPackages', hostAt(w, 0))),
  listHostPackageChanges: reads((w) => w.must('listHostPackageChanges', hostAt(w, 0))),
  listHostPackageDifferences: reads((w) =>
    w.must('listHostPackageDifferences', {
      ...hostAt(w, 0),
      query: { other_host_id: w.kit.hosts[1]?.id ?? '' },
    }),
  ),
  listGroupPackageDifferences: reads((w) =>
    w.must('listGroupPackageDifferences', of('group', 'group_id')(w)),
  ),
};

export const scope: FeatureRows['scope'] = {
  async listFleetPackages(w) {
    await packagesOf(w);
    const own = await cut<Schemas['FleetPackageList']>(w, call(w, 'listFleetPackages'));
    assert.equal(
      own.packages.map((one) => [one.name, one.hosts, one.versions]),
      [['bash', 2, 1]],
    );
    assert.equal([own.total, own.coverage.hosts_total, own.coverage.hosts_known], [1, 2, 2]);
    const query = `?group_id=${w.groups.theirs}`;
    await refused(call(w, 'listFleetPackages', { query }), 404, 'GROUP_NOT_FOUND');
  },
  async listPackageVersions(w) {
    await packagesOf(w);
    const of = async (name: string) =>
      await cut<Schemas['PackageVersionList']>(w, call(w, 'listPackageVersions', { query: `?name=${name}` }));
    assert.equal(
      (await of('bash')).versions.map(({ version, hosts }) => [version, hosts]),
      [['5.2-1', 2]],
    );
    assert.equal([(await of('secret')).hosts, (await of('secret')).total], [0, 0]);
  },
  async listPackageHosts(w) {
    await packagesOf(w);
    const of = async (name: string) =>
      await cut<Schemas['PackageHostList']>(w, call(w, 'listPackageHosts', { query: `?name=${name}` }));
    assert.equal(
      (await of('bash')).hosts.map(({ host_id: id }) => id),
      w.mine.map(({ id }) => id),
    );
    assert.equal([(await of('bash')).total, (await of('secret')).total], [2, 0]);
  },
  async listHostPackages(w) {
    await packagesOf(w);
    await cut(w, call(w, 'listHostPackages', { path: [w.mine[0].id] }));
    await refused(call(w, 'listHostPackages', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async listHostPackageChanges(w) {
    await cut(w, call(w, 'listHostPackageChanges', { path: [w.mine[0].id] }));
    await refused(call(w, 'listHostPackageChanges', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async listHostPackageDifferences(w) {
    const compare = (id: string, other: string) =>
      call(w, 'listHostPackageDifferences', { path: [id], query: `?other_host_id=${other}` });
    await cut(w, compare(w.mine[0].id, w.mine[1].id));
    await refused(compare(w.mine[0].id, w.theirs[0].id), 404, 'HOST_NOT_FOUND');
    await refused(compare(w.theirs[0].id, w.mine[0].id), 404, 'HOST_NOT_FOUND');
  },
  async listGroupPackageDifferences(w) {
    await packagesOf(w);
    const of = (id: string) => call(w, 'listGroupPackageDifferences', { path: [id] });
    // Hosts that the operator may not see have other versions, and more packages.
    const own = await cut<Schemas['GroupPackageDifferenceList']>(w, of(w.groups.everybody));
    assert.equal([own.total, own.coverage.hosts_known], [0, 2]);
    await refused(of(w.groups.theirs), 404, 'GROUP_NOT_FOUND');
  },
};
