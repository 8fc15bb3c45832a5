// time-limit: 120
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemActor, type Actor } from '../../server/plugin.ts';
import type { PluginWorld } from '../../test/support/pluginManager.ts';
import { codeOf, made } from '../../test/support/pluginManager.ts';
import { installed, known, readAll, setUp, tearDown, tell, type Schemas } from './packages.testing.ts';
import { FleetIndex } from './index/fleetIndex.ts';
import { cleanUp } from './service/cleanUp.ts';
import { sourcesService } from './service/sources.ts';

const test = suite<PluginWorld>('packages across the fleet');

test.before.each(async (world) => {
  await setUp(world, 3);
  const [one, two, three] = world.kit.hosts;
  if (!one || !two || !three) throw new Error('three hosts are wanted');
  tell(one, installed('bash=5.2-1', 'openssl=3.0.9-1<3.0.15-1', 'zlib=1.2'));
  tell(two, installed('bash=5.2-1', 'openssl=3.0.15-1!', 'zlib=1.2'));
  tell(three, installed('bash=5.2-1', 'openssl=3.0.9-1<3.0.15-1', 'zlib=1.2'));
  await known(world.kit);
  await readAll(world.kit);
});
test.after.each(tearDown);

const get = <T>({ kit }: PluginWorld, path: string): Promise<T> =>
  made<T>(kit.call('GET', `/api/v1${path}`), 200);
const admin: Actor = { ...systemActor, kind: 'user', role: 'admin' };
const rows = async ({ kit }: PluginWorld, table: string): Promise<number> =>
  Number(((await kit.ctx.db.knex(table).count({ n: '*' }).first()) as { n: number }).n);

test('equal lists are held once, and what is in them is counted by hosts', async (world) => {
  assert.is(await rows(world, 'packages_lists'), 2);
  const list = await get<Schemas['FleetPackageList']>(world, '/packages');
  assert.equal(
    list.packages.map((one) => [one.name, one.hosts, one.versions, one.hosts_held, one.hosts_pending]),
    [
      ['bash', 3, 1, 0, 0],
      ['openssl', 3, 2, 1, 2],
      ['zlib', 3, 1, 0, 0],
    ],
  );
  assert.equal(list.coverage, { hosts_total: 3, hosts_known: 3, hosts_failing: 0 });
  const names = async (query: string) =>
    (await get<Schemas['FleetPackageList']>(world, `/packages?${query}`)).packages.map(({ name }) => name);
  assert.equal(await names('search=SSL'), ['openssl']);
  assert.equal(await names('held=true'), ['openssl']);
  assert.equal(await names('pending=true'), ['openssl']);
  assert.equal(await names('origin=Nobody'), []);
  assert.equal(await names('origin=Debian&limit=2'), ['bash', 'openssl']);
});

test('pages follow each other without gap or repetition', async (world) => {
  const first = await get<Schemas['FleetPackageList']>(world, '/packages?limit=2');
  const next = await get<Schemas['FleetPackageList']>(
    world,
    `/packages?limit=2&cursor=${first.next_cursor ?? ''}`,
  );
  assert.equal(
    [...first.packages, ...next.packages].map(({ name }) => name),
    ['bash', 'openssl', 'zlib'],
  );
  assert.equal([first.total, next.total, next.next_cursor], [3, 3, null]);
  assert.is(codeOf(await world.kit.call('GET', '/api/v1/packages?cursor=nonsense')), '400 VALIDATION_FAILED');
});

test('versions below another are found by the rules of the package manager', async (world) => {
  const of = async (query: string) =>
    (await get<Schemas['PackageHostList']>(world, `/packages/hosts?name=openssl&${query}`)).hosts.map(
      ({ fqdn }) => fqdn,
    );
  // Compared as text, 3.0.9 would be the greater one.
  assert.equal(await of('version_below=3.0.15-1'), ['h001.example.org', 'h003.example.org']);
  assert.equal(await of('version_at_least=3.0.15-1'), ['h002.example.org']);
  assert.equal(await of('version=3.0.9-1'), ['h001.example.org', 'h003.example.org']);
  assert.equal(await of('version_at_least=3.0.9-1&held=true'), ['h002.example.org']);
  assert.equal(await of('pending=true&limit=1'), ['h001.example.org']);
  const versions = await get<Schemas['PackageVersionList']>(world, '/packages/versions?name=openssl');
  assert.equal(
    versions.versions.map((one) => [one.version, one.hosts, one.order, one.origins]),
    [
      ['3.0.15-1', 1, 'debian', ['Debian']],
      ['3.0.9-1', 2, 'debian', ['Debian']],
    ],
  );
  const nobody = await get<Schemas['PackageVersionList']>(world, '/packages/versions?name=nobody');
  assert.equal([nobody.hosts, nobody.versions], [0, []]);
});

