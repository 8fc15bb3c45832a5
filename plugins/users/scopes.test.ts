// databases: sqlite, mariadb (night)
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { bySystem } from '../../server/core/identity/identity.testing.ts';
import type { Account } from '#sdk/identity.ts';
import { keepGroup } from './service/scopes.ts';
import {
  admin,
  audited,
  call,
  changeAccount,
  connect,
  must,
  newToken,
  outcome,
  person,
  setUp,
  signIn,
  stateOf,
  tearDown,
  type Schemas,
  type World,
} from './users.testing.ts';

/** Hosts `a`, `b` and `c`; group `ab` holds two by a rule, `bc` two by a list. */
interface Scoped extends World {
  hosts: Record<'a' | 'b' | 'c', string>;
  ab: string;
  bc: string;
}

const test = suite<Scoped>('scopes of users and tokens');

test.before(async (world) => {
  await setUp(world);
  const { one } = world;
  const root = await admin(one);
  world.hosts = { a: '', b: '', c: '' };
  for (const [at, name] of (['a', 'b', 'c'] as const).entries()) {
    const draft = {
      machineId: uuid(),
      fqdn: `${name}.example.org`,
      ipAddress: `10.0.0.${at + 1}`,
      port: 9443,
    };
    const tags = name === 'c' ? [] : ['ab'];
    const make = one.ctx.tx((tx) =>
      one.ctx.core.hosts.createEnrolled(tx, { ...draft, tags, loopbackAllowed: false }, bySystem),
    );
    world.hosts[name] = (await make).id;
  }
  world.ab = await newGroup(world, root, {
    rule: { match: 'all', conditions: [{ field: 'tag', operator: 'equals', value: 'ab' }] },
  });
  world.bc = await newGroup(world, root, { host_ids: [world.hosts.b, world.hosts.c] });
});
test.after(tearDown);

async function newGroup({ one }: World, root: string, body: object): Promise<string> {
  const options = { body: { name: uuid(), ...body }, status: 201 };
  return (await must<Schemas['Group']>(one, root, 'POST /groups', options)).id;
}

/** The first letters of the hosts that a credential sees, asked of the other manager. */
async function seen({ two }: World, credential: string): Promise<string> {
  const { hosts, total } = await must<Schemas['HostList']>(two, credential, 'GET /hosts');
  assert.is(total, hosts.length);
  return hosts.map(({ fqdn }) => fqdn.charAt(0)).join('');
}

const keepTo = async ({ one }: World, { id }: Account, groups: string[] | null) =>
  call<Schemas['User']>(one, await admin(one), `PUT /users/${id}`, { body: { scope_group_ids: groups } });

test('a scope holds from the next call on, on the other manager too, and shuts what is connected', async (world) => {
  const { one, two, ab, bc } = world;
  const who = await person(one);
  const session = await signIn(one, who);
  assert.is(await seen(world, session), 'abc');
  const [here, there] = [await connect(one, session), await connect(two, session)];
  there.send({ subscribe: 'fleet' });
  const kept = await keepTo(world, who, [ab]);
  assert.equal([kept.status, kept.body.scope_group_ids, kept.body.edit_version], [200, [ab], 2]);
  assert.is(await stateOf(here), 1008, 'before any round');
  assert.is(await seen(world, session), 'ab');
  await two.clock.advance(2_000);
  assert.is(await stateOf(there), 1008);
  await keepTo(world, who, [ab, bc]);
  assert.is(await seen(world, session), 'abc', 'of any of its groups');
  await keepTo(world, who, []);
  assert.is(await seen(world, session), '', 'an empty scope is nothing');
  const me = await must<Schemas['User']>(one, session, 'GET /users/me');
  assert.equal(me.scope_group_ids, []);
  await keepTo(world, who, null);
  assert.is(await seen(world, session), 'abc');
  const told = (await audited(one, 'user.scope_changed')).filter(({ resource }) => resource.id === who.id);
  assert.equal(
    told.map(({ before, after }) => [before?.['scope_group_ids'], after?.['scope_group_ids']]),
    [
      [null, [ab]],
      [[ab], [ab, bc]],
      [[ab, bc], []],
      [[], null],
    ],
  );
});

