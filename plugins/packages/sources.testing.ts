import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PluginWorld } from '../../test/support/pluginManager.ts';
import { FleetIndex } from './index/fleetIndex.ts';
import { get, installed, readAll, tell, type Schemas } from './packages.testing.ts';
import { sourcesService } from './service/sources.ts';

/** The sources that packages were built from, for other features. */
export function sourcesAreFound(test: Test<PluginWorld>): void {
  test('what is installed is found by the source that it was built from', async (world) => {
    const { kit } = world;
    const [one, two, three] = kit.hosts;
    if (!one || !two || !three) throw new Error('three hosts are wanted');
    tell(one, installed('libssl3=3.0.9-1+b1@openssl/3.0.9-1', 'openssl=3.0.9-1', 'zlib1g=1.2@zlib/1.2'));
    tell(two, installed('libssl3=3.0.15-1@openssl/3.0.15-1', 'bash=5.2-1+b2@bash/5.2-1', 'zlib=1.2'));
    await readAll(kit);
    const service = sourcesService(new FleetIndex(kit.ctx));
    const { hosts, versions, untold } = await service.sources((name) => ['openssl', 'bash'].includes(name));
    const idsOf = (numbers: readonly number[]) => [...new Set(numbers)].map((at) => hosts[at]).toSorted();
    assert.equal(
      versions
        .map((row) => [row.source, row.version, row.order, idsOf(row.hosts.flatMap((set) => [...set]))])
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
      [
        ['bash', '5.2-1', 'debian', [two.id, three.id].toSorted()],
        ['openssl', '3.0.15-1', 'debian', [two.id]],
        ['openssl', '3.0.9-1', 'debian', [one.id, three.id].toSorted()],
      ],
    );
    const apart = await service.sources(
      (name) => name === 'openssl',
      (name) => name === 'libssl3',
    );
    assert.equal(
      apart.versions
        .map((row) => [row.version, row.isApart, idsOf(row.hosts.flatMap((set) => [...set]))])
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
      [
        ['3.0.15-1', true, [two.id]],
        ['3.0.9-1', false, [one.id, three.id].toSorted()],
        ['3.0.9-1', true, [one.id]],
      ],
      'of one host both are told',
    );
    assert.equal(idsOf(untold), [three.id], 'of a list that tells no source each package is its own');
    const of = await service.ofSources([one.id, two.id], (name) => name === 'openssl');
    assert.equal(
      of.get(one.id)?.map((row) => [row.name, row.version, row.sourceVersion]),
      [
        ['libssl3', '3.0.9-1+b1', '3.0.9-1'],
        ['openssl', '3.0.9-1', '3.0.9-1'],
      ],
    );
    const list = await get<Schemas['HostPackageList']>(world, `/hosts/${two.id}/packages`);
    assert.equal(
      list.packages.map((row) => [row.name, row.source]),
      [
        ['bash', { name: 'bash', version: '5.2-1' }],
        ['libssl3', { name: 'openssl', version: '3.0.15-1' }],
        ['zlib', undefined],
      ],
    );
    const before = await service.revision();
    tell(one, installed('openssl=3.0.15-1'));
    await readAll(kit);
    assert.ok((await service.revision()) > before);
  });
}
