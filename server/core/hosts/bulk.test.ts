// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import type { TestAnswer } from '../../testing.ts';
import { asHost, enroll, setUp, tearDown, type WireList, type World } from './hosts.testing.ts';

type Schemas = components['schemas'];

const test = suite<World>('acts over many hosts');
test.before.each(setUp);
test.after.each(tearDown);

const GONE = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
const asResult = ({ status, body }: TestAnswer): Schemas['BulkResult'] => {
  assert.is(status, 200, JSON.stringify(body));
  return body as Schemas['BulkResult'];
};

const enrollMany = ({ app, ...world }: World, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      enroll({ app, ...world }, { fqdn: `h${at}.example.org`, ip: `10.0.8.${at + 1}`, tags: ['old'] }),
    ),
  );

const update = async ({ app }: World, body: object, query = ''): Promise<Schemas['BulkResult']> =>
  asResult(await app.call('POST', `/api/v1/hosts/update${query}`, { body }));

async function updatesWritten({ app }: World): Promise<number> {
  const [row] = (await app.ctx.db
    .reader('kernel_audit')
    .where('action', 'host.updated')
    .count({ rows: '*' })) as {
    rows: number;
  }[];
  return Number(row?.rows);
}

test('hosts that a tag finds lose it a part a call, and none is left out', async (world) => {
  await enrollMany(world, 5);
  const body = { target: { tags: ['old'] }, add_tags: ['new'], remove_tags: ['old'] };
  const left: number[] = [];
  let changed = 0;
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const done: Schemas['BulkResult'] = await update(world, body, `?limit=2${query}`);
    changed += done.changed;
    left.push(done.remaining);
    cursor = done.next_cursor;
  } while (cursor !== null);
  assert.equal([changed, left], [5, [3, 1, 0]]);
  const { hosts } = (await world.app.call('GET', '/api/v1/hosts')).body as WireList;
  assert.equal(new Set(hosts.map(({ tags }) => tags.join())), new Set(['new']));
  assert.is(await updatesWritten(world), 5, 'an audit row for each host');
});

test('the same once more changes nothing, and a host that is refused holds up no other', async (world) => {
  const [first = '', second = ''] = await enrollMany(world, 2);
  const full = Array.from({ length: 50 }, (_, at) => `t${at}`);
  await world.app.call('PUT', `/api/v1/hosts/${first}`, { body: { tags: full } });
  const body = { target: { host_ids: [first, second, GONE] }, add_tags: ['new'], maintenance_mode: true };
  const done = await update(world, body);
  assert.equal([done.changed, done.unchanged], [1, 0]);
  assert.equal(
    done.refused.map(({ id, name, code }) => [id, name, code]).sort(),
    [
      [GONE, null, 'HOST_NOT_FOUND'],
      [first, 'h0.example.org', 'VALIDATION_FAILED'],
    ].sort(),
  );
  assert.match(done.refused.find(({ id }) => id === first)?.message ?? '', /51 tags.*at most 50/);
  assert.equal(done.refused.find(({ id }) => id === GONE)?.message, 'Host not found or not visible to you.');
  const written = await updatesWritten(world);
  const again = await update(world, body);
  assert.equal([again.changed, again.unchanged, again.refused.length], [0, 1, 2]);
  assert.is(await updatesWritten(world), written);
  const host = asHost((await world.app.call('GET', `/api/v1/hosts/${second}`)).body);
  assert.equal([host.tags, host.maintenance_mode, host.edit_version], [['old', 'new'], true, 2]);
});

test('tags that somebody else gives meanwhile stay', async (world) => {
  const ids = await enrollMany(world, 3);
  const add = (tag: string) => update(world, { target: { host_ids: ids }, add_tags: [tag] });
  const done = await Promise.all(['a', 'b', 'c'].map(add));
  assert.equal(
    done.map(({ changed, refused }) => [changed, refused]),
    [
      [3, []],
      [3, []],
      [3, []],
    ],
  );
  const { hosts } = (await world.app.call('GET', '/api/v1/hosts')).body as WireList;
  assert.equal(
    hosts.map(({ tags }) => [...tags].sort().join()),
    Array.from({ length: 3 }, () => 'a,b,c,old'),
  );
});

test('a trial tells what would be done, and does nothing', async (world) => {
  const ids = await enrollMany(world, 2);
  const body = { target: { host_ids: ids }, remove_tags: ['old'] };
  assert.is((await update(world, body, '?validate_only=true')).changed, 2);
  assert.is(await updatesWritten(world), 0);
  assert.is((await update(world, body)).changed, 2);
});

test('hosts are removed from a group in one step with one audit row, and a cursor is of one act', async (world) => {
  const { app } = world;
  const ids = await enrollMany(world, 4);
  const { id } = (
    await app.call('POST', '/api/v1/groups', { body: { name: 'Web', host_ids: ids.slice(0, 3) } })
  ).body as Schemas['Group'];
  const remove = (body: object, query = '') =>
    app.call('POST', `/api/v1/groups/${id}/hosts/remove${query}`, { body });
  const first = asResult(await remove({ target: { tags: ['old'] } }, '?limit=2'));
  assert.equal([first.changed + first.unchanged, first.remaining], [2, 2]);
  const other = await app.call('POST', `/api/v1/hosts/update?cursor=${first.next_cursor}`, {
    body: { target: { tags: ['old'] }, add_tags: ['x'] },
  });
  assert.is(other.status, 400);
  const rest = asResult(await remove({ target: { host_ids: [...ids, GONE] } }));
  assert.equal([first.changed + rest.changed, rest.refused.map(({ code }) => code)], [3, ['HOST_NOT_FOUND']]);
  const rows = (await app.ctx.db.reader('kernel_audit').where('action', 'group.hosts_removed')) as object[];
  assert.is(rows.length, [first, rest].filter(({ changed }) => changed > 0).length);
  const group = (await app.call('GET', `/api/v1/groups/${id}`)).body as Schemas['Group'];
  assert.is(group.hosts_total, 0);
  assert.is(
    (await app.call('POST', '/api/v1/hosts/update', { body: { target: {}, add_tags: ['x'] } })).status,
    400,
  );
  assert.is(
    (await app.call('POST', '/api/v1/hosts/update', { body: { target: { tags: ['old'] } } })).status,
    400,
  );
});

test.run();
