/** An app with real sign-in, on the database that `TEST_DIALECT` names; callers' addresses are told by a proxy. */
import { freshDatabase } from '../../../test/support/databases.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { identityFeature } from './plugin.ts';

export const PASSWORD = 'seven quiet otters row north';
export const NEXT = 'eleven loud herons sail south';

const dialect = process.env.TEST_DIALECT === 'mariadb' ? 'mariadb' : 'sqlite';

export interface Answer {
  status: number;
  code: string | null;
  body: Record<string, unknown>;
}

export interface Setup extends TestApp {
  post(path: string, body: unknown, options?: { token?: string; from?: string }): Promise<Answer>;
  /** `from`: the address of the caller. */
  login(password?: string, options?: { username?: string; from?: string }): Promise<Answer>;
  /** The status of reading oneself with an access token. */
  me(token: unknown): Promise<number>;
}

export async function setup(adminPassword: string | null = PASSWORD): Promise<Setup> {
  const database = await freshDatabase(dialect);
  const app = await createTestApp({
    features: [identityFeature],
    config: { adminPassword, trustedProxies: ['loopback'] },
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
