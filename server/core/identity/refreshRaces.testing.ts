/** One session whose client refreshes the same token many times at once, over one manager or two. */
import * as assert from 'uvu/assert';
import { freshDatabase } from '#test/support/databases.ts';
import { createFakeClock, type FakeClock } from '../../kernel/clock.ts';
import type { Dialect } from '../../kernel/db/database.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../testing.ts';
import { cheapIdentity, newAccount, PASSWORD } from './identity.testing.ts';

export interface RaceWorld {
  managers: TestApp[];
  clock: FakeClock;
  /** The token that the last sign-in gave out. */
  refreshToken: string;
  stop(): Promise<void>;
}

/** On MariaDB two managers share the work; SQLite has one. */
export async function raceWorld(dialect: Dialect): Promise<RaceWorld> {
  const place = await freshDatabase(dialect);
  const clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
  const managers: TestApp[] = [];
  for (let count = 0; count < (dialect === 'mariadb' ? 2 : 1); count++)
    managers.push(
      await createTestApp({
        features: [cheapIdentity],
        config: { adminPassword: PASSWORD, secretKey: '5f'.repeat(32) },
        authenticate: 'identity',
        clock,
        databaseUrl: place.address.url,
        databaseFile: place.address.file,
      }),
    );
  const [one] = managers as [TestApp];
  await newAccount(one.ctx, 'olga');
  const body = { username: 'olga', password: PASSWORD };
  const signedIn = await one.call('POST', '/api/v1/auth/login', { role: null, body });
  return {
    managers,
    clock,
    refreshToken: tokensOf(signedIn).refresh_token,
    async stop() {
      for (const manager of managers) await manager.stop();
      await place.cleanup();
    },
  };
}

type Tokens = Record<'access_token' | 'refresh_token', string>;

export const tokensOf = ({ body }: TestAnswer): Tokens => body as Tokens;

export const refresh = (app: TestApp, refreshToken: string): Promise<TestAnswer> =>
  app.call('POST', '/api/v1/auth/refresh', { role: null, body: { refresh_token: refreshToken } });

export async function isSignedIn(app: TestApp, accessToken: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await app.call('GET', '/api/v1/users/me', { role: null, headers })).status === 200;
}

export interface Raced {
  /** Answers with 401, and issued tokens that are not valid. */
  falseLogouts: number;
  /** Other answers than 200 from a busy machine: the client asks again, and is signed in. */
  busy: number;
  /** Rounds with more than one successor, in the answers or in the database. */
  forks: number;
  /** The token of the last round. */
  refreshToken: string;
}

const AT_ONCE = 20;
/** The time between rounds, so that none meets the limit of 300 refreshes a minute. */
const ROUND_MS = 5_000;

/** Runs rounds of 20 simultaneous refreshes, each with the token of the round before. */
export async function race({ managers, clock, refreshToken }: RaceWorld, rounds: number): Promise<Raced> {
  const raced: Raced = { falseLogouts: 0, busy: 0, forks: 0, refreshToken };
  for (let round = 1; round <= rounds; round++) {
    const apps = Array.from({ length: AT_ONCE }, (_, at) => managers[at % managers.length] as TestApp);
    const answers = await Promise.all(apps.map((app) => refresh(app, raced.refreshToken)));
    const good = answers.filter(({ status }) => status === 200).map(tokensOf);
    const successors = new Set(good.map(({ refresh_token: token }) => token));
    const [app] = managers as [TestApp];
    const rows = Number((await app.ctx.db.knex('identity_refresh_tokens').count({ n: '*' }))[0]?.['n']);
    if (successors.size > 1 || rows !== round + 1) raced.forks++;
    const signedOut = answers.filter(({ status }) => status === 401).length;
    raced.falseLogouts += signedOut;
    raced.busy += AT_ONCE - good.length - signedOut;
    const [any] = good;
    assert.ok(any, 'nobody got a successor');
    if (!(await isSignedIn(managers[round % managers.length] as TestApp, any.access_token)))
      raced.falseLogouts++;
    raced.refreshToken = any.refresh_token;
    await clock.advance(ROUND_MS);
  }
  return raced;
}
