// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import { createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { freshDatabase, dialect, type FreshDatabase } from '#test/support/databases.ts';
import { noteChange } from './service/hostChanges.ts';

type HostList = components['schemas']['HostList'];

interface World {
  fresh: FreshDatabase;
  kit: PluginTest;
}

/** Longer than the overlap. */
const LATER_MS = 61_000;

const test = suite<World>('changes of hosts');
test.before.each(async (world) => {
  world.fresh = await freshDatabase(dialect);
  world.kit = await createPluginTest({ databaseUrl: world.fresh.address.url, hosts: 3 });
});
test.after.each(async ({ kit, fresh }) => {
  await kit.stop();
  await fresh.cleanup();
});

async function list({ call }: PluginTest, query = ''): Promise<HostList> {
  const answer = await call('GET', `/api/v1/hosts${query}`);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as HostList;
}
const since = (kit: PluginTest, number = 0, more = '') => list(kit, `?changed_since=${number}${more}`);
const idsOf = ({ hosts, deleted = [] }: HostList) => [
  ...hosts.map(({ id }) => id),
  ...deleted.map(({ id }) => `${id} is gone`),
];
const put = ({ call }: PluginTest, id: string, body: object) => call('PUT', `/api/v1/hosts/${id}`, { body });

test('a tool that has read the list is told what has changed since, and what was deleted', async ({
  kit,
}) => {
  const [first, second, third] = kit.hosts.map(({ id }) => id) as [string, string, string];
  await kit.clock.advance(LATER_MS);
  const { next_change: start = 0, hosts } = await list(kit);
  assert.is(hosts.length, 3);
  assert.equal(idsOf(await since(kit, start)), []);
  await put(kit, third, { tags: ['env=prod'] });
  await put(kit, first, { display_name: 'Web 1' });
  await kit.call('DELETE', `/api/v1/hosts/${second}`);
  const changed = await since(kit, start);
  assert.equal([idsOf(changed), changed.total], [[third, first, `${second} is gone`], 3]);
  assert.equal(idsOf(await since(kit, 0)), [third, first, `${second} is gone`]);
  const page = await since(kit, start, '&limit=2');
  const rest = await since(kit, start, `&limit=2&cursor=${page.next_cursor}`);
  assert.equal([idsOf(page), idsOf(rest)], [[third, first], [`${second} is gone`]]);
  assert.equal(
    [page.next_change, rest.next_change],
    [start, undefined],
    'the number is that of the first page',
  );
  await kit.clock.advance(LATER_MS);
  const { next_change: next = 0 } = await since(kit, start);
  assert.ok(next > start);
  assert.equal(idsOf(await since(kit, next)), []);
});

test('a change that commits late, after one with a higher number was seen, is told', async ({ kit }) => {
  const [first, second] = kit.hosts.map(({ id }) => id) as [string, string];
  await kit.clock.advance(LATER_MS);
  const { next_change: start = 0 } = await list(kit);
  // As if this number had been taken by a transaction that has not committed yet.
  await kit.ctx.tx((tx) => noteChange(kit.ctx, tx, first));
  const row = (await kit.ctx.db.reader('hosts_hosts').where('id', first).first('change_number')) as object;
  await kit.ctx.tx((tx) => tx.knex('hosts_hosts').where('id', first).update({ change_number: null }));
  await put(kit, second, { display_name: 'Web 2' });
  const early = await since(kit, start);
  assert.equal(idsOf(early), [second]);
  await kit.ctx.tx((tx) => tx.knex('hosts_hosts').where('id', first).update(row));
  assert.equal(idsOf(await since(kit, early.next_change)), [first, second]);
});

test('a poll that finds what was there before raises no number', async ({ kit }) => {
  const { hosts } = kit;
  const id = hosts[0]?.id ?? '';
  await kit.setPatches(id, [{ name: 'zip' }]);
  await kit.clock.advance(LATER_MS);
  const { next_change: start = 0 } = await list(kit);
  await kit.ctx.tx(async (tx) => {
    const at = kit.clock.now();
    await tx.knex('hosts_hosts').where('id', id).update({ last_seen_at: at, last_polled_at: at });
  });
  await put(kit, id, { tags: [] });
  assert.equal(idsOf(await since(kit, start)), []);
  await kit.setPatches(id, [{ name: 'zip' }, { name: 'unzip' }]);
  assert.equal(idsOf(await since(kit, start)), [id]);
});

test('it goes with no filter and no order, and is not for who sees some hosts', async ({ kit }) => {
  for (const more of ['&tag=web', '&sort=-fqdn', '&search=h'])
    assert.is((await kit.call('GET', `/api/v1/hosts?changed_since=0${more}`)).status, 400, more);
  const beyond = await kit.call('GET', '/api/v1/hosts?changed_since=4711');
  assert.equal(
    [beyond.status, (beyond.body as { error: { code: string } }).error.code],
    [409, 'CHANGE_NUMBER_UNKNOWN'],
  );
});

test('hosts are found that have all of some tags, and none of others', async ({ kit }) => {
  const [first, second, third] = kit.hosts.map(({ id }) => id) as [string, string, string];
  await put(kit, first, { tags: ['web', 'env=prod'] });
  await put(kit, second, { tags: ['web', 'env=test'] });
  await put(kit, third, { tags: ['db', 'env=prod'] });
  const found = async (query: string) => idsOf(await list(kit, `?${query}`)).sort();
  assert.equal(await found('tags_all=web,env=prod'), [first]);
  assert.equal(await found('tags_none=web'), [third]);
  assert.equal(await found('tags_none=env=test,db'), [first]);
  assert.equal(await found('tags_all=env=prod&tags_none=db'), [first]);
  assert.equal(await found('tags_all=web&tags_none=nothing'), [first, second].sort());
});

test('annotations are set key by key, stay within bounds, and an equal one changes nothing', async ({
  kit,
}) => {
  const id = kit.hosts[0]?.id ?? '';
  const annotate = async (annotations: object) => {
    const { status, body } = await put(kit, id, { annotations });
    return { status, ...(body as components['schemas']['Host']) };
  };
  const made = await annotate({ owner: 'team-db', 'cmdb/my_id': '4711' });
  assert.equal(made.annotations, { owner: 'team-db', 'cmdb/my_id': '4711' });
  const again = await annotate({ owner: 'team-db' });
  assert.equal([again.annotations, again.edit_version], [made.annotations, made.edit_version]);
  assert.equal((await annotate({ owner: null, rack: 'A4' })).annotations, {
    'cmdb/my_id': '4711',
    rack: 'A4',
  });
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`k${index}`, 'v']));
  assert.is((await annotate(many)).status, 400);
  const [listed] = (await list(kit, '?search=h001')).hosts;
  assert.equal(listed?.annotations, { 'cmdb/my_id': '4711', rack: 'A4' });
});

test.run();
