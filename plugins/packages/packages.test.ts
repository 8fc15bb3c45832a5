// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Actor, actors } from '#sdk';
import type { TestHost } from '#sdk/testing.ts';
import { codeOf, type PluginWorld } from '../../test/support/pluginManager.ts';
import { differencesAreTold } from './differences.testing.ts';
import { historyIsKept } from './history.testing.ts';
import {
  get,
  installed,
  known,
  manager,
  readAll,
  rows,
  setUpLists,
  tearDown,
  tell,
  type Schemas,
} from './packages.testing.ts';
import { adoptHosts } from './service/schedule.ts';
import { createSweeper } from './service/sweeper.ts';
import { sourcesAreFound } from './sources.testing.ts';

const test = suite<PluginWorld>('packages across the fleet');

test.before.each(setUpLists);
test.after.each(tearDown);

const admin: Actor = { ...actors.system, kind: 'user', role: 'admin' };

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

test('after the clock was set back by a year, packages are read within minutes', async (world) => {
  const [one] = world.kit.hosts;
  if (!one) throw new Error('a host is wanted');
  tell(one, installed('bash=5.2-2'));
  await world.kit.clock.advance(-365 * 86_400_000);
  const versions = async () =>
    (await get<Schemas['PackageVersionList']>(world, '/packages/versions?name=bash')).versions.map(
      ({ version }) => version,
    );
  await world.kit.until(async () => (await versions()).includes('5.2-2'), 300_000);
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
    const source = kit.ctx.search.all().find(({ kind }) => kind === 'package');
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

test('the first readings of a fleet that has no lists yet are ten a second', async ({ kit }) => {
  const { ctx } = kit;
  const found = (await ctx.db.knex('hosts_hosts').first()) as Record<string, unknown>;
  const hosts = Array.from({ length: 300 }, (_, number) => {
    const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    return { ...found, id, fqdn: id, machine_id: id, certificate_expires_at: new Date() };
  });
  await ctx.db.knex.batchInsert('hosts_hosts', hosts, 30);
  await adoptHosts(ctx);
  const due = await ctx.db
    .knex<{ next_at: number; list_id: number | null }>('packages_hosts')
    .whereNull('list_id')
    .orderBy('next_at')
    .select('next_at');
  const times = due.map(({ next_at: at }) => Number(at) - Number(due[0]?.next_at));
  assert.is(times.length, 300);
  const inTenSeconds = (from: number): number =>
    times.filter((at) => at >= from && at < from + 10_000).length;
  // Each is moved by up to a second and a half.
  for (const from of [3_000, 10_000, 16_000]) assert.ok(Math.abs(inTenSeconds(from) - 100) <= 30);
});

test('what a manager was reading when it was killed, it reads at once when it starts again', async (world) => {
  const { ctx, hosts } = world.kit;
  const [own, others] = hosts;
  if (!own || !others) throw new Error('two hosts are wanted');
  const leaseUntil = (await ctx.db.now()).getTime() + 150_000;
  const held = { next_at: leaseUntil, lease_until: leaseUntil };
  const hold = (hostId: string, owner: string) =>
    ctx.db
      .knex('packages_hosts')
      .where('host_id', hostId)
      .update({ ...held, lease_owner: owner });
  await hold(own.id, ctx.instanceId);
  await hold(others.id, 'other');
  for (const host of [own, others]) tell(host, installed('bash=5.2-2'));
  const again = createSweeper(ctx);
  try {
    await again.start();
    await again.drain();
    const totalOf = async ({ id }: TestHost): Promise<number> =>
      (await get<Schemas['HostPackageList']>(world, `/hosts/${id}/packages`)).total;
    assert.is(await totalOf(own), 1);
    assert.is(await totalOf(others), 3, 'another manager may be reading it');
  } finally {
    await again.stop();
  }
});

differencesAreTold(test);
historyIsKept(test);
sourcesAreFound(test);

test.run();
