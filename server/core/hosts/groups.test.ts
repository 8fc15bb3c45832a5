// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { components } from '#generated/manager.ts';
import { AppError } from '../../shared/wire/appError.ts';
import type { TestAnswer } from '../../testing.ts';
import { asHost, by, enroll, setUp, tearDown, type WireList, type World } from './hosts.testing.ts';

type Schemas = components['schemas'];
type WireGroup = Schemas['Group'];
type Rule = Schemas['GroupRule'];

const test = suite<World>('groups');
test.before.each(setUp);
test.after.each(tearDown);

const PATH = '/api/v1/groups';
const asGroup = ({ body }: TestAnswer): WireGroup => body as WireGroup;
const asGroups = ({ body }: TestAnswer): Schemas['GroupList'] => body as Schemas['GroupList'];
const codeOf = ({ body }: TestAnswer): string => (body as { error: { code: string } }).error.code;
const namesIn = ({ body }: TestAnswer): string[] => (body as WireList).hosts.map(({ fqdn }) => fqdn);
const rule = (match: Rule['match'], ...conditions: Rule['conditions']): Rule => ({ match, conditions });
const is = (
  field: Rule['conditions'][number]['field'],
  operator: Rule['conditions'][number]['operator'],
  value: string,
): Rule['conditions'][number] => ({ field, operator, value });

async function actionsOf({ app }: World): Promise<string[]> {
  const rows = (await app.ctx.db.reader('kernel_audit').orderBy('row_id').select('action')) as {
    action: string;
  }[];
  return rows.map(({ action }) => action).filter((action) => action.startsWith('group.'));
}

test('a group is made, shown, changed under its ETag and deleted, each with an audit row', async (world) => {
  const { app } = world;
  const host = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const made = await app.call('POST', PATH, { body: { name: 'Web', host_ids: [host, host] } });
  assert.equal([made.status, made.headers.get('etag')], [201, '"1"']);
  const { id, hosts_total: total, rule: none, description } = asGroup(made);
  assert.equal([total, none, description], [1, null, null]);
  const path = `${PATH}/${id}`;
  const changed = await app.call('PUT', path, {
    body: { name: 'Web servers', description: 'of the shop' },
    headers: { 'if-match': '"1"' },
  });
  assert.equal(
    [changed.status, changed.headers.get('etag'), asGroup(changed).name, asGroup(changed).description],
    [200, '"2"', 'Web servers', 'of the shop'],
  );
  for (const stale of [
    await app.call('PUT', path, { body: { name: 'x' }, headers: { 'if-match': '"1"' } }),
    await app.call('DELETE', path, { headers: { 'if-match': '"1"' } }),
  ])
    assert.is(codeOf(stale), 'PRECONDITION_FAILED');
  assert.is((await app.call('GET', path)).headers.get('etag'), '"2"');
  assert.is((await app.call('DELETE', path, { headers: { 'if-match': '"2"' } })).status, 204);
  assert.is(codeOf(await app.call('GET', path)), 'GROUP_NOT_FOUND');
  assert.is((await app.call('GET', `/api/v1/hosts/${host}`)).status, 200, 'its hosts stay');
  assert.equal(await actionsOf(world), ['group.created', 'group.updated', 'group.deleted']);
});

test('operators make and change groups, administrators alone delete them, reporters read', async ({
  app,
}) => {
  const body = { name: 'Web' };
  assert.is((await app.call('POST', PATH, { body, role: 'reporter' })).status, 403);
  const made = await app.call('POST', PATH, { body, role: 'operator' });
  assert.is(made.status, 201);
  const path = `${PATH}/${asGroup(made).id}`;
  assert.is((await app.call('PUT', path, { body: { name: 'W' }, role: 'operator' })).status, 200);
  assert.is((await app.call('GET', path, { role: 'reporter' })).status, 200);
  assert.is((await app.call('DELETE', path, { role: 'operator' })).status, 403);
  assert.is((await app.call('DELETE', path)).status, 204);
});

interface Fleet {
  fqdn: string;
  tags: string[];
  os: { family?: string; name?: string; version?: string; arch?: string };
}

