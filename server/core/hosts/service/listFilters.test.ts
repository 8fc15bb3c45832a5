// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { components } from '#generated/manager.ts';
import { testActor } from '#server/testing.ts';
import { plansOf } from '#test/support/scans.ts';
import { claim, enroll, list, result, setUp, tearDown, type WireList, type World } from '../hosts.testing.ts';
import { patchItem } from '../patchItem.testing.ts';

const test = suite<World>('filters of hosts');
test.before.each(setUp);
test.after.each(tearDown);

const patch = (name: string, severity: string | null, security = true) =>
  patchItem(name, { severity, security });

const PROBLEM = { code: 'SOURCE_FAILED', message: 'The source “dead.example” cannot be read.' };

interface Read {
  problems?: { code: string; message: string }[];
  severities?: (string | null)[];
  name?: string;
  version?: string;
}

/** Enrolls a host and stores a poll with these answers; returns its id. */
async function read(world: World, fqdn: string, told: Read): Promise<string> {
  const ip = `10.0.0.${fqdn.charCodeAt(0)}`;
  const id = await enroll(world, { fqdn, ip, tags: ['all', fqdn.slice(0, 1)] });
  const [host] = await claim(world, [id]);
  if (!host) throw new Error('not claimed');
  const { problems = [], severities = [], name = 'Debian 12', version = '1.0.0' } = told;
  const common = { agentVersion: version, bootId: 'b', apiLevel: 1, capabilities: [] };
  const patches = severities.map((severity, at) => patch(`p${at}`, severity));
  const answer = result(host, {
    polled: { health: true, patches: true, info: true },
    health: { ...common, problems, digest: 'd' },
    info: {
      ...common,
      bootedAt: null,
      machineId: fqdn,
      fqdn,
      osFamily: 'debian',
      osName: name,
      osVersion: '12',
      arch: 'amd64',
      kernel: '6',
      packageManager: 'apt',
      rebootRequired: false,
      rebootReasons: [],
      packageProxies: [],
    },
    // A patch that is not a security patch does not count, whatever its severity.
    patches: {
      ...list(patches.length + 1, patches.length),
      patches: [...patches, patch('other', 'critical', false)],
    },
  });
  await world.app.ctx.core.hosts.polls.record('a', [answer]);
  return id;
}

async function fleet(world: World): Promise<Record<'a' | 'b' | 'c', string>> {
  const a = await read(world, 'a.example', { problems: [PROBLEM], severities: ['low', 'critical', null] });
  const b = await read(world, 'b.example', { severities: ['moderate', 'cosmic'], name: 'Rocky 9' });
  const c = await read(world, 'c.example', { severities: [null], version: '1.1.0' });
  await enroll(world, { fqdn: 'new.example', ip: '10.0.0.1' });
  return { a, b, c };
}

async function names({ app }: World, query: string): Promise<string> {
  const page = (await app.call('GET', `/api/v1/hosts?${query}`)).body as WireList;
  assert.is(page.total, page.hosts.length, query);
  return page.hosts.map(({ fqdn }) => fqdn.replace('.example', '')).join(' ');
}

async function rest({ app }: World, query: string): Promise<string> {
  const { hosts } = (await app.call('GET', `/api/v1/hosts?${query}`)).body as WireList;
  return hosts.map(({ fqdn }) => fqdn.replace('.example', '')).join(' ');
}

test('severity, problems, system, version and maintenance narrow the list; unread hosts are in neither half', async (world) => {
  const { a, b } = await fleet(world);
  await world.app.call('PUT', `/api/v1/hosts/${b}`, { body: { maintenance_mode: true } });
  const found = async (query: string): Promise<string> => names(world, query);
  assert.is(await found('min_severity=critical'), 'a');
  assert.is(await found('min_severity=moderate'), 'a b');
  assert.is(await found('min_severity=low'), 'a b');
  assert.is(await found('has_problems=true'), 'a');
  assert.is(await found('has_problems=false'), 'b c');
  assert.is(await found('maintenance_mode=true'), 'b');
  assert.is(await found('maintenance_mode=false'), 'a c new');
  assert.is(await found('os_name=Rocky%209'), 'b');
  assert.is(await found('agent_version=1.0.0&os_name=Debian%2012'), 'a');
  assert.is(await found('sort=-fqdn&maintenance_mode=false&has_problems=false'), 'c');
  await world.app.ctx.tx((tx) =>
    world.app.ctx.core.hosts.setConnection(tx, a, 'dial', { actor: testActor('admin'), address: null }),
  );
  assert.is(await found('connection=dial'), 'a');
  assert.is(await found('connection=listen'), 'b c new');
  const dialling = await world.app.ctx.core.hosts.resolveTarget({ filter: { connection: 'dial' } }, 'all');
  assert.equal(
    dialling.map(({ id }) => id),
    [a],
  );
  assert.is((await world.app.call('GET', '/api/v1/hosts?min_severity=cosmic')).status, 400);
  const shown = (await world.app.call('GET', `/api/v1/hosts/${a}`)).body as components['schemas']['Host'];
  assert.equal([shown.patches_severity, shown.problems], ['critical', [PROBLEM]]);
  const target = await world.app.ctx.core.hosts.resolveTarget({ filter: { hasProblems: true } }, 'all');
  assert.equal(
    target.map(({ id }) => id),
    [a],
  );
});

