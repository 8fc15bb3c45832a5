/** What is installed. */
import * as assert from 'uvu/assert';
import { installed, known, readAll, tell } from '../../../plugins/packages/packages.testing.ts';
import { call, cut, madeOnce, refused, type Schemas } from './calls.ts';
import type { Rows } from './row.ts';

export const packageRows: Rows = {
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
  async compareHostPackages(w) {
    const compare = (id: string, other: string) =>
      call(w, 'compareHostPackages', { path: [id], query: `?with=${other}` });
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

/** Sets what is installed: one package on the operator's hosts; on the others another version of it, and one more. */
export const packagesOf = madeOnce(async (w) => {
  for (const host of w.mine) tell(host, installed('bash=5.2-1'));
  for (const host of w.theirs) tell(host, installed('bash=5.1-1', 'secret=1'));
  await known(w.kit);
  await readAll(w.kit);
});
