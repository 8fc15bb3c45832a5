// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { components } from '#generated/manager.ts';
import { by, setUp, tearDown, tellVersion, type World as Hosts } from '../hosts.testing.ts';

type Schemas = components['schemas'];
type Change = Schemas['GroupChange'];

interface World extends Hosts {
  hostId: string;
  /** The rule-based groups of Debian 12 and 13: limiting ones, and ones that nothing names. */
  groups: Record<'twelve' | 'thirteen' | 'free12' | 'free13', string>;
}

const test = suite<World>('hosts that say something else of themselves');

const SYSTEM = { family: 'debian', name: 'Debian', version: '12', arch: 'x86_64' };

async function newHost({ app }: World, os: object, ip: string): Promise<string> {
  const draft = {
    machineId: uuid(),
    fqdn: `${ip}.example`,
    ipAddress: ip,
    port: 9443,
    loopbackAllowed: false,
  };
  return (await app.ctx.tx((tx) => app.ctx.core.hosts.createEnrolled(tx, { ...draft, os }, by))).id;
}

test.before.each(async (world) => {
  await setUp(world);
  const make = async (name: string, value: string): Promise<string> => {
    const rule = { match: 'all', conditions: [{ field: 'os_version', operator: 'equals', value }] };
    return (
      (await world.app.call('POST', '/api/v1/groups', { body: { name, rule } })).body as Schemas['Group']
    ).id;
  };
  const [twelve, thirteen] = [await make('twelve', '12'), await make('thirteen', '13')];
  world.groups = { twelve, thirteen, free12: await make('free12', '12'), free13: await make('free13', '13') };
  world.ruled = [twelve, thirteen];
  world.hostId = await newHost(world, SYSTEM, '10.0.0.1');
});
test.after.each(tearDown);

const says = (world: World, osVersion: string, hostId = world.hostId): Promise<void> =>
  tellVersion(world.app, hostId, osVersion);

/** In which groups the host is, by the host itself, by the lists of the groups, by their counts, and by a scope. */
async function shownIn(world: World, hostId = world.hostId): Promise<string[]> {
  const { app, groups } = world;
  const { hosts } = app.ctx.core;
  const own = ((await app.call('GET', `/api/v1/hosts/${hostId}`)).body as Schemas['Host']).groups;
  const names = own.map(({ name }) => name);
  for (const [name, id] of Object.entries(groups)) {
    const { body } = await app.call('GET', `/api/v1/groups/${id}/hosts`);
    const isListed = (body as Schemas['HostList']).hosts.some((host) => host.id === hostId);
    assert.is(isListed, names.includes(name), `${name}: the group's list says what the host says`);
    const counted = (await app.call('GET', `/api/v1/groups/${id}`)).body as Schemas['Group'];
    assert.is(counted.hosts_total, (body as Schemas['HostList']).total);
    const seen = await hosts.visible([hostId], { groupIds: [id] });
    assert.is(seen.has(hostId), names.includes(name), `${name}: so does a scope`);
  }
  return names;
}

async function changes({ app }: World, query = ''): Promise<Change[]> {
  return ((await app.call('GET', `/api/v1/group-changes${query}`)).body as Schemas['GroupChangeList'])
    .changes;
}

const decide = (world: World, decision: string, ids: readonly string[]) =>
  world.app.call('POST', '/api/v1/group-changes/decide', { body: { decision, ids } });

async function waiting({ app }: World): Promise<number> {
  return (await app.ctx.core.hosts.figures('all')).groupChangesWaiting;
}

async function actionsOf({ app }: World): Promise<string[]> {
  const rows = (await app.ctx.db.reader('kernel_audit').orderBy('row_id').select('action')) as {
    action: string;
  }[];
  return rows.map(({ action }) => action).filter((action) => action.startsWith('host.group_change'));
}

