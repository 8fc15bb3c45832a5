// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { actors } from '#sdk';
import { roleSearch } from './service/search.ts';
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
  type CallOptions,
  type Schemas,
  type World,
} from './users.testing.ts';

type Role = Schemas['RoleDetails'];

const test = suite<World>('roles');
test.before((world) => setUp(world));
test.after(tearDown);

let count = 0;
const READS = ['hosts:read', 'groups:read', 'jobs:read'];

/** A custom role with an unused name. */
async function newRole({ one }: World, permissions: string[] = READS): Promise<string> {
  const name = `role-${++count}`;
  await must(one, await admin(one), 'POST /roles', { body: { name, permissions }, status: 201 });
  return name;
}

const asAdmin = async ({ one }: World, target: string, options?: CallOptions) =>
  call<Role>(one, await admin(one), target, options);

test('a custom role may what it names and nothing else, on every manager, and its owner is told what', async (world) => {
  const { one, two } = world;
  const role = await newRole(world, ['hosts:read', 'groups:edit', 'jobs:read']);
  const session = await signIn(two, await person(one, { role }));
  const met = async (target: string, body?: object) => outcome(await call(two, session, target, { body }));
  assert.is(await met('GET /hosts'), '200');
  assert.is(await met('POST /groups', { name: '' }), '400 VALIDATION_FAILED');
  assert.is(await met('GET /groups'), '403 FORBIDDEN');
  assert.is(await met('GET /users'), '403 FORBIDDEN');
  const me = await must<Schemas['User']>(two, session, 'GET /users/me');
  assert.equal([me.role, me.permissions], [role, ['hosts:read', 'groups:edit', 'jobs:read']]);
});

test('roles are found by name and description, the fixed ones too', async ({ one }) => {
  const body = { name: 'night-shift', description: 'Watches the racks', permissions: READS };
  await must(one, await admin(one), 'POST /roles', { body, status: 201 });
  const find = async (text: string) => {
    const question = { text, limit: 5, actor: actors.system, scope: 'all' } as const;
    const { items } = await roleSearch(one.ctx).find(question, new AbortController().signal);
    return items.map(({ name, about, pagePath }) => [name, about, pagePath]);
  };
  const shift = ['night-shift', 'Watches the racks', '/roles?role=night-shift'];
  assert.equal([await find('SHIFT'), await find('racks')], [[shift], [shift]]);
  assert.equal(await find('report'), [['reporter', '', '/roles?role=reporter']]);
});

test('a change of a role holds from the next call, closes its sockets within 2 s on each manager, and no others', async (world) => {
  const { one, two, clock } = world;
  const [role, other] = [await newRole(world), await newRole(world)];
  const [who, spared] = [await person(one, { role }), await person(one, { role: other })];
  const session = await signIn(one, who);
  const boss = await person(one, { role: 'admin' });
  const tool = await newToken(one, boss, { role });
  const sockets = [
    await connect(one, session),
    await connect(two, session),
    await connect(two, tool.token),
    await connect(two, await signIn(two, spared)),
  ] as const;
  assert.is(outcome(await call(two, session, 'GET /groups')), '200');
  const { edit_version: version } = (await asAdmin(world, `GET /roles/${role}`)).body;
  const body = { permissions: ['hosts:read', 'jobs:read'] };
  const changed = await asAdmin(world, `PUT /roles/${role}`, {
    body,
    headers: { 'if-match': `"${version}"` },
  });
  assert.is(outcome(changed), '200');
  assert.is(outcome(await call(two, session, 'GET /groups')), '403 FORBIDDEN', 'at once');
  assert.is(outcome(await call(two, tool.token, 'GET /groups')), '403 FORBIDDEN', 'of its tokens too');
  assert.is(await stateOf(sockets[0]), 1008, 'before any round');
  await clock.advance(2_000);
  assert.equal([await sockets[1].closed, await sockets[2].closed], [1008, 1008]);
  assert.is(await stateOf(sockets[3]), null);
  await sockets[3].close();
  const stale = await asAdmin(world, `PUT /roles/${role}`, {
    body: { permissions: READS },
    headers: { 'if-match': `"${version}"` },
  });
  assert.is(outcome(stale), '412 PRECONDITION_FAILED');
  const row = (await audited(one, 'role.updated')).at(-1);
  assert.equal(
    [row?.resource, row?.before, row?.after],
    [
      { kind: 'role', id: row?.resource.id, name: role },
      { name: role, description: null, permissions: READS },
      { name: role, description: null, permissions: ['hosts:read', 'jobs:read'] },
    ],
  );
});