test('where hosts are that somebody may not see, no answer tells: their addresses are as good as free', async (world) => {
  const { one, hosts, ab } = world;
  const who = await person(one);
  await keepTo(world, who, [ab]);
  const session = await signIn(one, who);
  const before = await must<Schemas['Host']>(one, session, `GET /hosts/${hosts.a}`);
  const moveTo = (address: string) =>
    call<object>(one, session, `PUT /hosts/${hosts.a}`, { body: { ip_address: address } });
  const taken = await moveTo('10.0.0.2');
  assert.is(outcome(taken), '409 HOST_EXISTS');
  assert.ok(JSON.stringify(taken.body).includes(hosts.b));
  assert.is(outcome(await moveTo('10.0.0.3')), '200', 'the foreign host is there');
  assert.is(outcome(await moveTo('10.0.0.99')), '200', 'nobody is there');
  assert.is(outcome(await moveTo(before.ip_address)), '200');
});

test('administrators are never scoped, and who becomes one loses the scope', async (world) => {
  const { one, ab } = world;
  const root = await admin(one);
  const chief = await person(one, { role: 'admin' });
  assert.is(outcome(await keepTo(world, chief, [ab])), '400 VALIDATION_FAILED');
  const draft = { username: 'scoped-chief', role: 'admin', password: 'seven quiet otters row north' };
  const body = { ...draft, scope_group_ids: [ab] };
  assert.is(outcome(await call(one, root, 'POST /users', { body })), '400 VALIDATION_FAILED');
  assert.is(await one.ctx.core.identity.accounts.findByName('scoped-chief'), null);
  const who = await person(one);
  await keepTo(world, who, [ab]);
  const both = { role: 'admin', scope_group_ids: [ab] };
  assert.is(outcome(await call(one, root, `PUT /users/${who.id}`, { body: both })), '400 VALIDATION_FAILED');
  const put = (role: string) =>
    must<Schemas['User']>(one, root, `PUT /users/${who.id}`, { body: { role }, status: 200 });
  assert.is((await put('admin')).scope_group_ids, null);
  assert.is((await put('operator')).scope_group_ids, null, 'said by the answer, not by surprise');
});

test('a group that is not there is refused, with the user it was for', async (world) => {
  const { one } = world;
  const root = await admin(one);
  const who = await person(one);
  assert.is(outcome(await keepTo(world, who, [uuid()])), '404 GROUP_NOT_FOUND');
  const body = { username: 'for-nothing', role: 'operator', password: 'seven quiet otters row north' };
  const made = await call(one, root, 'POST /users', { body: { ...body, scope_group_ids: [uuid()] } });
  assert.is(outcome(made), '404 GROUP_NOT_FOUND');
  assert.is(await one.ctx.core.identity.accounts.findByName('for-nothing'), null);
});

test('a user is made with a scope; the group that he is kept to stays, and says why', async (world) => {
  const { one, hosts } = world;
  const root = await admin(one);
  const group = await newGroup(world, root, { host_ids: [hosts.a] });
  const draft = { username: 'made-scoped', role: 'operator', password: 'seven quiet otters row north' };
  const body = { ...draft, scope_group_ids: [group] };
  const made = await must<Schemas['User']>(one, root, 'POST /users', { body, status: 201 });
  assert.equal(made.scope_group_ids, [group]);
  const refused = await call<{ error: { details: unknown } }>(one, root, `DELETE /groups/${group}`);
  assert.is(outcome(refused), '409 GROUP_IN_USE');
  assert.match(JSON.stringify(refused.body), /"made-scoped"/);
  await must(one, root, `DELETE /users/${made.id}`);
  await must(one, root, `DELETE /groups/${group}`);
});

