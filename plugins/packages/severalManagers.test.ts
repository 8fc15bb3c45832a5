// needs: mariadb
// time-limit: 150
// Two managers of one database, of which one keeps the lists of packages; a third one, alone with its own index, says
// what the answers should be.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { createFakeClock } from '#server/kernel/clock.ts';
import type { PluginTest } from '#sdk/testing.ts';
import { freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../../test/support/manager.ts';
import { openManager } from '../../test/support/pluginManager.ts';
import { waitFor } from '../../test/support/wait.ts';
import { dice, listed, listsIn } from './index/fleet.testing.ts';
import { packagesPlugin } from './plugin.ts';

type Schemas = components['schemas'];

const KEY = Buffer.alloc(32, 7).toString('base64');
const PASSWORD = 'nine calm herons fly south';
const HOSTS = 14;
const NAMES = 60;

interface World {
  place: FreshDatabase;
  /** The one with the first id keeps the lists. */
  keeper: ManagerProcess;
  other: ManagerProcess;
  /** Knows no other manager, so it answers from an index of its own. */
  alone: PluginTest;
  lists: ReturnType<typeof listsIn>;
  groupId: string;
  /** Tokens of a person who sees the group alone, at both managers. */
  scoped: string;
}

const test = suite<World>('packages over several managers');
const roll = dice(41);

const idOf = ({ dataDir }: ManagerProcess): string =>
  readFileSync(path.join(dataDir, 'instance.id'), 'utf8').trim();

const someList = () =>
  listed(
    Array.from({ length: NAMES }, (_, at) => at)
      .filter(() => roll(5) > 0)
      .map((at) => ({
        name: `${at % 3 === 0 ? 'lib' : ''}part${String(at).padStart(2, '0')}`,
        arch: at % 7 === 0 ? 'all' : 'amd64',
        version: `${1 + (at % 4)}.${roll(3)}-1`,
        held: roll(9) === 0,
        ...(roll(4) === 0 ? { available_version: '9.9-1' } : {}),
      })),
  );

test.before((world) =>
  begin(world).catch(async (error: unknown) => {
    await end(world);
    throw error;
  }),
);
test.after(end);

async function begin(world: World): Promise<void> {
  world.place = await freshDatabase('mariadb');
  world.alone = await openManager(world.place, {
    plugins: [packagesPlugin],
    config: { secretKey: KEY, adminPassword: ADMIN_PASSWORD },
    clock: createFakeClock(new Date()),
    hosts: HOSTS,
  });
  const env = { DATABASE_URL: world.place.address.url ?? '', FLEETMEND_SECRET_KEY: KEY };
  const managers = [await createManager({ port: 0, env }), await createManager({ port: 0, env })] as const;
  [world.keeper, world.other] = managers;
  for (const manager of managers) {
    await manager.start();
    await manager.signIn();
  }
  const [one, two] = managers;
  if (idOf(two) < idOf(one)) [world.keeper, world.other] = [two, one];
  world.lists = listsIn(world.place.db.knex);
  const equal = someList();
  for (const [at, { id }] of world.alone.hosts.entries())
    await world.lists.tell(id, at % 3 === 0 ? equal : someList(), at % 5 === 4 ? 'rpm' : 'debian');
  const hostIds = world.alone.hosts.filter((_, at) => at % 2 === 0).map(({ id }) => id);
  const group = await world.other.must<{ id: string }>('POST', '/api/v1/groups', { name: 'half' });
  await world.other.must('POST', `/api/v1/groups/${group.id}/hosts`, { host_ids: hostIds });
  world.groupId = group.id;
  await world.other.must('POST', '/api/v1/users', {
    username: 'rita',
    email: 'rita@example.org',
    role: 'reporter',
    password: PASSWORD,
    must_change_password: false,
    scope_group_ids: [group.id],
  });
  const login = { username: 'rita', password: PASSWORD };
  world.scoped = (
    await world.other.must<{ access_token: string }>('POST', '/api/v1/auth/login', login)
  ).access_token;
}

async function end({ keeper, other, alone, place }: World): Promise<void> {
  await alone?.stop();
  await keeper?.stop();
  await other?.stop();
  await place?.cleanup();
}

/** Questions of all kinds, about random packages and hosts; `of` is put into each, such as a group. */
function questions({ alone }: World, of = ''): string[] {
  const host = (): string => alone.hosts[roll(alone.hosts.length)]?.id ?? '';
  const name = (): string => `part${String(roll(NAMES)).padStart(2, '0')}`;
  const and = of && `&${of}`;
  return [
    `/packages?limit=${1 + roll(20)}${and}`,
    `/packages?sort=-name&limit=7${and}`,
    `/packages?search=${name().slice(0, 5)}${and}`,
    `/packages?held=true${and}`,
    `/packages?pending=true&limit=3${and}`,
    `/packages?origin=Debian${and}`,
    `/packages/versions?name=${name()}${and}`,
    `/packages/hosts?name=${name()}&limit=4${and}`,
    `/packages/hosts?name=${name()}&version_below=2.2-1&sort=-version${and}`,
    `/packages/hosts?name=${name()}&held=false&sort=-fqdn${and}`,
    ...(of
      ? []
      : [
          `/hosts/${host()}/packages?limit=9`,
          `/hosts/${host()}/packages?pending=true`,
          `/hosts/${host()}/packages/differences?other_host_id=${host()}`,
        ]),
  ];
}

/** All pages of an answer, one after another. */
async function pagesOf(call: (path: string) => Promise<{ status: number; body: unknown }>, first: string) {
  const pages: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body } = await call(
      `/api/v1${first}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    assert.is(status, 200, `${first}: ${JSON.stringify(body)}`);
    pages.push(body);
    cursor = (body as { next_cursor: string | null }).next_cursor;
  }
  return pages;
}

async function sameAnswers(world: World, managers = [world.keeper, world.other]): Promise<void> {
  for (const question of questions(world)) {
    const wanted = await pagesOf((one) => world.alone.call('GET', one), question);
    for (const manager of managers)
      assert.equal(await pagesOf((one) => manager.call('GET', one), question), wanted, question);
  }
}

/** How many hosts' lists the manager keeps in memory. */
const kept = async (manager: ManagerProcess): Promise<number> =>
  Number(/package_lists_kept (\d+)/.exec(await manager.must<string>('GET', '/api/v1/metrics'))?.[1]);

/** Figures are read anew after some seconds. */
const untilKept = (manager: ManagerProcess, hosts: number): Promise<unknown> =>
  waitFor(async () => (await kept(manager)) === hosts, {
    timeoutMs: 60_000,
    everyMs: 500,
    what: 'the lists',
  });

test('both give the answers of one that has all lists, and one alone has the lists', async (world) => {
  for (let round = 0; round < 5; round += 1) await sameAnswers(world);
  const group = `/groups/${world.groupId}/package-differences?limit=5`;
  const wanted = await pagesOf((one) => world.alone.call('GET', one), group);
  for (const manager of [world.keeper, world.other]) {
    assert.equal(await pagesOf((one) => manager.call('GET', one), group), wanted);
    const found = await manager.must<Schemas['SearchResults']>('GET', '/api/v1/search?search=part1');
    assert.is(found.groups.find(({ kind }) => kind === 'package')?.total, 10);
  }
  await untilKept(world.keeper, HOSTS);
  assert.is(await kept(world.other), 0);
});

test('whoever sees a group alone gets the answers over that group, from either', async (world) => {
  const { alone, keeper, other, scoped, groupId } = world;
  for (let round = 0; round < 3; round += 1)
    for (const question of questions(world, `group_id=${groupId}`)) {
      const wanted = await pagesOf((one) => alone.call('GET', one), question);
      const own = question.replace(/[?&]group_id=[^&]*/, (text) => (text.startsWith('?') ? '?' : ''));
      for (const manager of [keeper, other])
        assert.equal(await pagesOf((one) => manager.call('GET', one, undefined, scoped), own), wanted, own);
    }
  const hidden = alone.hosts[1]?.id ?? '';
  for (const manager of [keeper, other]) {
    const { status, body } = await manager.call('GET', `/api/v1/hosts/${hidden}/packages`, undefined, scoped);
    assert.equal([status, (body['error'] as { code: string }).code], [404, 'HOST_NOT_FOUND']);
  }
});

test('a list that has changed, and a host that was deleted, are in the next answer of both', async (world) => {
  const { alone, keeper, other, lists } = world;
  for (let round = 0; round < 10; round += 1) {
    const host = alone.hosts[roll(alone.hosts.length)];
    await lists.tell(host?.id ?? '', listed([{ name: 'news', arch: 'amd64', version: `1.${round}` }]));
    const manager = round % 2 === 0 ? other : keeper;
    const { packages } = await manager.must<Schemas['HostPackageList']>(
      'GET',
      `/api/v1/hosts/${host?.id}/packages`,
    );
    assert.equal(
      packages.map(({ version }) => version),
      [`1.${round}`],
    );
  }
  const [gone] = alone.hosts.splice(3, 1);
  await other.must('DELETE', `/api/v1/hosts/${gone?.id}`);
  await sameAnswers(world);
  await untilKept(keeper, HOSTS - 1);
  assert.is(await kept(other), 0);
});

test('when the keeper is killed or stands still, the other one answers, and none is wrong', async (world) => {
  const { keeper, other } = world;
  await keeper.kill();
  await sameAnswers(world, [other]);
  await untilKept(other, HOSTS - 1);
  await keeper.start();
  await keeper.signIn();
  await sameAnswers(world);
  await untilKept(keeper, HOSTS - 1);
  process.kill(keeper.pid, 'SIGSTOP');
  try {
    const from = Date.now();
    await sameAnswers(world, [other]);
    assert.ok(Date.now() - from < 60_000, `${Date.now() - from} ms`);
  } finally {
    process.kill(keeper.pid, 'SIGCONT');
  }
  await sameAnswers(world);
});

test('while lists change and the keeper is killed in the middle, each answer is whole', async (world) => {
  const { alone, keeper, other, lists } = world;
  let ended = false;
  const asking = (async () => {
    let answers = 0;
    for (; !ended; answers += 1) {
      const { coverage, total } = await other.must<Schemas['FleetPackageList']>('GET', '/api/v1/packages');
      assert.is(coverage.hosts_known, alone.hosts.length);
      assert.ok(total > 0);
    }
    return answers;
  })();
  for (let round = 0; round < 6; round += 1) {
    for (const { id } of alone.hosts.slice(0, 4)) await lists.tell(id, someList());
    if (round === 2) await keeper.kill();
    if (round === 4) await keeper.start();
  }
  ended = true;
  assert.ok((await asking) > 5);
  await keeper.signIn();
  await sameAnswers(world);
});

test.run();