test('a role that somebody has stays, and so do the fixed ones', async (world) => {
  const { one } = world;
  const [held, tooled, free] = [await newRole(world), await newRole(world), await newRole(world)];
  const who = await person(one, { role: held });
  const boss = await person(one, { role: 'admin' });
  const token = await newToken(one, boss, { role: tooled });
  const remove = async (name: string) => outcome(await asAdmin(world, `DELETE /roles/${name}`));
  assert.is(await remove(held), '409 ROLE_IN_USE');
  assert.is(await remove(tooled), '409 ROLE_IN_USE');
  await changeAccount(one, who.id, { role: 'reporter' });
  await must(one, await signIn(one, boss), `DELETE /users/me/tokens/${token.id}`);
  assert.equal([await remove(held), await remove(tooled), await remove(free)], ['204', '204', '204']);
  assert.is(await remove(free), '404 ROLE_NOT_FOUND');
  assert.is(await remove('admin'), '409 ROLE_FIXED');
  const body = { permissions: READS };
  assert.is(outcome(await asAdmin(world, 'PUT /roles/operator', { body })), '409 ROLE_FIXED');
  const list = await must<Schemas['RoleList']>(one, await admin(one), 'GET /roles');
  assert.equal(
    list.roles.filter(({ fixed }) => fixed).map(({ name }) => name),
    ['admin', 'operator', 'reporter'],
  );
});

test('who is limited to groups never comes to what is about all hosts, whoever moves first', async (world) => {
  const { one, two } = world;
  const [narrow, wide] = [await newRole(world), await newRole(world, [...READS, 'audit:read'])];
  const root = await admin(one);
  const group = await must<Schemas['Group']>(one, root, 'POST /groups', {
    body: { name: 'some' },
    status: 201,
  });
  const who = await person(one, { role: narrow });
  const limit = (id: string) =>
    call(one, root, `PUT /users/${id}`, { body: { scope_group_ids: [group.id] } });
  assert.is(outcome(await limit(who.id)), '200');
  assert.is(outcome(await limit((await person(one, { role: wide })).id)), '400 VALIDATION_FAILED');
  const grown = { body: { permissions: [...READS, 'hosts:delete'] } };
  assert.is(outcome(await asAdmin(world, `PUT /roles/${narrow}`, grown)), '409 ROLE_IN_USE');
  const session = await signIn(two, who);
  // As if somebody had written the row past the manager.
  await one.ctx.tx(({ knex }) =>
    knex('identity_roles')
      .where({ name: narrow })
      .update({ permissions: JSON.stringify([...READS, 'hosts:delete', 'users:manage', 'settings:manage']) }),
  );
  assert.is(outcome(await call(two, session, 'GET /users')), '403 FORBIDDEN');
  const gone = await call(two, session, 'DELETE /hosts/0190b7c4-0000-7000-8000-000000000000');
  assert.is(outcome(gone), '403 FORBIDDEN');
  const wider = await call<Schemas['User']>(one, root, `PUT /users/${who.id}`, { body: { role: wide } });
  assert.equal([wider.body.role, wider.body.scope_group_ids], [wide, null]);
});

test("a token is the intersection of its scopes, its role and its owner's, in no order", async (world) => {
  const { one, two } = world;
  const [left, right] = [
    await newRole(world, ['hosts:read', 'groups:edit', 'jobs:read']),
    await newRole(world, ['hosts:read', 'groups:read', 'jobs:read']),
  ];
  const who = await person(one, { role: 'operator' });
  const tool = await newToken(one, who, { role: right, scopes: ['read', 'metrics'] });
  const met = async (target: string, body?: object) => outcome(await call(two, tool.token, target, { body }));
  assert.equal([await met('GET /groups'), await met('POST /groups', { name: '' })], ['200', '403 FORBIDDEN']);
  await changeAccount(one, who.id, { role: left });
  assert.equal(
    [await met('GET /hosts'), await met('GET /groups'), await met('POST /groups', { name: '' })],
    ['200', '403 FORBIDDEN', '403 FORBIDDEN'],
  );
  const metrics = await newToken(one, await person(one, { role: 'operator' }), { scopes: ['metrics'] });
  assert.is(outcome(await call(two, metrics.token, 'GET /hosts')), '403 FORBIDDEN');
});