test('a group that came to limit somebody after it was looked at stays: the last look holds its row', async (world) => {
  const { one, hosts } = world;
  const group = await newGroup(world, await admin(one), { host_ids: [hosts.a] });
  const last = () => one.ctx.tx((tx) => keepGroup(tx, group));
  await last();
  await keepTo(world, await person(one), [group]);
  const refused = await last().then(
    () => null,
    (error: unknown) => error,
  );
  assert.is((refused as { code?: string } | null)?.code, 'GROUP_IN_USE');
});

test('a token sees what both its owner and itself may see, whatever the owner may see later', async (world) => {
  const { one, ab, bc } = world;
  const who = await person(one);
  const wide = await newToken(one, who);
  const narrow = await newToken(one, who, { group_ids: [bc] });
  const none = await newToken(one, who, { group_ids: [] });
  const all = async () => [
    await seen(world, wide.token),
    await seen(world, narrow.token),
    await seen(world, none.token),
  ];
  assert.equal([narrow.group_ids, wide.group_ids], [[bc], null]);
  assert.equal(await all(), ['abc', 'bc', '']);
  await keepTo(world, who, [ab]);
  assert.equal(await all(), ['ab', 'b', '']);
  await changeAccount(one, who.id, { role: 'admin' });
  assert.equal(await all(), ['ab', 'b', ''], 'a token of an operator is no administrator');
  await keepTo(world, who, null);
  assert.equal(await all(), ['abc', 'bc', '']);
  const list = await must<Schemas['ApiTokenList']>(
    one,
    await signIn(one, who),
    'GET /users/me/tokens?sort=created_at',
  );
  assert.equal(
    list.tokens.map(({ group_ids: ids }) => ids),
    [null, [bc], []],
  );
});

test('a token is kept to no group that its owner does not see, and one of an administrator to none', async (world) => {
  const { one, hosts, ab } = world;
  const root = await admin(one);
  const foreign = await newGroup(world, root, { host_ids: [hosts.c] });
  const who = await person(one);
  await keepTo(world, who, [ab]);
  const make = async (credential: string, body: object) =>
    outcome(
      await call(one, credential, 'POST /users/me/tokens', {
        body: { name: randomUUID(), expires_in_secs: 3_600, ...body },
      }),
    );
  const session = await signIn(one, who);
  const body = { role: 'operator', group_ids: [foreign] };
  assert.is(await make(session, body), '404 GROUP_NOT_FOUND');
  assert.is(await make(root, { role: 'admin', group_ids: [ab] }), '400 VALIDATION_FAILED');
  assert.is(await make(root, { role: 'operator', group_ids: [uuid()] }), '404 GROUP_NOT_FOUND');
  assert.is(await make(root, body), '201');
  assert.is(outcome(await call(one, root, `DELETE /groups/${foreign}`)), '409 GROUP_IN_USE');
});

test('who is scoped moves no host into or out of a scope group, and makes no hosts and no groups', async (world) => {
  const { one, hosts, ab, bc } = world;
  const who = await person(one);
  const other = await person(one);
  await keepTo(world, who, [ab]);
  await keepTo(world, other, [bc]);
  const session = await signIn(one, who);
  const tried = async (target: string, body: object) => outcome(await call(one, session, target, { body }));
  assert.is(await tried(`PUT /hosts/${hosts.a}`, { tags: [] }), '403 FORBIDDEN');
  assert.is(await tried(`PUT /hosts/${hosts.a}`, { tags: ['ab', 'web'] }), '200');
  assert.is(await tried(`POST /groups/${bc}/hosts`, { host_ids: [hosts.a] }), '403 FORBIDDEN');
  assert.is(await tried(`PUT /groups/${bc}`, { description: 'mine now' }), '403 FORBIDDEN');
  assert.is(await tried('POST /groups', { name: 'mine' }), '403 FORBIDDEN');
  assert.is(await tried('POST /hosts', { fqdn: 'd.example.org', ip_address: '10.0.0.9' }), '403 FORBIDDEN');
});

test.run();
