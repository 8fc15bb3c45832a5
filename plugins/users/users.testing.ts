/** Two managers over one database (`TEST_DIALECT`), with real sessions, and the calls that people and tools make. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import {
  bySystem,
  cheapIdentity,
  newAccount,
  openSession,
  PASSWORD,
} from '../../server/core/identity/identity.testing.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import type { AuditText } from '../../server/kernel/security/audit/rows.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import type { Account, NewAccount } from '#sdk/identity.ts';
import { createFakeClock, type FakeClock } from '#sdk/testing.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { dialect, freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { plainClient, type TestClient } from '../live/clients.testing.ts';
import { createFakeJobs } from '../live/live.testing.ts';
import { livePlugin } from '../live/plugin.ts';
import { usersPlugin } from './plugin.ts';

export type Schemas = components['schemas'];

export interface World {
  place: FreshDatabase;
  clock: FakeClock;
  one: TestApp;
  two: TestApp;
}

export interface Answer<T> {
  status: number;
  /** The code of a refusal; otherwise null. */
  code: string | null;
  body: T;
  headers: Headers;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

export async function setUp(
  world: World,
  more: readonly AnyFeature[] = [],
  users: AnyFeature = usersPlugin,
): Promise<void> {
  world.place = await freshDatabase(dialect);
  world.clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
  const { url, file } = world.place.address;
  const manager = () =>
    createTestApp({
      features: [cheapIdentity, hostsFeature, createFakeJobs().feature, livePlugin, users, ...more],
      config: { adminPassword: PASSWORD, secretKey: '5f'.repeat(32), trustedProxies: ['loopback'] },
      authenticate: 'identity',
      clock: world.clock,
      ...(url === undefined ? { databaseFile: file } : { databaseUrl: url }),
    });
  world.one = await manager();
  world.two = await manager();
}

export async function tearDown({ one, two, place }: World): Promise<void> {
  await one.stop();
  await two.stop();
  await place.cleanup();
}

/** Calls with an access token or an API token. */
export async function call<T = unknown>(
  app: TestApp,
  credential: string,
  target: string,
  { body, headers }: CallOptions = {},
): Promise<Answer<T>> {
  const [method = '', path = ''] = target.split(' ');
  const answer = await app.call(method, `/api/v1${path}`, {
    role: null,
    body,
    headers: { authorization: `Bearer ${credential}`, ...headers },
  });
  const { error } = (answer.body ?? {}) as { error?: { code: string } };
  return {
    status: answer.status,
    code: error?.code ?? null,
    body: answer.body as T,
    headers: answer.headers,
  };
}

/** As `call`, and fails unless the answer has this status. */
export async function must<T = unknown>(
  app: TestApp,
  credential: string,
  target: string,
  options?: CallOptions & { status?: number },
): Promise<T> {
  const answer = await call<T>(app, credential, target, options);
  const wanted = options?.status ?? (target.startsWith('GET') ? 200 : 204);
  assert.is(answer.status, wanted, `${target}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The outcome as text: `200`, or `403 FORBIDDEN`. */
export const outcome = ({ status, code }: Answer<unknown>): string =>
  code === null ? String(status) : `${status} ${code}`;

/** An access token of a session that has just been opened. */
export const signIn = async ({ ctx }: TestApp, { id }: Pick<Account, 'id'>): Promise<string> =>
  (await openSession(ctx, id)).accessToken;

export async function admin(app: TestApp): Promise<string> {
  const account = await app.ctx.core.identity.accounts.findByName('admin');
  assert.ok(account);
  return signIn(app, account);
}

let people = 0;

/** An operator with an unused name, or as `more` says, who has signed in before. */
export async function person(app: TestApp, more: Partial<NewAccount> = {}): Promise<Account> {
  return newAccount(app.ctx, `person${++people}`, more);
}

export const changeAccount = ({ ctx }: TestApp, id: string, change: object): Promise<Account> =>
  ctx.tx((tx) => ctx.core.identity.accounts.change(tx, id, change, bySystem));

const WEEK_SECS = 7 * 86_400;

/** A token, made by its owner who has just signed in. */
export async function newToken(
  app: TestApp,
  owner: Pick<Account, 'id'>,
  body: Partial<Schemas['CreateApiTokenRequest']> = {},
): Promise<Schemas['CreatedApiToken']> {
  return must(app, await signIn(app, owner), 'POST /users/me/tokens', {
    body: { name: `a tool ${randomUUID()}`, role: 'operator', expires_in_secs: WEEK_SECS, ...body },
    status: 201,
  });
}

export async function connect(app: TestApp, credential: string): Promise<TestClient> {
  const { ticket } = await must<{ ticket: string }>(app, credential, 'POST /ws/ticket', { status: 201 });
  return plainClient(app, ticket);
}

/** 1008 when the connection was closed, null while it is open. */
export async function stateOf({ closed }: TestClient): Promise<number | null> {
  const soon = new Promise<null>((resolve) => setTimeout(() => resolve(null), 200));
  return Promise.race([closed, soon]);
}

/** What the audit log holds about an action, oldest first. */
export async function audited({ ctx }: TestApp, action: string): Promise<AuditText[]> {
  const rows: { text: string }[] = await ctx.db.reader('kernel_audit').where({ action }).orderBy('row_id');
  return rows.map(({ text }) => JSON.parse(text) as AuditText);
}
