import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { NEXT, PASSWORD } from '../../server/core/identity/identity.testing.ts';
import {
  admin,
  audited,
  call,
  connect,
  must,
  newToken,
  outcome,
  person,
  signIn,
  stateOf,
  type World,
} from './users.testing.ts';

/** What an administrator does to a user, and what becomes of the sessions, tokens and sockets of that user. */
export function accessEnds(test: Test<World>): void {
  test('another role holds from the next call on, on the other manager too, and shuts what is connected', async ({
    one,
    two,
  }) => {
    const root = await admin(one);
    const who = await person(one, { role: 'admin' });
    const session = await signIn(one, who);
    const [here, there] = [await connect(one, session), await connect(two, session)];
    assert.is(outcome(await call(two, session, 'GET /users')), '200');
    await must(one, root, `PUT /users/${who.id}`, { body: { role: 'reporter' }, status: 200 });
    assert.is(await stateOf(here), 1008, 'before any round');
    assert.is(outcome(await call(two, session, 'GET /users')), '403 FORBIDDEN');
    assert.is(outcome(await call(two, session, 'GET /hosts')), '200', 'the session stays');
    await two.clock.advance(2_000);
    assert.is(await there.closed, 1008);
  });

  test('a disabled user is refused at the next call everywhere, with tokens, tickets and sockets; enabled again, neither comes back', async ({
    one,
    two,
  }) => {
    const root = await admin(one);
    const who = await person(one);
    const session = await signIn(one, who);
    const { token } = await newToken(one, who);
    const sockets = [await connect(one, session), await connect(one, token)];
    const ticket = (await must<{ ticket: string }>(one, session, 'POST /ws/ticket', { status: 201 })).ticket;
    await must(one, root, `PUT /users/${who.id}`, { body: { disabled: true }, status: 200 });
    assert.equal(await Promise.all(sockets.map(stateOf)), [1008, 1008]);
    for (const app of [one, two])
      for (const credential of [session, token])
        assert.is(outcome(await call(app, credential, 'GET /hosts')), '401 UNAUTHENTICATED');
    const late = await one.call('GET', `/api/v1/ws/jobs?ticket=${ticket}`, { role: null });
    assert.is.not(late.status, 101);
    await must(one, root, `PUT /users/${who.id}`, { body: { disabled: false }, status: 200 });
    for (const credential of [session, token])
      assert.is(outcome(await call(two, credential, 'GET /hosts')), '401 UNAUTHENTICATED', 'for good');
    const rows = await one.ctx.db.knex<{ text: string }>('kernel_audit').where('action', 'api_token.deleted');
    assert.is(rows.length, 1);
  });

  test('a deleted user is out at once with all that was his, and the audit log keeps the name', async ({
    one,
    two,
  }) => {
    const root = await admin(one);
    const who = await person(one, { displayName: 'Gone Soon' });
    const session = await signIn(one, who);
    const { token } = await newToken(one, who);
    const sockets = [await connect(one, session), await connect(one, token)];
    await must(one, root, `DELETE /users/${who.id}`);
    assert.equal(await Promise.all(sockets.map(stateOf)), [1008, 1008]);
    for (const credential of [session, token])
      assert.is(outcome(await call(two, credential, 'GET /hosts')), '401 UNAUTHENTICATED');
    assert.is(outcome(await call(one, root, `GET /users/${who.id}`)), '404 USER_NOT_FOUND');
    const rows = (await one.ctx.db.reader('users_tokens').where('account_id', who.id)) as unknown[];
    assert.equal(rows, []);
    const [made] = (await audited(one, 'api_token.created')).filter(({ actor }) => actor.id === who.id);
    assert.is(made?.actor.name, who.username);
    const dropped = (await audited(one, 'api_token.deleted')).at(-1);
    assert.equal([dropped?.resource.name?.slice(0, 6), dropped?.actor.name], ['a tool', 'admin']);
    assert.is((await audited(one, 'user.deleted')).at(-1)?.resource.name, who.username);
  });

  test('revoking ends sessions and keeps tools, unless it is told to end them too', async ({ one, two }) => {
    const root = await admin(one);
    const who = await person(one);
    const { token } = await newToken(one, who);
    const first = await signIn(one, who);
    const socket = await connect(one, first);
    await must(one, root, `POST /users/${who.id}/revoke`);
    assert.is(await stateOf(socket), 1008);
    assert.is(outcome(await call(two, first, 'GET /hosts')), '401 UNAUTHENTICATED');
    assert.is(outcome(await call(two, token, 'GET /hosts')), '200');
    const connected = await connect(one, token);
    await must(one, root, `POST /users/${who.id}/revoke?tokens=true`);
    assert.is(await stateOf(connected), 1008);
    assert.is(outcome(await call(two, token, 'GET /hosts')), '401 UNAUTHENTICATED');
    const told = (await audited(one, 'session.revoked')).filter(({ resource }) => resource.id === who.id);
    assert.equal(
      told.map(({ after }) => after),
      [
        { sessions: 2, tokens: false },
        { sessions: 0, tokens: true },
      ],
    );
  });

  test('a password that an administrator sets ends the sessions, and holds tools back until it is changed', async ({
    one,
  }) => {
    const root = await admin(one);
    const who = await person(one);
    const session = await signIn(one, who);
    const { token } = await newToken(one, who);
    const put = (body: object) => call(one, root, `PUT /users/${who.id}/password`, { body });
    assert.is(outcome(await put({ new_password: 'password1234' })), '400 PASSWORD_TOO_WEAK');
    assert.is(outcome(await call(one, session, 'GET /hosts')), '200', 'nothing was changed');
    assert.is(outcome(await put({ new_password: NEXT })), '204');
    for (const credential of [session, token])
      assert.is(outcome(await call(one, credential, 'GET /hosts')), '401 UNAUTHENTICATED');
    const login = async (password: string) => {
      const body = { username: who.username, password };
      const answer = await one.call('POST', '/api/v1/auth/login', { role: null, body });
      return (answer.body as { error?: { code: string } }).error?.code;
    };
    assert.equal(
      [await login(PASSWORD), await login(NEXT)],
      ['INVALID_CREDENTIALS', 'PASSWORD_CHANGE_REQUIRED'],
    );
  });
}