const FLEET: Fleet[] = [
  { fqdn: 'a.example', tags: ['env=prod', 'web'], os: { family: 'debian', version: '12', arch: 'amd64' } },
  { fqdn: 'B.example', tags: ['env=Prod'], os: { family: 'debian', name: 'Debian_1', version: '13' } },
  { fqdn: 'c.example', tags: [], os: { family: 'rhel', name: 'Rocky %', version: '9.4', arch: 'aarch64' } },
  { fqdn: 'd.other', tags: ['env=production'], os: {} },
];

/** Rule → the hosts that it must hold, written by hand. */
const RULES: [Rule, string[]][] = [
  [rule('all', is('tag', 'equals', 'env=prod')), ['a.example']],
  [rule('all', is('tag', 'not_equals', 'env=prod')), ['B.example', 'c.example', 'd.other']],
  [rule('all', is('tag', 'starts_with', 'env=prod')), ['a.example', 'd.other']],
  [rule('all', is('tag', 'contains', '=Pro')), ['B.example']],
  [rule('all', is('fqdn', 'equals', 'b.EXAMPLE')), ['B.example']],
  [rule('all', is('fqdn', 'not_equals', 'b.example')), ['a.example', 'c.example', 'd.other']],
  [rule('all', is('fqdn', 'contains', '.EXA')), ['B.example', 'a.example', 'c.example']],
  [rule('all', is('fqdn', 'starts_with', 'A')), ['a.example']],
  [rule('all', is('os_family', 'equals', 'debian')), ['B.example', 'a.example']],
  [rule('all', is('os_family', 'equals', 'Debian')), []],
  [rule('all', is('os_family', 'not_equals', 'debian')), ['c.example']],
  [rule('all', is('os_version', 'starts_with', '1')), ['B.example', 'a.example']],
  [rule('all', is('os_name', 'contains', '%')), ['c.example']],
  [rule('all', is('os_name', 'contains', '_')), ['B.example']],
  [rule('all', is('arch', 'not_equals', 'amd64')), ['c.example']],
  [rule('all', is('os_family', 'equals', 'debian'), is('os_version', 'equals', '13')), ['B.example']],
  [rule('any', is('tag', 'equals', 'web'), is('arch', 'equals', 'aarch64')), ['a.example', 'c.example']],
  [rule('any', is('tag', 'equals', 'nobody'), is('tag', 'equals', 'has')), []],
];

async function enrollFleet({ app }: World): Promise<void> {
  for (const [n, { fqdn, tags, os }] of FLEET.entries())
    await app.ctx.tx((tx) =>
      app.ctx.core.hosts.createEnrolled(
        tx,
        {
          machineId: uuid(),
          fqdn,
          ipAddress: `10.0.0.${n + 1}`,
          port: 9443,
          loopbackAllowed: false,
          tags,
          os,
        },
        by,
      ),
    );
}

test('a rule holds the same hosts in the preview, the list, the count, and the groups of each host', async (world) => {
  const { app } = world;
  await enrollFleet(world);
  for (const [n, [asked, expected]] of RULES.entries()) {
    const about = JSON.stringify(asked);
    const preview = await app.call('POST', `${PATH}/preview`, { body: { rule: asked } });
    assert.equal([preview.status, namesIn(preview)], [200, expected], about);
    assert.is((preview.body as WireList).total, expected.length, about);
    assert.is(asGroups(await app.call('GET', PATH)).total, n, 'a preview saves nothing');
    const made = asGroup(await app.call('POST', PATH, { body: { name: `g${n}`, rule: asked } }));
    assert.equal([made.hosts_total, made.rule], [expected.length, asked], about);
    assert.equal(namesIn(await app.call('GET', `${PATH}/${made.id}/hosts`)), expected, about);
    assert.equal(namesIn(await app.call('GET', `/api/v1/hosts?group_id=${made.id}`)), expected, about);
    const all = ((await app.call('GET', '/api/v1/hosts')).body as WireList).hosts;
    const holding = all.filter(({ groups }) => groups.some(({ id }) => id === made.id));
    assert.equal(
      holding.map(({ fqdn }) => fqdn),
      expected,
      about,
    );
  }
});

