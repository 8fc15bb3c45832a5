// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import { hostsFeature } from '#server/core/hosts/plugin.ts';
import { createFakeClock } from '#server/kernel/clock.ts';
import { createTestApp, type TestApp } from '#server/testing.ts';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { approve, ask, DAY_MS, newKey, newToken, status } from '../enrollment.testing.ts';
import { createFakeAgents } from '../fakeAgents.testing.ts';
import { enrollmentPlugin } from '../plugin.ts';

type Schemas = components['schemas'];

interface World {
  place: FreshDatabase;
  app: TestApp;
}

const test = suite<World>('history of enrollment');

test.before.each(async (world) => {
  world.place = await freshDatabase(dialect);
  const features = [hostsFeature, (await createFakeAgents()).feature, enrollmentPlugin];
  world.app = await createTestApp({
    databaseUrl: world.place.address.url,
    features,
    clock: createFakeClock(new Date('2026-01-15T12:00:00Z')),
  });
});

test.after.each(async ({ app, place }) => {
  await app.stop();
  await place.cleanup();
});

async function history(app: TestApp, query = ''): Promise<Schemas['DecidedEnrollmentList']> {
  const answer = await app.call('GET', `/api/v1/admin/decided-enrollments${query}`);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Schemas['DecidedEnrollmentList'];
}

const host = (name: string) => ({ fqdn: `${name}.example.org`, machine_id: name.padStart(32, '0') });

test('what became of each request, by whom and when; those that wait are not in it', async ({ app }) => {
  const good = await ask(app, newKey(), host('good'));
  await app.clock.advance(60_000);
  const bad = await ask(app, newKey(), host('bad'));
  await app.clock.advance(60_000);
  const { token } = await newToken(app, { name: 'Rack 4' });
  await ask(app, newKey(), { ...host('racked'), enrollment_token: token });
  await ask(app, newKey(), host('waits'));
  await approve(app, good.id);
  await status(app, good.polling_token);
  await app.call('DELETE', `/api/v1/admin/enrollments/${bad.id}/deny`);
  const { enrollments: requests, total } = await history(app);
  assert.is(total, 3);
  const admin = { kind: 'user', name: 'test-admin' };
  assert.equal(
    requests.map((one) => [one.fqdn, one.state, one.decided_at, one.decided_by, one.fetched_at !== null]),
    [
      [
        'racked.example.org',
        'approved',
        '2026-01-15T12:02:00.000Z',
        { kind: 'token', name: 'enrollment token Rack 4' },
        false,
      ],
      ['bad.example.org', 'denied', '2026-01-15T12:02:00.000Z', admin, false],
      ['good.example.org', 'approved', '2026-01-15T12:02:00.000Z', admin, true],
    ],
  );
  assert.is((await app.call('GET', '/api/v1/admin/decided-enrollments', { role: 'operator' })).status, 403);
});

test('what ran out is told at once, of its time and of nobody; pages go on where the last one ended', async ({
  app,
}) => {
  for (const name of ['a', 'b', 'c']) {
    const { id } = await ask(app, newKey(), host(name));
    if (name === 'b') await app.call('DELETE', `/api/v1/admin/enrollments/${id}/deny`);
    await app.clock.advance(1_000);
  }
  await app.clock.advance(DAY_MS);
  const first = await history(app, '?limit=2');
  const second = await history(app, `?limit=2&cursor=${first.next_cursor}`);
  const shown = [...first.enrollments, ...second.enrollments].map((one) => [
    one.fqdn,
    one.state,
    one.decided_at,
  ]);
  assert.equal(shown, [
    ['c.example.org', 'expired', '2026-01-16T12:00:02.000Z'],
    ['b.example.org', 'denied', '2026-01-15T12:00:01.000Z'],
    ['a.example.org', 'expired', '2026-01-16T12:00:00.000Z'],
  ]);
  assert.equal([first.total, second.next_cursor], [3, null]);
  const expired = await history(app, '?state=expired');
  assert.equal([expired.total, expired.enrollments[0]?.decided_by], [2, null]);
});

test.run();
