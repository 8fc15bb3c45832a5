import { rm } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bySystem,
  cheapIdentity,
  newAccount,
  openSession,
  PASSWORD,
} from '../../server/core/identity/identity.testing.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import type { Tx } from '#sdk';
import type { Accounts, OpenedSession } from '#sdk/identity.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { plainClient, refusedUpgrade, socketUrl, type TestClient } from './clients.testing.ts';
import { createFakeJobs } from './live.testing.ts';
import { livePlugin } from './plugin.ts';

/** Two managers over one database, with real sessions. */
interface World {
  one: TestApp;
  two: TestApp;
  /** Deleted when a test is over. */
  dir: string;
}

const test = suite<World>('who may stay connected');

const manager = (databaseFile: string): Promise<TestApp> =>
  createTestApp({
    features: [cheapIdentity, hostsFeature, createFakeJobs().feature, livePlugin],
    config: { adminPassword: PASSWORD, secretKey: '5f'.repeat(32) },
    authenticate: 'identity',
    databaseFile,
  });

test.before.each(async (world) => {
  world.dir = mkdtempSync(join(tmpdir(), 'fleetmend-live-'));
  const file = join(world.dir, 'shared.sqlite');
  world.one = await manager(file);
  world.two = await manager(file);
});
test.after.each(async ({ one, two, dir }) => {
  await one.stop();
  await two.stop();
  await rm(dir, { recursive: true });
});

const bearer = ({ accessToken }: OpenedSession) => ({ authorization: `Bearer ${accessToken}` });

async function ticketOf(app: TestApp, session: OpenedSession): Promise<string> {
  const answer = await app.call('POST', '/api/v1/ws/ticket', { role: null, headers: bearer(session) });
  return (answer.body as { ticket: string }).ticket;
}

const connect = async (app: TestApp, session: OpenedSession): Promise<TestClient> =>
  plainClient(app, await ticketOf(app, session));

/** 1008 if it was closed, null while it is open. */
async function stateOf({ closed }: TestClient): Promise<number | null> {
  const soon = new Promise<null>((resolve) => setTimeout(() => resolve(null), 200));
  return Promise.race([closed, soon]);
}

test('a sign-out shuts the connections of its session here without waiting, and of no other', async ({
  one,
}) => {
  const { id } = await newAccount(one.ctx, 'olga');
  const [ended, kept] = [await openSession(one.ctx, id), await openSession(one.ctx, id)];
  const clients = [await connect(one, ended), await connect(one, kept)] as const;
  const body = { refresh_token: ended.refreshToken };
  assert.is((await one.call('POST', '/api/v1/auth/logout', { role: null, body })).status, 204);
  assert.equal(await Promise.all(clients.map(stateOf)), [1008, null], 'no round has run');
});

test('another role shuts every connection of the account here without waiting, and a new one gets the new rights', async ({
  one,
}) => {
  const { id } = await newAccount(one.ctx, 'olga');
  const other = await openSession(one.ctx, (await newAccount(one.ctx, 'oskar')).id);
  const session = await openSession(one.ctx, id);
  const clients = [await connect(one, session), await connect(one, other)] as const;
  const early = await ticketOf(one, session);
  const { accounts } = one.ctx.core.identity;
  await one.ctx.tx((tx) => accounts.change(tx, id, { role: 'reporter' }, bySystem));
  assert.equal(await Promise.all(clients.map(stateOf)), [1008, null]);
  assert.is(
    (await refusedUpgrade(socketUrl(one, early))).status,
    401,
    'its ticket was made for other rights',
  );
  assert.is(await stateOf(await connect(one, session)), null);
});

const WAYS_OUT: readonly (readonly [string, (accounts: Accounts, tx: Tx, id: string) => Promise<unknown>])[] =
  [
    ['disabled', (accounts, tx, id) => accounts.change(tx, id, { disabled: true }, bySystem)],
    ['deleted', (accounts, tx, id) => accounts.remove(tx, id, bySystem)],
  ];

for (const [what, putOut] of WAYS_OUT)
  test(`an account that was ${what} on another manager is shut out here within two seconds`, async ({
    one,
    two,
  }) => {
    const { id } = await newAccount(one.ctx, 'olga');
    const session = await openSession(one.ctx, id);
    const client = await connect(one, session);
    await two.ctx.tx((tx) => putOut(two.ctx.core.identity.accounts, tx, id));
    const me = await one.call('GET', '/api/v1/users/me', { role: null, headers: bearer(session) });
    assert.is(me.status, 401, 'a call is refused at once');
    await one.clock.advance(2_000);
    assert.is(await stateOf(client), 1008);
  });

test('a limit that was put on a session shuts its connections too', async ({ one, two }) => {
  const session = await openSession(one.ctx, (await newAccount(one.ctx, 'olga')).id);
  const client = await connect(one, session);
  const { sessions } = two.ctx.core.identity;
  await two.ctx.tx((tx) => sessions.change(tx, session.sessionId, { restriction: 'mfa-setup' }));
  await one.clock.advance(2_000);
  assert.is(await stateOf(client), 1008);
});

test('a thousand connections are asked after in one round with a handful of queries', async ({ one }) => {
  const { id } = await newAccount(one.ctx, 'olga');
  const session = await openSession(one.ctx, id);
  const actor = { ...bySystem.actor, kind: 'user' as const, id, sessionId: session.sessionId };
  let queries = 0;
  one.ctx.db.reader.on('query', () => queries++);
  const now = await one.ctx.core.identity.actorsNow(Array.from({ length: 1_000 }, () => actor));
  assert.is(now.filter((found) => found?.role === 'operator').length, 1_000);
  assert.ok(queries <= 4, `${queries} queries`);
});

test.run();