test('by severity the worst comes first, then who lacks more; hosts that lack none and unread ones come last', async (world) => {
  await fleet(world);
  await read(world, 'd.example', { severities: ['critical'] });
  await read(world, 'e.example', { severities: [] });
  assert.is(await names(world, 'sort=-patches_severity'), 'a d b c e new');
  assert.is(await names(world, 'sort=patches_severity'), 'new e c b d a');
  const page = (await world.app.call('GET', '/api/v1/hosts?sort=-patches_severity&limit=2')).body as WireList;
  assert.is(await rest(world, `sort=-patches_severity&cursor=${page.next_cursor}`), 'b c e new');
});

test('hosts are found and ordered by when a job last patched them', async (world) => {
  const { a, b, c } = await fleet(world);
  const { app } = world;
  const { next_change: before } = (await app.call('GET', '/api/v1/hosts?limit=1')).body as WireList;
  const patched = (ids: string[], daysAgo: number): Promise<void> =>
    app.ctx.tx((tx) =>
      app.ctx.core.hosts.notePatched(tx, ids, new Date(app.clock.now().getTime() - daysAgo * 86_400_000)),
    );
  await patched([a, b], 40);
  await patched([c], 3);
  assert.is(await names(world, 'last_patched=under_7_days'), 'c');
  assert.is(await names(world, 'last_patched=under_30_days'), '');
  assert.is(await names(world, 'last_patched=under_90_days'), 'a b');
  assert.is(await names(world, 'last_patched=never'), 'new');
  assert.is((await names(world, 'sort=-last_patched_at')).slice(0, 1), 'c');
  const shown = (await app.call('GET', `/api/v1/hosts/${c}`)).body as components['schemas']['Host'];
  assert.is(shown.last_patched_at, new Date(app.clock.now().getTime() - 3 * 86_400_000).toISOString());
  const changed = (await app.call('GET', `/api/v1/hosts?changed_since=${before}`)).body as WireList;
  assert.ok([a, b, c].every((id) => changed.hosts.some((host) => host.id === id)));
});

test('what an agent no longer tells of is not found any more', async (world) => {
  const { a } = await fleet(world);
  const [host] = await claim(world, [a]);
  if (!host) throw new Error('not claimed');
  const health = { agentVersion: '1', bootId: 'b', apiLevel: 1, capabilities: [], problems: [], digest: 'e' };
  await world.app.ctx.core.hosts.polls.record('a', [
    result(host, { health, patches: { ...list(1, 1), patches: [patch('p', 'low')] } }),
  ]);
  assert.is(await names(world, 'has_problems=true'), '');
  assert.is(await names(world, 'min_severity=moderate'), 'b');
});

test('the values that filters can have are those of the hosts that one sees, with their counts', async (world) => {
  const { b } = await fleet(world);
  const gone = await enroll(world, { fqdn: 'gone.example', ip: '10.0.0.2', tags: ['gone'] });
  await world.app.call('DELETE', `/api/v1/hosts/${gone}`);
  const { status, body } = await world.app.call('GET', '/api/v1/host-values', { role: 'reporter' });
  assert.is(status, 200);
  assert.equal(body, {
    tags: [
      { value: 'a', hosts: 1 },
      { value: 'all', hosts: 3 },
      { value: 'b', hosts: 1 },
      { value: 'c', hosts: 1 },
    ],
    os_names: [
      { value: 'Debian 12', hosts: 2 },
      { value: 'Rocky 9', hosts: 1 },
    ],
    agent_versions: [
      { value: '1.0.0', hosts: 2 },
      { value: '1.1.0', hosts: 1 },
    ],
  });
  await world.app.call('DELETE', `/api/v1/hosts/${b}`);
  const after = (await world.app.call('GET', '/api/v1/host-values'))
    .body as components['schemas']['HostValues'];
  assert.equal(after.os_names, [{ value: 'Debian 12', hosts: 2 }]);
});

test('a tag of very many hosts is paged host by host: no page reads all that have it', async (world) => {
  const { app } = world;
  const { knex } = app.ctx.db;
  const id = await enroll(world, { fqdn: 'h0000.example', ip: '10.0.0.1', tags: ['all'] });
  const host = (await knex('hosts_hosts').where('id', id).first()) as Record<string, unknown>;
  const hosts = Array.from({ length: 1_100 }, (_, n) => {
    const name = `h${String(n + 1).padStart(4, '0')}`;
    return { ...host, id: uuid(), machine_id: name, fqdn: `${name}.example`, port: n + 10_000 };
  });
  for (let from = 0; from < hosts.length; from += 20) {
    const some = hosts.slice(from, from + 20);
    await knex('hosts_hosts').insert(some);
    await knex('hosts_tags').insert(some.map((one) => ({ host_id: one.id, tag: 'all' })));
  }
  const page = async (query: string): Promise<WireList> =>
    (await app.call('GET', `/api/v1/hosts?tag=all&limit=2${query}`)).body as WireList;
  const names = ({ hosts: found }: WireList): string[] => found.map(({ fqdn }) => fqdn.slice(0, 5));
  const first = await page('');
  assert.equal([names(first), first.total], [['h0000', 'h0001'], 1_101]);
  assert.equal(names(await page(`&cursor=${first.next_cursor}`)), ['h0002', 'h0003']);
  const unread = await page('&health_status=unknown&sort=-fqdn');
  assert.equal([names(unread), unread.total], [['h1100', 'h1099'], 1_101]);
  if (app.ctx.db.dialect !== 'sqlite') return;
  const plans = await plansOf(app.ctx.db, () => page(''));
  const whole = plans.filter(({ steps }) => steps.some((step) => step.startsWith('LIST SUBQUERY')));
  assert.equal(
    whole.map(({ sql }) => sql),
    [],
  );
});

test.run();