test('groups that limit stay as they were, what they limit holds for who enters, and others follow', async (world) => {
  assert.equal(await shownIn(world), ['free12', 'twelve']);
  await says(world, '13');
  assert.equal(await shownIn(world), ['free13', 'twelve']);
  const entering = await world.app.ctx.core.hosts.enteringGroupIdsOf([world.hostId]);
  assert.equal(entering.get(world.hostId), [world.groups.thirteen]);
  const told = await changes(world);
  assert.equal(told.map(({ group, direction, state }) => [group.name, direction, state]).sort(), [
    ['thirteen', 'entering', 'waiting'],
    ['twelve', 'leaving', 'waiting'],
  ]);
  assert.equal([told[0]?.before.os_version, told[0]?.after.os_version], ['12', '13']);
  assert.is(await waiting(world), 2);
  assert.equal(await actionsOf(world), ['host.group_change_waits'], 'one row a host');
  await says(world, '13');
  assert.equal(
    (await changes(world)).map(({ id }) => id),
    told.map(({ id }) => id),
    'the same ones wait',
  );
});

test('it ends by itself when the host says again what it said before', async (world) => {
  await says(world, '13');
  await says(world, '12');
  assert.equal(await changes(world), []);
  assert.equal(await shownIn(world), ['free12', 'twelve']);
  assert.equal(await actionsOf(world), ['host.group_change_waits', 'host.group_change_ended']);
});

test('a host that says something else at each poll fills no log: what it says waits all the same', async (world) => {
  const flips = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      await says(world, '13');
      await says(world, '12');
    }
  };
  await flips(26);
  await says(world, '13');
  const told = await actionsOf(world);
  assert.is(told.filter((action) => action === 'host.group_change_waits').length, 24);
  assert.is(told.length, 47, 'nor does each end');
  assert.is(await waiting(world), 2);
  const { rows } = await world.app.ctx.audit.list({ action: 'host.group_change_waits' });
  assert.equal(
    rows.map(({ text }) => text.includes('24 times within a day')),
    Array.from({ length: 24 }, (_, row) => row === 0),
    'the last one says that no more come',
  );
  const ids = (await changes(world)).map(({ id }) => id);
  assert.is((await decide(world, 'confirm', ids)).status, 204);
  assert.is((await actionsOf(world)).at(-1), 'host.group_change_confirmed', 'what people do is told');
  await world.app.clock.leap(86_400_000);
  await says(world, '12');
  assert.is((await actionsOf(world)).at(-1), 'host.group_change_waits', 'and on the next day');
});

test('an administrator confirms, and nobody else', async (world) => {
  await says(world, '13');
  const ids = (await changes(world)).map(({ id }) => id);
  const body = { decision: 'confirm', ids };
  const refused = await world.app.call('POST', '/api/v1/group-changes/decide', { body, role: 'operator' });
  assert.is(refused.status, 403);
  assert.is((await decide(world, 'confirm', [...ids, uuid()])).status, 404);
  assert.is(await waiting(world), 2, 'all or none');
  assert.is((await decide(world, 'confirm', ids)).status, 204);
  assert.equal(await shownIn(world), ['free13', 'thirteen']);
  assert.equal([await changes(world), await waiting(world)], [[], 0]);
  assert.equal(await actionsOf(world), ['host.group_change_waits', 'host.group_change_confirmed']);
  assert.is((await decide(world, 'reject', ids)).status, 404);
});

test('what was rejected stays as it was, limits nothing more, and can be confirmed later', async (world) => {
  await says(world, '13');
  const ids = (await changes(world)).map(({ id }) => id);
  assert.is((await decide(world, 'reject', ids)).status, 204);
  await says(world, '13');
  assert.equal(await shownIn(world), ['free13', 'twelve']);
  assert.is(await waiting(world), 0);
  assert.equal((await world.app.ctx.core.hosts.enteringGroupIdsOf([world.hostId])).get(world.hostId), []);
  assert.is((await changes(world, '?state=rejected')).length, 2);
  assert.is((await decide(world, 'confirm', ids)).status, 204);
  assert.equal(await shownIn(world), ['free13', 'thirteen']);
  assert.equal((await actionsOf(world)).slice(1), [
    'host.group_change_rejected',
    'host.group_change_confirmed',
  ]);
});

