import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { made, type PluginWorld } from '../../test/support/pluginManager.ts';
import { get, installed, readAll, tell, type Schemas } from './packages.testing.ts';

/** Hosts whose packages differ: two of them, and those of a group. */
export function differencesAreTold(test: Test<PluginWorld>): void {
  test('two hosts are compared, and a group', async (world) => {
    const { kit } = world;
    const [one, two] = kit.hosts;
    const found = await get<Schemas['PackageDifferenceList']>(
      world,
      `/hosts/${one?.id}/packages/differences?other_host_id=${two?.id}`,
    );
    assert.equal(found.differences, [
      { name: 'openssl', arch: 'amd64', here: ['3.0.9-1'], there: ['3.0.15-1'], newer: 'there' },
    ]);
    const group = await made<Schemas['Group']>(
      kit.call('POST', '/api/v1/groups', {
        body: {
          name: 'all',
          rule: { match: 'all', conditions: [{ field: 'fqdn', operator: 'contains', value: 'h' }] },
        },
      }),
    );
    const differences = await get<Schemas['GroupPackageDifferenceList']>(
      world,
      `/groups/${group.id}/package-differences`,
    );
    assert.equal(differences.differences, [
      {
        name: 'openssl',
        hosts: 3,
        hosts_without: 0,
        versions_total: 2,
        versions: [
          { version: '3.0.9-1', hosts: 2 },
          { version: '3.0.15-1', hosts: 1 },
        ],
      },
    ]);
  });

  test('what all hosts have in the same two versions does not differ among them', async (world) => {
    const { kit } = world;
    const group = await made<Schemas['Group']>(
      kit.call('POST', '/api/v1/groups', { body: { name: 'all', host_ids: kit.hosts.map(({ id }) => id) } }),
    );
    const names = async (): Promise<string[]> => {
      const path = `/groups/${group.id}/package-differences`;
      const found = await get<Schemas['GroupPackageDifferenceList']>(world, path);
      assert.is(found.total, found.differences.length);
      return found.differences.map(({ name }) => name);
    };
    // Each host has a package of its own, so that no segment is the same on all of them.
    const both = ['linux=5.1', 'linux:i386=5.1', 'linux=6.1'];
    for (const [at, host] of kit.hosts.entries()) tell(host, installed(...both, `own-${at}=1`));
    await readAll(kit);
    assert.equal(await names(), ['own-0', 'own-1', 'own-2']);
    const [one] = kit.hosts;
    if (one) tell(one, installed('linux=5.1', 'own-0=1'));
    await readAll(kit);
    assert.equal(await names(), ['linux', 'own-0', 'own-1', 'own-2']);
  });
}
