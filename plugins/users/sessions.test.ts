// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSession } from '../../server/core/identity/identity.testing.ts';
import {
  admin,
  audited,
  call,
  connect,
  must,
  outcome,
  person,
  setUp,
  signIn,
  stateOf,
  tearDown,
  type Schemas,
  type World,
} from './users.testing.ts';

const test = suite<World>('sessions of users');
test.before((world) => setUp(world));
test.after(tearDown);

const HOUR_MS = 3_600_000;

async function own({ one }: World, token: string): Promise<Schemas['UserSession'][]> {
  return (await must<Schemas['SessionList']>(one, token, 'GET /users/me/sessions')).sessions;
}

test('a user sees the own sessions, newest first, and which of them is this one', async (world) => {
  const { one, clock } = world;
  const who = await person(one);
  const first = await openSession(one.ctx, who.id);
  await clock.advance(60_000);
  const second = await openSession(one.ctx, who.id);
  await signIn(one, await person(one));
  const seen = await own(world, first.accessToken);
  assert.equal(seen, [
    {
      id: second.sessionId,
      device: 'a test',
      address: '198.51.100.7',
      method: 'test',
      created_at: clock.now().toISOString(),
      last_used_at: clock.now().toISOString(),
      expires_at: new Date(clock.now().getTime() + 12 * HOUR_MS).toISOString(),
      current: false,
    },
    { ...seen[1], id: first.sessionId, current: true },
  ]);
});

test('one of them is ended, its sockets too, and no other; ended ones and those of others are not there', async (world) => {
  const { one, two } = world;
  const who = await person(one);
  const [mine, lost] = [await openSession(one.ctx, who.id), await openSession(one.ctx, who.id)];
  const foreign = await openSession(one.ctx, (await person(one)).id);
  const [open, closed] = [await connect(one, mine.accessToken), await connect(one, lost.accessToken)];
  const end = async (id: string) =>
    outcome(await call(one, mine.accessToken, `DELETE /users/me/sessions/${id}`));
  assert.is(await end(lost.sessionId), '204');
  assert.equal([await stateOf(open), await stateOf(closed)], [null, 1008]);
  await open.close();
  assert.is(outcome(await call(two, lost.accessToken, 'GET /hosts')), '401 UNAUTHENTICATED');
  assert.is(await end(lost.sessionId), '404 SESSION_NOT_FOUND');
  assert.is(await end(foreign.sessionId), '404 SESSION_NOT_FOUND');
  assert.is(outcome(await call(one, foreign.accessToken, 'GET /hosts')), '200');
  const told = (await audited(one, 'session.revoked')).at(-1);
  assert.equal([told?.actor.id, told?.resource.id], [who.id, lost.sessionId]);
});

test('all but this one are ended', async (world) => {
  const { one } = world;
  const who = await person(one);
  const [kept, ...others] = [await signIn(one, who), await signIn(one, who), await signIn(one, who)];
  const sessions = one.ctx.db.knex('identity_sessions').where('user_id', who.id);
  const now = one.clock.now();
  await sessions.clone().update({ authenticated_at: new Date(now.getTime() - 11 * 60_000) });
  for (const target of ['DELETE /users/me/sessions', `DELETE /users/me/sessions/${who.id}`])
    assert.is(outcome(await call(one, kept ?? '', target)), '403 REAUTHENTICATION_REQUIRED', target);
  await sessions.clone().update({ authenticated_at: now });
  await must(one, kept ?? '', 'DELETE /users/me/sessions');
  for (const token of others) assert.is(outcome(await call(one, token, 'GET /hosts')), '401 UNAUTHENTICATED');
  assert.equal(
    (await own(world, kept ?? '')).map(({ current }) => current),
    [true],
  );
});

test('an administrator sees and ends those of a user, under that user alone', async ({ one }) => {
  const root = await admin(one);
  const [who, other] = [await person(one), await person(one)];
  const session = await openSession(one.ctx, who.id);
  const list = await must<Schemas['SessionList']>(one, root, `GET /users/${who.id}/sessions`);
  assert.equal([list.total, list.sessions[0]?.id, list.sessions[0]?.current], [1, session.sessionId, false]);
  const end = async (id: string) =>
    outcome(await call(one, root, `DELETE /users/${id}/sessions/${session.sessionId}`));
  assert.is(await end(other.id), '404 SESSION_NOT_FOUND');
  assert.is(await end(who.id), '204');
  assert.is(outcome(await call(one, session.accessToken, 'GET /hosts')), '401 UNAUTHENTICATED');
  const reader = await signIn(one, other);
  assert.is(outcome(await call(one, reader, `GET /users/${who.id}/sessions`)), '403 FORBIDDEN');
});

test('of more than twenty the oldest ends, and ones that nobody used for an hour count no more', async (world) => {
  const { one, clock } = world;
  const who = await person(one);
  const oldest = await openSession(one.ctx, who.id);
  const stale = await openSession(one.ctx, who.id);
  await clock.advance(HOUR_MS + 1);
  // As if the session had been refreshed just now.
  await one.ctx.tx(({ knex }) =>
    knex('identity_sessions').where({ id: oldest.sessionId }).update({ last_used_at: clock.now() }),
  );
  const listed = async () =>
    (await own(world, await signIn(one, { id: who.id }))).map(({ id }) => id).reverse();
  assert.equal((await listed()).slice(0, 1), [oldest.sessionId]);
  for (let count = 0; count < 17; count++) {
    await clock.advance(1_000);
    await openSession(one.ctx, who.id);
  }
  const full = await listed();
  assert.equal([full.length, full[0]], [20, oldest.sessionId], 'the stale one takes no place');
  assert.not(full.includes(stale.sessionId));
  const next = await listed();
  assert.equal([next.length, next[0]], [20, full[1]]);
  const told = (await audited(one, 'session.revoked')).at(-1);
  assert.equal([told?.resource.id, told?.after], [oldest.sessionId, { reason: 'TOO_MANY_SESSIONS' }]);
});

test.run();
