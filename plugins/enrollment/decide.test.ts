import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import {
  ask,
  audits,
  enrolled,
  list,
  newKey,
  setUp,
  status,
  tearDown,
  type World,
} from './enrollment.testing.ts';

type Schemas = components['schemas'];

const test = suite<World>('many enrollments decided at once');
test.before.each(setUp);
test.after.each(tearDown);

const GONE = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
const machine = (number: number) => ({
  machine_id: String(number).padStart(32, '0'),
  fqdn: `web${number}.example.org`,
  ip_address: `10.0.4.${number}`,
});

async function decide({ app }: World, decision: 'approve' | 'deny', ids: readonly string[], query = '') {
  const answer = await app.call('POST', `/api/v1/admin/enrollments/decide${query}`, {
    body: { decision, enrollment_ids: ids },
  });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Schemas['BulkResult'];
}

const actionsOf = async ({ app }: World): Promise<string[]> =>
  (await audits(app))
    .map(({ action }) => action)
    .filter((action) => /^enrollment\.(approved|denied)$/.test(action));

test('each is approved by itself, what cannot be is told with its reason, and no host is replaced', async (world) => {
  const { app } = world;
  await enrolled(world, newKey(), machine(9));
  const clone = await ask(app, newKey(), { ...machine(9), ip_address: '10.0.5.9' });
  const wanted = [await ask(app, newKey(), machine(1)), await ask(app, newKey(), machine(2))];
  const denied = await ask(app, newKey(), machine(3));
  assert.is((await decide(world, 'deny', [denied.id])).changed, 1);
  const done = await decide(world, 'approve', [...wanted.map(({ id }) => id), clone.id, denied.id, GONE]);
  assert.equal([done.changed, done.unchanged, done.next_cursor], [2, 0, null]);
  assert.equal(
    new Map(done.refused.map(({ id, name, code }) => [id, `${name} ${code}`])),
    new Map([
      [clone.id, 'web9.example.org MACHINE_ID_IN_USE'],
      [denied.id, 'web3.example.org ENROLLMENT_NOT_PENDING'],
      [GONE, 'null ENROLLMENT_NOT_FOUND'],
    ]),
  );
  for (const { polling_token: token } of wanted) {
    const { body } = await status(app, token);
    assert.is(body.status, 'approved');
    assert.ok(body.certificate_pem);
  }
  assert.equal(
    (await list(app)).map(({ id }) => id),
    [clone.id],
  );
  assert.equal(await actionsOf(world), [
    'enrollment.approved',
    'enrollment.denied',
    'enrollment.approved',
    'enrollment.approved',
  ]);
});

test('a call that is repeated because its answer was lost finds all as it wants it', async (world) => {
  const asked = [await ask(world.app, newKey(), machine(1)), await ask(world.app, newKey(), machine(2))];
  const ids = asked.map(({ id }) => id);
  const first = await decide(world, 'approve', ids, '?limit=1');
  assert.equal([first.changed, first.remaining], [1, 1]);
  const again = await decide(world, 'approve', ids);
  assert.equal([again.changed, again.unchanged, again.refused], [1, 1, []]);
  assert.is((await actionsOf(world)).length, 2);
});

test('of two who decide the same at once, each request is decided once', async (world) => {
  const asked = await Promise.all([1, 2, 3, 4].map((number) => ask(world.app, newKey(), machine(number))));
  const ids = asked.map(({ id }) => id);
  const [approved, denied] = await Promise.all([decide(world, 'approve', ids), decide(world, 'deny', ids)]);
  assert.is(approved.changed + denied.changed, 4);
  assert.is(approved.refused.length + denied.refused.length, 4);
  assert.is((await actionsOf(world)).length, 4);
});

test.run();
