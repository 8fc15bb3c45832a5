/** An app with real sign-in, on the `TEST_DIALECT` database; a proxy header gives the callers' addresses. */
import { dialect, freshDatabase } from '#test/support/databases.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import type { Context } from '../../kernel/boot/feature.ts';
import type { AnyFeature } from '../../kernel/boot/loader.ts';
import { systemActor } from '../../kernel/security/actor.ts';
import type { Account, NewAccount } from './accounts.ts';
import type { Client, OpenedSession } from './sessions.ts';
import { identityFeature } from './plugin.ts';
import { identityWith } from './lightIdentity.testing.ts';

export const PASSWORD = 'seven quiet otters row north';
export const NEXT = 'eleven loud herons sail south';

export interface Answer {
  status: number;
  code: string | null;
  body: Record<string, unknown>;
}

export interface Setup extends TestApp {
  post(path: string, body: unknown, options?: { token?: string; from?: string }): Promise<Answer>;
  /** `from`: the address of the caller. */
  login(password?: string, options?: { username?: string; from?: string }): Promise<Answer>;
  /** The status of reading one's own account with an access token. */
  me(token: unknown): Promise<number>;
}

/** The real feature without the cost of password hashes, for tests of something else. */
export const cheapIdentity = identityWith(() => ({
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
}));

export const CLIENT: Client = { address: '198.51.100.7', userAgentHash: 'a'.repeat(64), device: 'a test' };

/** An account whose password is `PASSWORD` under `cheapIdentity`. */
export function newAccount(ctx: Context, username: string, more: Partial<NewAccount> = {}): Promise<Account> {
  const account: NewAccount = {
    username,
    role: 'operator',
    passwordHash: `hash of ${PASSWORD}`,
    mustChangePassword: false,
    ...more,
  };
  return ctx.tx((tx) => ctx.core.identity.accounts.create(tx, account, bySystem));
}

export const bySystem = { actor: systemActor, address: null };

export const openSession = (ctx: Context, accountId: string): Promise<OpenedSession> =>
  ctx.tx((tx) =>
    ctx.core.identity.sessions.open(tx, { accountId, client: CLIENT, method: 'test', restriction: null }),
  );

export async function setup(
  adminPassword: string | null = PASSWORD,
  features: readonly AnyFeature[] = [identityFeature],
  config: { passwordWords?: readonly string[] } = {},
): Promise<Setup> {
  const database = await freshDatabase(dialect);
  const app = await createTestApp({
    features,
    config: { adminPassword, trustedProxies: ['loopback'], ...config },
    authenticate: 'identity',
    databaseUrl: database.address.url,
  }).catch(async (error: unknown) => {
    await database.cleanup();
    throw error;
  });
  const post: Setup['post'] = async (path, body, { token, from } = {}) => {
    const answer = await app.call('POST', `/api/v1${path}`, {
      body,
      role: null,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      },
    });
    const content = (answer.body ?? {}) as Record<string, unknown> & { error?: { code: string } };
    return { status: answer.status, code: content.error?.code ?? null, body: content };
  };
  return {
    ...app,
    post,
    login: (password = PASSWORD, { username = 'admin', from } = {}) =>
      post('/auth/login', { username, password }, { from }),
    async me(token) {
      const headers = { authorization: `Bearer ${String(token)}` };
      return (await app.call('GET', '/api/v1/users/me', { role: null, headers })).status;
    },
    async stop() {
      await app.stop();
      await database.cleanup();
    },
  };
}
