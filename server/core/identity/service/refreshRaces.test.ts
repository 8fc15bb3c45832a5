// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '#test/support/databases.ts';
import type { TestApp } from '#server/testing.ts';
import { isSignedIn, race, raceWorld, refresh, tokensOf, type RaceWorld } from '../refreshRaces.testing.ts';

const test = suite<{ at: RaceWorld }>(`twenty refreshes at once on ${dialect}`);

test.before.each(async (world) => {
  world.at = await raceWorld(dialect);
});
test.after.each(({ at }) => at.stop());

const ROUNDS = 30;

test('each token has one successor, and nobody is signed out', async ({ at }) => {
  const { falseLogouts, forks } = await race(at, ROUNDS);
  assert.equal({ falseLogouts, forks }, { falseLogouts: 0, forks: 0 });
});

test('whoever comes later with a token that was used ends the session for all, on each manager', async ({
  at,
}) => {
  const { managers, clock, refreshToken } = at;
  const raced = await race(at, 2);
  const [one, last] = [managers[0], managers.at(-1)] as [TestApp, TestApp];
  const current = tokensOf(await refresh(one, raced.refreshToken));
  await clock.advance(10_001);
  assert.ok(await isSignedIn(last, current.access_token));
  const replays = Array.from({ length: 20 }, (_, index) =>
    refresh(managers[index % managers.length] as TestApp, refreshToken),
  );
  assert.equal(new Set((await Promise.all(replays)).map(({ status }) => status)), new Set([401]));
  assert.is((await refresh(last, current.refresh_token)).status, 401);
  for (const app of managers) assert.not(await isSignedIn(app, current.access_token));
  const rows: { text: string }[] = await one.ctx.db.knex('kernel_audit').where('action', 'session.revoked');
  assert.is(rows.filter(({ text }) => text.includes('REFRESH_TOKEN_REPLAYED')).length, 1, 'told once');
});

test.run();