test('nobody makes what he is not: neither by a role, an account, a token, nor by whom he takes over', async (world) => {
  const { one } = world;
  const root = await admin(one);
  const made = { username: 'x', password: 'seven quiet otters row north' };
  const role = await newRole(world);
  const roled = await person(one, { role });
  const operator = await person(one, { role: 'operator' });
  const boss = await person(one, { role: 'admin' });
  const [asRole, asOperator, asBoss] = [
    await signIn(one, roled),
    await signIn(one, operator),
    await signIn(one, boss),
  ];
  const [tool, narrow] = [
    (await newToken(one, boss, { role: 'admin' })).token,
    (await newToken(one, boss, { role: 'admin', scopes: ['read'] })).token,
  ];
  const all = Object.keys(one.ctx.permissions);
  const token = (wanted: string) => ({ name: 'x', role: wanted, expires_in_secs: 3_600 });
  const attempts: [string, string, object?][] = [];
  for (const credential of [asRole, asOperator, tool, narrow])
    attempts.push(
      [credential, 'POST /roles', { name: 'mine', permissions: ['hosts:read'] }],
      [credential, `PUT /roles/${role}`, { permissions: all }],
      [credential, `DELETE /roles/${role}`],
      [credential, 'POST /users', { ...made, role: 'admin' }],
      [credential, `PUT /users/${roled.id}`, { role: 'admin' }],
      [credential, `PUT /users/${boss.id}`, { role: 'reporter' }],
      [credential, `PUT /users/${boss.id}/password`, { new_password: made.password }],
      [credential, `DELETE /users/${boss.id}`],
    );
  for (const wanted of ['admin', 'operator']) attempts.push([asRole, 'POST /users/me/tokens', token(wanted)]);
  attempts.push([asOperator, 'POST /users/me/tokens', token('admin')]);
  for (const credential of [tool, narrow])
    attempts.push([credential, 'POST /users/me/tokens', token('admin')]);
  for (const permission of ['users:manage', 'settings:manage', 'nobody:gave-this'])
    attempts.push(
      [asBoss, 'POST /roles', { name: 'other-admin', permissions: ['hosts:read', permission] }],
      [asBoss, `PUT /roles/${role}`, { permissions: [permission] }],
    );
  for (const name of ['admin', 'read', 'metrics', role])
    attempts.push([asBoss, 'POST /roles', { name, permissions: ['hosts:read'] }]);
  attempts.push([asBoss, 'POST /users', { ...made, role: 'not-there' }]);
  const letIn: string[] = [];
  for (const [credential, target, body] of attempts) {
    const answer = await call(one, credential, target, { body });
    if (answer.status < 400 || answer.status >= 500) letIn.push(`${target}: ${outcome(answer)}`);
  }
  assert.equal(letIn, []);
  assert.is.not(attempts.length, 0);
  const { roles } = await must<Schemas['RoleList']>(one, root, 'GET /roles');
  assert.equal(roles.find(({ name }) => name === role)?.permissions, READS);
  const now = await one.ctx.core.identity.accounts.find(boss.id);
  assert.is(now?.role, 'admin');
});

test('who manages accounts, and no more, takes over nobody who may more', async ({ one }) => {
  const { accounts } = one.ctx.core.identity;
  const [boss, operator] = [await person(one, { role: 'admin' }), await person(one, { role: 'operator' })];
  const desk = await person(one, { role: 'reporter' });
  const actor = {
    kind: 'user' as const,
    id: desk.id,
    name: desk.username,
    role: desk.role,
    permissions: [...(await one.ctx.core.identity.roles.permissionsOf('reporter')), 'users:manage'],
    sessionId: null,
    authenticatedAt: one.ctx.clock.now(),
    restriction: null,
  };
  const by = { actor, address: '127.0.0.1' };
  const tries = [
    () => one.ctx.tx((tx) => accounts.change(tx, boss.id, { passwordHash: 'x' }, by)),
    () => one.ctx.tx((tx) => accounts.change(tx, operator.id, { passwordHash: 'x' }, by)),
    () => one.ctx.tx((tx) => accounts.change(tx, desk.id, { role: 'operator' }, by)),
    () => one.ctx.tx((tx) => accounts.remove(tx, boss.id, by)),
    () =>
      one.ctx.tx((tx) =>
        accounts.create(
          tx,
          { username: 'y', role: 'operator', passwordHash: null, mustChangePassword: false },
          by,
        ),
      ),
  ];
  for (const attempt of tries) {
    const refusal = await attempt().then(
      () => 'let in',
      (error: { code?: string }) => error.code,
    );
    assert.is(refusal, 'FORBIDDEN');
  }
});

test.run();