test('hosts of a package are sorted by name, and by version as the package manager does, page by page', async (world) => {
  const { kit } = world;
  const added = [await kit.addHost('a-last.example.org'), await kit.addHost('zz-first.example.org')];
  for (const [at, host] of added.entries())
    tell(host, installed(at === 0 ? 'openssl=3.0.10-1' : 'openssl=3.0.9-1'));
  await known(kit);
  await readAll(kit);
  const paged = async (sort: string) => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${cursor}`;
      const path = `/packages/hosts?name=openssl&limit=2&sort=${sort}${more}`;
      const page = await get<Schemas['PackageHostList']>(world, path);
      assert.is(page.total, 5);
      found.push(...page.hosts.map(({ fqdn, packages }) => `${fqdn.split('.')[0]} ${packages[0]?.version}`));
      cursor = page.next_cursor;
    } while (cursor !== null);
    return found;
  };
  const byName = ['a-last 3.0.10-1', 'h001 3.0.9-1', 'h002 3.0.15-1', 'h003 3.0.9-1', 'zz-first 3.0.9-1'];
  assert.equal(await paged('fqdn'), byName);
  assert.equal(await paged('-fqdn'), byName.toReversed());
  // Compared as text, 3.0.9 would be the greatest.
  const byVersion = ['h001 3.0.9-1', 'h003 3.0.9-1', 'zz-first 3.0.9-1', 'a-last 3.0.10-1', 'h002 3.0.15-1'];
  assert.equal(await paged('version'), byVersion);
  assert.equal(await paged('-version'), [
    ...byVersion.slice(4),
    ...byVersion.slice(3, 4),
    ...byVersion.slice(0, 3),
  ]);
  const first = await get<Schemas['PackageHostList']>(world, '/packages/hosts?name=openssl&limit=2');
  const foreign = `/api/v1/packages/hosts?name=openssl&sort=version&cursor=${first.next_cursor}`;
  assert.is(codeOf(await kit.call('GET', foreign)), '400 VALIDATION_FAILED');
});

test('what is installed is found by the search, the beginnings of names first', async ({ kit }) => {
  const names = async (text: string): Promise<string[]> => {
    const source = kit.ctx.searchSources(admin).find(({ kind }) => kind === 'package');
    const question = { text, limit: 6, actor: admin, scope: 'all' } as const;
    return (await source?.find(question, new AbortController().signal))?.items.map(({ name }) => name) ?? [];
  };
  const [one, two, three] = kit.hosts;
  for (const host of [one, two, three]) if (host) tell(host, installed('libssl3=1', 'ssl-cert=1', 'bash=1'));
  await readAll(kit);
  assert.equal(await names('SSL'), ['ssl-cert', 'libssl3']);
  assert.equal(await names('openssl'), [], 'no host has it any more');
});

test('a host whose order of versions is not known is counted and fits no range', async (world) => {
  const { kit } = world;
  const [one] = kit.hosts;
  if (!one) throw new Error('no host');
  await kit.ctx.db.knex('hosts_hosts').where('id', one.id).update({ package_manager: 'pacman' });
  await readAll(kit);
  const list = await get<Schemas['PackageHostList']>(world, '/packages/hosts?name=openssl&version_below=99');
  assert.equal([list.total, list.not_comparable], [2, 1]);
});

test('two hosts are compared, and a group', async (world) => {
  const { kit } = world;
  const [one, two] = kit.hosts;
  const found = await get<Schemas['PackageDifferenceList']>(
    world,
    `/hosts/${one?.id}/packages/differences?with=${two?.id}`,
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
      ...{ name: 'openssl', hosts: 3, hosts_without: 0, versions_total: 2 },
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

test('an update becomes history, held once for the hosts that went the same way', async (world) => {
  const { kit } = world;
  const [one, , three] = kit.hosts;
  if (!one || !three) throw new Error('no hosts');
  for (const host of [one, three]) tell(host, installed('bash=5.2-1', 'openssl=3.0.15-1', 'jq=1.7'));
  await readAll(kit);
  assert.equal([await rows(world, 'packages_diffs'), await rows(world, 'packages_changes')], [1, 2]);
  const all = await get<Schemas['HostPackageChangeList']>(world, `/hosts/${one.id}/packages/changes`);
  assert.equal(
    all.changes[0]?.changes.map((c) => [c.kind, c.name, c.from_version, c.to_version]),
    [
      ['installed', 'jq', null, '1.7'],
      ['updated', 'openssl', '3.0.9-1', '3.0.15-1'],
      ['removed', 'zlib', '1.2', null],
    ],
  );
  const ofOne = await get<Schemas['HostPackageChangeList']>(
    world,
    `/hosts/${one.id}/packages/changes?name=openssl`,
  );
  assert.equal([ofOne.total, ofOne.changes[0]?.changes_total], [1, 1]);
  await cleanUp(kit.ctx);
  // The list that two hosts had is gone; the packages that the third host shared with it stay.
  assert.is(await rows(world, 'packages_lists'), 2);
  const still = await get<Schemas['HostPackageList']>(world, `/hosts/${kit.hosts[1]?.id}/packages`);
  assert.equal(
    still.packages.map(({ name }) => name),
    ['bash', 'openssl', 'zlib'],
  );
});

test('history is kept as long as the setting says, from its next tidying on', async (world) => {
  const { kit } = world;
  const [one] = kit.hosts;
  if (!one) throw new Error('no host');
  tell(one, installed('bash=5.2-1', 'openssl=3.0.15-1', 'jq=1.7'));
  await readAll(kit);
  const at = new Date(kit.clock.now().getTime() - 10 * 86_400_000);
  await kit.ctx.db.knex('packages_changes').update({ at });
  await cleanUp(kit.ctx);
  assert.is(await rows(world, 'packages_changes'), 1);
  const by = { actor: systemActor, address: null };
  const sections = { package_retention: { changes_days: 7 } };
  await kit.ctx.tx((tx) => kit.ctx.settings.update(tx, { sections, ifMatch: null, by }));
  await cleanUp(kit.ctx);
  assert.equal([await rows(world, 'packages_changes'), await rows(world, 'packages_diffs')], [0, 0]);
});

test('what is on offer changes the list and is no history', async (world) => {
  const { kit } = world;
  const [, two] = kit.hosts;
  if (!two) throw new Error('no host');
  tell(two, installed('bash=5.2-1<5.2-2', 'openssl=3.0.15-1!', 'zlib=1.2'));
  await readAll(kit);
  assert.is(await rows(world, 'packages_changes'), 0);
  const pending = await get<Schemas['HostPackageList']>(world, `/hosts/${two.id}/packages?pending=true`);
  assert.equal(
    pending.packages.map((one) => [one.name, one.available_version]),
    [['bash', '5.2-2']],
  );
});

test('a host that does not answer keeps its list, which says since when that is old', async (world) => {
  const { kit } = world;
  const [one] = kit.hosts;
  if (!one) throw new Error('no host');
  one.agent.fail('listPackages');
  const before = await get<Schemas['HostPackageList']>(world, `/hosts/${one.id}/packages`);
  await kit.clock.advance(60_000);
  await readAll(kit);
  const after = await get<Schemas['HostPackageList']>(world, `/hosts/${one.id}/packages`);
  assert.is(after.total, 3);
  assert.equal([after.state.problem, after.state.collected_at], ['TIMEOUT', before.state.collected_at]);
  assert.ok(after.state.problem_since);
  const list = await get<Schemas['FleetPackageList']>(world, '/packages');
  assert.is(list.coverage.hosts_failing, 1);
});

test('more packages than any host has are not believed', async (world) => {
  const { kit } = world;
  const [one] = kit.hosts;
  if (!one) throw new Error('no host');
  tell(one, installed(...Array.from({ length: 20_001 }, (_, i) => `p${i}=1`)));
  await readAll(kit);
  const list = await get<Schemas['HostPackageList']>(world, `/hosts/${one.id}/packages`);
  assert.equal([list.total, list.state.problem], [3, 'LIST_TOO_LONG']);
});

test('a host that is deleted is in no count at once, on another manager too', async (world) => {
  const { kit, place } = world;
  const { manager } = await import('./packages.testing.ts');
  const beside = await manager(place, { beside: kit });
  try {
    const other = { ...world, kit: beside };
    assert.is((await get<Schemas['FleetPackageList']>(other, '/packages')).packages[0]?.hosts, 3);
    const [one] = kit.hosts;
    assert.is((await kit.call('DELETE', `/api/v1/hosts/${one?.id}`)).status, 204);
    for (const asked of [world, other]) {
      const list = await get<Schemas['FleetPackageList']>(asked, '/packages');
      assert.equal(
        list.packages.map(({ hosts }) => hosts),
        [2, 2, 2],
      );
      assert.equal(list.coverage, { hosts_total: 2, hosts_known: 2, hosts_failing: 0 });
    }
  } finally {
    await beside.stop();
  }
});

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

test('a job has the host read again', async (world) => {
  const { kit } = world;
  const [one] = kit.hosts;
  if (!one) throw new Error('no host');
  tell(one, installed('bash=5.2-2'));
  const job = await kit.createJob({ operation: 'refresh', target: { host_ids: [one.id] } });
  await kit.runJob(job.id);
  await kit.until(
    async () => (await get<Schemas['HostPackageList']>(world, `/hosts/${one.id}/packages`)).total === 1,
    600_000,
  );
});

test.run();