test('a rule follows its hosts: new tags move a host, a deletion takes it out', async (world) => {
  const { app } = world;
  await enrollFleet(world);
  const web = rule('all', is('tag', 'equals', 'web'));
  const { id } = asGroup(await app.call('POST', PATH, { body: { name: 'Web', rule: web } }));
  const [c] = ((await app.call('GET', '/api/v1/hosts?search=c.exa')).body as WireList).hosts;
  const path = `/api/v1/hosts/${c?.id ?? ''}`;
  const tagged = await app.call('PUT', path, { body: { tags: ['web'] } });
  assert.equal(asHost(tagged.body).groups, [{ id, name: 'Web' }]);
  assert.is(asGroup(await app.call('GET', `${PATH}/${id}`)).hosts_total, 2);
  await app.call('DELETE', path);
  assert.equal(namesIn(await app.call('GET', `${PATH}/${id}/hosts`)), ['a.example']);
  assert.is(asGroup(await app.call('GET', `${PATH}/${id}`)).hosts_total, 1);
});

test('rules are closed: unknown fields, operators and empty conditions are refused', async ({ app }) => {
  for (const bad of [
    { match: 'all', conditions: [] },
    { match: 'none', conditions: [is('tag', 'equals', 'a')] },
    { match: 'all', conditions: [{ field: 'machine_id', operator: 'equals', value: 'a' }] },
    { match: 'all', conditions: [{ field: 'tag', operator: 'matches', value: '.*' }] },
    { match: 'all', conditions: [is('tag', 'equals', '')] },
  ]) {
    assert.is((await app.call('POST', PATH, { body: { name: 'x', rule: bad } })).status, 400);
    assert.is((await app.call('POST', `${PATH}/preview`, { body: { rule: bad } })).status, 400);
  }
  const both = { name: 'x', rule: RULES[0]?.[0], host_ids: [] };
  assert.is((await app.call('POST', PATH, { body: both })).status, 400);
  assert.is(asGroups(await app.call('GET', PATH)).total, 0);
});

test('a listed group takes and gives up hosts by hand, and a rule-based one does not', async (world) => {
  const { app } = world;
  const a = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const b = await enroll(world, { fqdn: 'b.example', ip: '10.0.0.2' });
  const { id } = asGroup(await app.call('POST', PATH, { body: { name: 'By hand' } }));
  const add = (host_ids: string[]) => app.call('POST', `${PATH}/${id}/hosts`, { body: { host_ids } });
  const added = await add([a, b]);
  assert.equal([asGroup(added).hosts_total, added.headers.get('etag')], [2, '"2"']);
  assert.is((await add([a])).headers.get('etag'), '"2"', 'who is in it already stays');
  const unknown = uuid();
  const refused = await add([a, unknown]);
  assert.equal([refused.status, codeOf(refused)], [404, 'HOST_NOT_FOUND']);
  assert.is((await app.call('DELETE', `${PATH}/${id}/hosts/${a}`)).status, 204);
  assert.is(codeOf(await app.call('DELETE', `${PATH}/${id}/hosts/${a}`)), 'HOST_NOT_FOUND');
  assert.equal(namesIn(await app.call('GET', `${PATH}/${id}/hosts`)), ['b.example']);
  await app.call('DELETE', `/api/v1/hosts/${b}`);
  assert.is(asGroup(await app.call('GET', `${PATH}/${id}`)).hosts_total, 0, 'a deleted host is in no list');

  const all = rule('all', is('fqdn', 'contains', '.'));
  assert.is((await app.call('PUT', `${PATH}/${id}`, { body: { rule: all } })).status, 400);
  const ruled = asGroup(await app.call('POST', PATH, { body: { name: 'By rule', rule: all } }));
  const path = `${PATH}/${ruled.id}/hosts`;
  assert.is(codeOf(await app.call('POST', path, { body: { host_ids: [a] } })), 'GROUP_RULE_BASED');
  assert.is(codeOf(await app.call('DELETE', `${path}/${a}`)), 'GROUP_RULE_BASED');
  assert.equal(await actionsOf(world), [
    'group.created',
    'group.hosts_added',
    'group.hosts_removed',
    'group.created',
  ]);
});

