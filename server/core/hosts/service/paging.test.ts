// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { HostSort } from '../api.ts';
import {
  claim,
  enroll,
  list,
  result,
  setUp,
  tearDown,
  type WireHost,
  type WireList,
  type World,
} from '../hosts.testing.ts';

const test = suite<World>('lists of hosts');
test.before.each(setUp);
test.after.each(tearDown);

const SORTS: HostSort[] = [
  'fqdn',
  'display_name',
  'ip_address',
  'health_status',
  'patches_total',
  'patches_security',
  'patches_severity',
  'reboot_required',
  'last_seen_at',
  'os_name',
  'agent_version',
  'last_patched_at',
  'created_at',
];

test('every order pages through all hosts once, forwards and backwards, unread values included', async (world) => {
  const { app } = world;
  const ids = [];
  for (let n = 0; n < 13; n++)
    ids.push(await enroll(world, { fqdn: `h${String(n % 5)}.example`, ip: `10.0.0.${n + 1}` }));
  const claimed = await claim(world, ids.slice(0, 7));
  await app.ctx.core.hosts.polls.record(
    'a',
    claimed.map((host, n) =>
      result(host, { patches: list(n % 3, n % 2), healthStatus: n % 2 ? 'degraded' : 'healthy' }),
    ),
  );
  for (const sort of SORTS.flatMap((name) => [name, `-${name}` as HostSort])) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = (await app.call('GET', `/api/v1/hosts?limit=4&sort=${sort}${query}`)).body as WireList;
      assert.is(page.total, 13);
      seen.push(...page.hosts.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.is(seen.length, 13, sort);
    assert.equal([...seen].sort(), [...ids].sort(), sort);
  }
  const byAddress = (await app.call('GET', '/api/v1/hosts?sort=ip_address&limit=500')).body as WireList;
  assert.equal(byAddress.hosts.map(({ ip_address }) => ip_address).slice(0, 3), [
    '10.0.0.1',
    '10.0.0.2',
    '10.0.0.3',
  ]);
  const foreign = (await app.call('GET', '/api/v1/hosts?limit=4&sort=fqdn')).body as WireList;
  assert.is((await app.call('GET', `/api/v1/hosts?sort=-fqdn&cursor=${foreign.next_cursor}`)).status, 400);
  assert.is((await app.call('GET', '/api/v1/hosts?cursor=e30')).status, 400);
});

test('a filtered list pages through its matches once, in both directions', async (world) => {
  const ids: string[] = [];
  for (let n = 0; n < 9; n++)
    ids.push(
      await enroll(world, { fqdn: `h${n % 3}.example`, ip: `10.0.0.${n + 1}`, tags: n % 3 ? ['web'] : [] }),
    );
  for (const sort of ['fqdn', '-fqdn', 'patches_total', '-last_seen_at']) {
    const seen: WireHost[] = [];
    let cursor = '';
    do {
      const page = (await world.app.call('GET', `/api/v1/hosts?tag=web&limit=4&sort=${sort}${cursor}`))
        .body as WireList;
      assert.is(page.total, 6);
      seen.push(...page.hosts);
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    assert.is(new Set(seen.map(({ id }) => id)).size, 6, sort);
    const names = seen.map(({ fqdn }) => fqdn);
    if (sort === 'fqdn') assert.equal(names, [...names].sort());
    if (sort === '-fqdn') assert.equal(names, [...names].sort().reverse());
  }
});

test('a page that follows a deleted host goes on behind its place', async (world) => {
  const ids = [];
  for (const name of ['a', 'b', 'c'])
    ids.push(await enroll(world, { fqdn: `${name}.example`, ip: `10.0.0.${ids.length + 1}` }));
  const first = (await world.app.call('GET', '/api/v1/hosts?limit=2')).body as WireList;
  await world.app.call('DELETE', `/api/v1/hosts/${ids[1]}`);
  const rest = (await world.app.call('GET', `/api/v1/hosts?limit=2&cursor=${first.next_cursor}`))
    .body as WireList;
  assert.equal(
    rest.hosts.map(({ id }) => id),
    [ids[2]],
  );
  assert.is(rest.total, 2);
});

test('filters narrow, alone and together, and the total goes with them', async (world) => {
  const { app } = world;
  const a = await enroll(world, {
    fqdn: 'Web1.example',
    ip: '10.0.0.1',
    tags: ['web', 'prod'],
    machineId: 'MACHINE-A',
  });
  const b = await enroll(world, { fqdn: 'db1.example', ip: '10.0.1.2', tags: ['db', 'prod'] });
  await enroll(world, { fqdn: 'new.example', ip: '10.0.2.3' });
  const [hostA, hostB] = await claim(world, [a, b]);
  const results = [hostA, hostB].flatMap((host) =>
    host ? [result(host, { patches: list(host.hostId === a ? 4 : 3, host.hostId === a ? 2 : 0) })] : [],
  );
  await app.ctx.core.hosts.polls.record('a', results);
  const names = async (query: string): Promise<string[]> => {
    const page = (await app.call('GET', `/api/v1/hosts?${query}`)).body as WireList;
    assert.is(page.total, page.hosts.length);
    return page.hosts.map(({ fqdn }) => fqdn);
  };
  assert.equal(await names('search=WEB'), ['Web1.example']);
  assert.equal(await names('search=10.0.1'), ['db1.example']);
  assert.equal(await names('search=machine-a'), ['Web1.example']);
  assert.equal(await names('search=achine-a'), [], 'the middle of a machine id');
  assert.equal(await names('search=machine'), [], 'too short for a machine id');
  assert.equal(await names('search=%25'), []);
  assert.equal(await names('tag=prod'), ['Web1.example', 'db1.example']);
  assert.equal(await names('tag=prod&has_security=true'), ['Web1.example']);
  assert.equal(await names('has_security=false'), ['db1.example']);
  assert.equal(await names('security_unknown=true'), ['new.example']);
  assert.equal(await names('security_unknown=false&tag=prod'), ['Web1.example', 'db1.example']);
  assert.equal(await names('health_status=unknown'), ['new.example']);
  assert.equal(await names('reboot_required=true&os_family=debian'), ['Web1.example', 'db1.example']);
  const grouped = await app.call('GET', `/api/v1/hosts?group_id=${uuid()}`);
  assert.equal((grouped.body as WireList).hosts, [], 'a group that is not there holds nobody');
});

test.run();
