// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import type { Context } from '#sdk';
import type { RotatedToken } from '../notifications/api.ts';
import { usersPlugin } from './plugin.ts';
import { handsOn } from './service/serviceAccounts.ts';
import {
  admin,
  audited,
  call,
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

type ServiceAccount = Schemas['ServiceAccount'];
type Created = Schemas['CreatedApiToken'];

const test = suite<World>('service accounts');
/** What the notifications would mail. */
const rotations: RotatedToken[] = [];
const tellOfRotation = async (_tx: unknown, token: RotatedToken): Promise<void> => void rotations.push(token);
const users: AnyFeature = {
  ...usersPlugin,
  setup: (ctx) =>
    usersPlugin.setup({ ...ctx, useIfOn: (() => ({ tellOfRotation })) as unknown as Context['useIfOn'] }),
};
test.before((world) => setUp(world, [], users));
test.after(tearDown);

const DAY_MS = 86_400_000;
let count = 0;

async function newService({ one, clock }: World, more: object = {}): Promise<ServiceAccount> {
  const body = {
    name: `service-${++count}`,
    role: 'operator',
    expires_at: new Date(clock.now().getTime() + 30 * DAY_MS).toISOString(),
    ...more,
  };
  return must(one, await admin(one), 'POST /service-accounts', { body, status: 201 });
}

async function newSecret({ one }: World, { id }: ServiceAccount, more: object = {}): Promise<Created> {
  const body = { name: 'ci', expires_in_secs: 7 * 86_400, ...more };
  return must(one, await admin(one), `POST /service-accounts/${id}/tokens`, { body, status: 201 });
}

test('its tokens work on without the person who made them, and are told by its name', async (world) => {
  const { one, two } = world;
  const maker = await person(one, { role: 'admin' });
  const service = await newService(world);
  const body = { name: 'ci', expires_in_secs: 7 * 86_400 };
  const path = `POST /service-accounts/${service.id}/tokens`;
  const { id, token } = await must<Created>(one, await signIn(one, maker), path, { body, status: 201 });
  await must(one, await admin(one), `DELETE /users/${maker.id}`);
  await must(two, token, 'POST /groups', { body: { name: 'of a service' }, status: 201 });
  const row = (await audited(one, 'group.created')).at(-1);
  assert.equal(row?.actor, { kind: 'token', id, name: `${service.name}: ci` });
});

test('it holds what its role does and nothing that is for people, whatever the role and the scopes', async (world) => {
  const { two } = world;
  const strong = await newSecret(world, await newService(world, { role: 'admin' }));
  const narrow = await newSecret(world, await newService(world, { role: 'admin' }), { scopes: ['metrics'] });
  const met = async (token: string, target: string, body?: object) =>
    outcome(await call(two, token, target, { body }));
  assert.is(await met(strong.token, 'GET /hosts'), '200');
  assert.is(await met(narrow.token, 'GET /hosts'), '403 FORBIDDEN');
  const forPeople = [
    'GET /users',
    'POST /users',
    'GET /settings',
    'PUT /settings',
    'POST /roles',
    'GET /service-accounts',
    'POST /service-accounts',
    'POST /users/me/tokens',
    'POST /approval-rules',
    'POST /approvals/0190b7c4-0000-7000-8000-000000000000/approve',
    'POST /approvals/0190b7c4-0000-7000-8000-000000000000/deny',
    'PUT /settings/ip-whitelist',
    'GET /users/me/mfa/setup',
    'POST /configuration/import',
  ];
  for (const target of forPeople) {
    const [method = '', path = ''] = target.split(' ');
    const answer = await met(strong.token, target, method === 'GET' ? undefined : {});
    assert.ok(answer.startsWith('403 ') || answer.startsWith('404 NOT_FOUND'), `${path}: ${answer}`);
  }
});

test('it ends on its day, and nothing of it is given for longer', async (world) => {
  const { one, two, clock } = world;
  const soon = new Date(clock.now().getTime() + 2 * 3_600_000).toISOString();
  const service = await newService(world, { expires_at: soon });
  const made = await newSecret(world, service);
  assert.is(made.expires_at, soon);
  await one.ctx.tx(({ knex }) =>
    knex('users_service_accounts').where({ id: service.id }).update({ expires_at: clock.now() }),
  );
  assert.is(outcome(await call(two, made.token, 'GET /hosts')), '401 UNAUTHENTICATED');
  const body = { name: 'late', expires_in_secs: 3_600 };
  const late = await call(one, await admin(one), `POST /service-accounts/${service.id}/tokens`, { body });
  assert.is(outcome(late), '409 SERVICE_ACCOUNT_EXPIRED');
  for (const days of [-1, 3 * 365 + 1]) {
    const expires_at = new Date(clock.now().getTime() + days * DAY_MS).toISOString();
    const body = { name: 'never', role: 'reporter', expires_at };
    const answer = await call(one, await admin(one), 'POST /service-accounts', { body });
    assert.is(outcome(answer), '400 VALIDATION_FAILED');
  }
});

test('a change of it holds from the next call, and closes its sockets within 2 s on each manager', async (world) => {
  const { one, two, clock } = world;
  const service = await newService(world);
  const { token } = await newSecret(world, service);
  const sockets = [await connect(one, token), await connect(two, token)] as const;
  const root = await admin(one);
  const headers = { 'if-match': `"${service.edit_version}"` };
  const path = `PUT /service-accounts/${service.id}`;
  const changed = await call<ServiceAccount>(one, root, path, { body: { role: 'reporter' }, headers });
  assert.is(outcome(changed), '200');
  assert.is(outcome(await call(two, token, 'POST /groups', { body: { name: '' } })), '403 FORBIDDEN');
  assert.is(await stateOf(sockets[0]), 1008);
  await clock.advance(2_000);
  assert.is(await sockets[1].closed, 1008);
  const same = await call<ServiceAccount>(one, root, path, { body: { role: 'reporter' } });
  assert.is(same.body.edit_version, changed.body.edit_version, 'nothing changed');
  assert.is(
    (await audited(one, 'service_account.updated')).filter(({ resource }) => resource.id === service.id)
      .length,
    1,
  );
  assert.is(
    outcome(await call(one, root, path, { body: { role: 'admin' }, headers })),
    '412 PRECONDITION_FAILED',
  );
  await must(one, root, `DELETE /service-accounts/${service.id}`);
  assert.is(outcome(await call(two, token, 'GET /hosts')), '401 UNAUTHENTICATED');
});

test('a token gives itself another secret, and the old one goes on for as long as it was asked', async (world) => {
  const { one, two, clock } = world;
  const service = await newService(world);
  for (const made of [
    await newSecret(world, service, { scopes: ['read'] }),
    await newToken(one, await person(one), { scopes: ['read'] }),
  ]) {
    const rotate = (secret: string, app = two) =>
      call<Created>(app, secret, 'POST /tokens/self/rotate', { body: { overlap_secs: 600 } });
    const met = async (secret: string) => outcome(await call(one, secret, 'GET /hosts'));
    const first = await rotate(made.token);
    assert.is(first.status, 200);
    const { token, last_used_at, last_used_address, previous_until, ...rest } = first.body;
    const { token: was, last_used_at: _, last_used_address: __, previous_until: ___, ...before } = made;
    assert.equal(rest, before, 'id, name, role, scopes, hosts and end stay');
    assert.equal([await met(was), await met(token)], ['200', '200']);
    // The answer was lost: the call is made again with the old secret.
    const again = await rotate(was, one);
    assert.equal(
      [await met(was), await met(token), await met(again.body.token)],
      ['200', '401 UNAUTHENTICATED', '200'],
    );
    assert.is(again.body.previous_until, previous_until, 'which keeps the old one no longer');
    await clock.advance(601_000);
    assert.equal([await met(was), await met(again.body.token)], ['401 UNAUTHENTICATED', '200']);
    assert.is(outcome(await rotate(was)), '401 UNAUTHENTICATED');
    const rows = await audited(one, 'api_token.rotated');
    assert.is(rows.at(-1)?.resource.id, made.id);
    const told = rotations.at(-1);
    assert.equal([told?.id, told?.name, told?.owner], [made.id, made.name, made.owner.name]);
    const { id: ownerId, kind } = made.owner;
    assert.is(told?.makerId === ownerId, kind === 'user', 'whoever made it is told, a person in any case');
    void last_used_at;
    void last_used_address;
  }
  const session = await signIn(one, await person(one));
  assert.is(
    outcome(await call(one, session, 'POST /tokens/self/rotate', { body: {} })),
    '409 API_TOKEN_REQUIRED',
  );
});

test('all tokens are listed with their owners, those that nobody used first', async (world) => {
  const { one } = world;
  const root = await admin(one);
  const owner = await person(one);
  const used = await newToken(one, owner, { name: 'used' });
  await call(one, used.token, 'GET /hosts');
  const service = await newService(world);
  const unused = await newSecret(world, service);
  const listed = async (query: string) => {
    const { tokens } = await must<Schemas['ApiTokenList']>(one, root, `GET /tokens?limit=500&${query}`);
    assert.not(JSON.stringify(tokens).includes('fmt_'));
    return tokens.map(({ id, owner: { kind, id: ownerId, name } }) => [id, kind, ownerId, name].join(' '));
  };
  const ofPerson = `${used.id} user ${owner.id} ${owner.username}`;
  const ofService = `${unused.id} service_account ${service.id} ${service.name}`;
  const all = await listed('sort=last_used_at');
  assert.ok(all.includes(ofPerson) && all.includes(ofService));
  assert.ok(all.indexOf(ofService) < all.indexOf(ofPerson));
  const people = await listed('owner_kind=user');
  assert.equal([people.includes(ofPerson), people.includes(ofService)], [true, false]);
  const services = await listed('owner_kind=service_account');
  assert.equal([services.includes(ofPerson), services.includes(ofService)], [false, true]);
  for (const caller of [await signIn(one, owner), used.token])
    assert.is(outcome(await call(one, caller, 'GET /tokens')), '403 FORBIDDEN');
});

test('of two rotations at once by one secret, the later one leaves one secret besides', async (world) => {
  const { one, two } = world;
  const { token: was } = await newSecret(world, await newService(world));
  const both = await Promise.all(
    [one, two].map((app) => call<Created>(app, was, 'POST /tokens/self/rotate', { body: {} })),
  );
  const secrets = [was, ...both.flatMap(({ status, body }) => (status === 200 ? [body.token] : []))];
  const lives = await Promise.all(secrets.map(async (one_) => outcome(await call(one, one_, 'GET /hosts'))));
  assert.is(lives.filter((answer) => answer === '200').length, 2);
});

test('who has had a secret in hand is known to approvals, and nobody gives one more than he has', async (world) => {
  const { one } = world;
  const maker = await person(one, { role: 'admin' });
  const service = await newService(world);
  const body = { name: 'ci', expires_in_secs: 3_600 };
  await must(one, await signIn(one, maker), `POST /service-accounts/${service.id}/tokens`, {
    body,
    status: 201,
  });
  const hands = await handsOn(one.ctx, service.id);
  assert.ok(hands.includes(maker.id) && hands.length === 2);
  assert.equal(await handsOn(one.ctx, maker.id), []);
  const operator = await signIn(one, await person(one, { role: 'operator' }));
  for (const target of [
    'POST /service-accounts',
    `PUT /service-accounts/${service.id}`,
    `POST /service-accounts/${service.id}/tokens`,
  ])
    assert.is(outcome(await call(one, operator, target, { body: {} })), '403 FORBIDDEN');
});

test('a role that a service account has stays', async (world) => {
  const { one } = world;
  const root = await admin(one);
  await must(one, root, 'POST /roles', {
    body: { name: 'for-service', permissions: ['hosts:read'] },
    status: 201,
  });
  const service = await newService(world, { role: 'for-service' });
  assert.is(outcome(await call(one, root, 'DELETE /roles/for-service')), '409 ROLE_IN_USE');
  await must(one, root, `DELETE /service-accounts/${service.id}`);
  assert.is(outcome(await call(one, root, 'DELETE /roles/for-service')), '204');
});

test.run();