test('names are unique but for case, and a list of groups pages through each once', async ({ app }) => {
  const made = await app.call('POST', PATH, { body: { name: 'Web' } });
  assert.is(codeOf(await app.call('POST', PATH, { body: { name: 'wEB' } })), 'NAME_TAKEN');
  for (const name of ['b', 'D', 'c', 'A'])
    assert.is((await app.call('POST', PATH, { body: { name } })).status, 201);
  const own = await app.call('PUT', `${PATH}/${asGroup(made).id}`, { body: { name: 'WEB' } });
  assert.is(own.status, 200, 'its own name may change its case');
  for (const [sort, expected] of [
    ['name', ['A', 'b', 'c', 'D', 'WEB']],
    ['-name', ['WEB', 'D', 'c', 'b', 'A']],
  ] as const) {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = asGroups(await app.call('GET', `${PATH}?limit=2&sort=${sort}${from}`));
      assert.is(page.total, 5);
      seen.push(...page.groups.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    assert.equal(seen, expected);
  }
  const found = asGroups(await app.call('GET', `${PATH}?search=eb`));
  assert.equal([found.total, found.groups[0]?.name], [1, 'WEB']);
  assert.is((await app.call('GET', `${PATH}?cursor=AAAA`)).status, 400);
});

test('a group is a target of jobs: resolved when asked, and an unknown one is told', async (world) => {
  const { hosts } = world.app.ctx.core;
  await enrollFleet(world);
  const made = async (body: object): Promise<string> =>
    asGroup(await world.app.call('POST', PATH, { body })).id;
  const debian = await made({ name: 'Debian', rule: rule('all', is('os_family', 'equals', 'debian')) });
  const [other] = await hosts.resolveTarget({ filter: { search: 'd.other' } }, 'all');
  const listed = await made({ name: 'By hand', host_ids: [other?.id] });
  const targeted = async (target: Parameters<typeof hosts.resolveTarget>[0]): Promise<string[]> =>
    (await hosts.resolveTarget(target, 'all')).map(({ fqdn }) => fqdn);
  assert.equal(await targeted({ groupIds: [debian, listed] }), ['B.example', 'a.example', 'd.other']);
  assert.equal(await targeted({ filter: { groupId: debian, search: 'a.' } }), ['a.example']);
  for (const target of [{ groupIds: [uuid()] }, { filter: { groupId: uuid() } }])
    await hosts.resolveTarget(target, 'all').then(
      () => assert.unreachable(),
      (error: AppError) => assert.is(error.code, 'GROUP_NOT_FOUND'),
    );
});

test('a group that something rests on is not deleted, whoever says so, and when', async (world) => {
  const { app } = world;
  const { id } = asGroup(await app.call('POST', PATH, { body: { name: 'Web' } }));
  let uses: { groupId: string; kind: 'scope'; id: null; name: string }[] = [
    { groupId: id, kind: 'scope', id: null, name: 'olga' },
  ];
  let stepFails = true;
  app.ctx.hooks.add('users', { 'hosts.groupUses': () => Promise.resolve({ uses }) });
  app.ctx.steps.add('windows', {
    'hosts.groupDeleted': async () => {
      if (stepFails) throw new AppError('GROUP_IN_USE');
    },
  });
  const refused = await app.call('DELETE', `${PATH}/${id}`);
  assert.equal([refused.status, codeOf(refused)], [409, 'GROUP_IN_USE']);
  assert.equal((refused.body as { error: { details: unknown } }).error.details, {
    uses: [{ kind: 'scope', id: null, name: 'olga' }],
  });
  const change = { body: { description: 'mine' }, role: 'operator' } as const;
  assert.is(
    (await app.call('PUT', `${PATH}/${id}`, change)).status,
    403,
    'it is for administrators to change',
  );
  assert.is((await app.call('PUT', `${PATH}/${id}`, { body: { description: 'ours' } })).status, 200);
  uses = [];
  assert.is(codeOf(await app.call('DELETE', `${PATH}/${id}`)), 'GROUP_IN_USE');
  assert.is((await app.call('GET', `${PATH}/${id}`)).status, 200, 'the refused deletion left it');
  stepFails = false;
  assert.is((await app.call('DELETE', `${PATH}/${id}`)).status, 204);
});

test.run();