test('a rejection holds whenever the host says the same again, and not when it says something else', async (world) => {
  await says(world, '13');
  const ids = (await changes(world)).map(({ id }) => id);
  assert.is((await decide(world, 'reject', ids)).status, 204);
  for (let time = 0; time < 2; time++) {
    await says(world, '12');
    assert.equal(await changes(world), [], 'nothing is left to decide');
    assert.equal(await shownIn(world), ['free12', 'twelve']);
    assert.is((await decide(world, 'confirm', ids)).status, 404);
    await says(world, '13');
    assert.is(await waiting(world), 0, 'nobody is asked again');
    assert.equal(await shownIn(world), ['free13', 'twelve']);
    assert.equal((await changes(world, '?state=rejected')).map(({ id }) => id).sort(), [...ids].sort());
  }
  assert.equal(await actionsOf(world), ['host.group_change_waits', 'host.group_change_rejected'], 'nor told');
  // Another system is another question, also by way of the one before.
  await says(world, '14');
  assert.equal(
    (await changes(world)).map(({ group, state, before, after }) => [
      group.name,
      state,
      before.os_version,
      after.os_version,
    ]),
    [['twelve', 'waiting', '12', '14']],
  );
  const asked = (await changes(world)).map(({ id }) => id);
  assert.is((await decide(world, 'reject', asked)).status, 204);
  await says(world, '12');
  await says(world, '15');
  assert.is(await waiting(world), 1);
  // Where nothing limits any more, the host is followed.
  const again = (await changes(world)).map(({ id }) => id);
  assert.is((await decide(world, 'reject', again)).status, 204);
  await says(world, '12');
  world.ruled = [];
  await says(world, '15');
  assert.equal(await shownIn(world), []);
});

test('what a host says at its first poll is followed: somebody let it join', async (world) => {
  const hostId = await newHost(world, {}, '10.0.0.2');
  await says(world, '13', hostId);
  assert.equal(await shownIn(world, hostId), ['free13', 'thirteen']);
  assert.equal(await changes(world, `?host_id=${hostId}`), []);
});

test('a group that begins to limit takes its hosts as they are', async (world) => {
  world.ruled = [];
  await says(world, '13');
  world.ruled = [world.groups.twelve, world.groups.thirteen];
  await says(world, '13');
  assert.equal(await shownIn(world), ['free13', 'thirteen']);
});

test('a change of the rule settles what waits, and a deleted group or host leaves nothing', async (world) => {
  const { app, groups, hostId } = world;
  await says(world, '13');
  const rule = { match: 'all', conditions: [{ field: 'os_version', operator: 'starts_with', value: '1' }] };
  assert.is((await app.call('PUT', `/api/v1/groups/${groups.twelve}`, { body: { rule } })).status, 200);
  assert.equal(
    (await changes(world)).map(({ group }) => group.name),
    ['thirteen'],
  );
  assert.equal(await shownIn(world), ['free13', 'twelve']);
  world.ruled = [];
  assert.is((await app.call('DELETE', `/api/v1/groups/${groups.thirteen}`)).status, 204);
  assert.equal(await changes(world), []);
  world.ruled = [groups.twelve];
  await says(world, '9');
  assert.is((await changes(world, `?group_id=${groups.twelve}`)).length, 1);
  assert.is((await app.call('DELETE', `/api/v1/hosts/${hostId}`)).status, 204);
  assert.equal(await app.ctx.db.reader('hosts_group_changes').select('id'), []);
});

test('if nobody can tell which groups limit, all of them stay as they were', async (world) => {
  Object.defineProperty(world, 'ruled', {
    get() {
      throw new Error('broken');
    },
    configurable: true,
  });
  await says(world, '13');
  assert.equal(await shownIn(world), ['free12', 'twelve']);
});

test.run();
