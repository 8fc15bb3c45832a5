// needs: mariadb
// tier: night
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { newKey, request } from './enrollment.testing.ts';
import { createFakeAgents, type FakeAgents } from './fakeAgents.testing.ts';
import { enrollmentPlugin } from './plugin.ts';

type Schemas = components['schemas'];

interface World {
  place: FreshDatabase;
  agents: FakeAgents;
  managers: TestApp[];
}

const test = suite<World>('enrollment over two managers');

test.before.each(async (world) => {
  world.place = await freshDatabase('mariadb');
  world.agents = await createFakeAgents();
  world.managers = [];
  const features = [hostsFeature, world.agents.feature, enrollmentPlugin];
  for (let index = 0; index < 2; index++)
    world.managers.push(await createTestApp({ databaseUrl: world.place.address.url, features }));
});

test.after.each(async ({ managers, place }) => {
  for (const manager of managers) await manager.stop();
  await place.cleanup();
});

const enroll = (app: TestApp, machineId: string, more: object = {}) =>
  app.call('POST', '/api/v1/enroll', {
    role: null,
    body: request(newKey(), { machine_id: machineId, fqdn: `${machineId}.example.org`, ...more }),
  });

const each = <T>(
  { managers }: World,
  count: number,
  call: (app: TestApp, index: number) => Promise<T>,
): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(managers[index % 2] as TestApp, index)));

const hostsOf = async ({ managers: [first] }: World): Promise<number> =>
  (await (first as TestApp).ctx.core.hosts.resolveTarget({ filter: {} }, 'all')).length;

test('a token of three uses approves three hosts, whichever manager they ask', async (world) => {
  const { body } = await (world.managers[0] as TestApp).call('POST', '/api/v1/admin/enrollment-tokens', {
    body: { max_uses: 3 },
  });
  const { token } = body as Schemas['CreatedEnrollmentToken'];
  const answers = await each(world, 8, (app, index) =>
    enroll(app, `machine-0000-${index}`, { enrollment_token: token }),
  );
  assert.equal(answers.map(({ status }) => status).sort(), [201, 201, 201, 403, 403, 403, 403, 403]);
  assert.is(await hostsOf(world), 3);
});

test('one machine id asks at both managers at once: one host, the other request waits for a person', async (world) => {
  const [first] = world.managers as [TestApp];
  const { body } = await first.call('POST', '/api/v1/admin/enrollment-tokens', { body: { max_uses: 10 } });
  const { token } = body as Schemas['CreatedEnrollmentToken'];
  const answers = await each(world, 4, (app) => enroll(app, 'machine-0000-0', { enrollment_token: token }));
  assert.equal(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  );
  const waiting = (await first.call('GET', '/api/v1/admin/enrollments'))
    .body as Schemas['EnrollmentRequest'][];
  assert.equal(
    waiting.map((row) => row.machine_id_in_use),
    [true, true, true],
  );
  assert.is(await hostsOf(world), 1);
});

test('hosts with one machine id and a token each ask in one moment: each is answered, one is a host', async (world) => {
  const [first] = world.managers as [TestApp];
  const made = await each(world, 8, () =>
    first.call('POST', '/api/v1/admin/enrollment-tokens', { body: {} }),
  );
  const tokens = made.map(({ body }) => (body as Schemas['CreatedEnrollmentToken']).token);
  const answers = await each(world, 8, (app, index) =>
    enroll(app, 'machine-0000-0', { enrollment_token: tokens[index] }),
  );
  assert.equal(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201, 201, 201, 201],
  );
  assert.is(await hostsOf(world), 1);
});

test('requests with one machine id are approved in one moment: one is a host, the others are told', async (world) => {
  const asked = await each(world, 8, (app) => enroll(app, 'machine-0000-0'));
  const ids = asked.map(({ body }) => (body as Schemas['CreatedEnrollment']).id);
  const answers = await each(world, 8, (app, index) =>
    app.call('POST', `/api/v1/admin/enrollments/${ids[index]}/approve`),
  );
  assert.equal(answers.map(({ status }) => status).sort(), [204, 409, 409, 409, 409, 409, 409, 409]);
  assert.is(await hostsOf(world), 1);
});

test('administrators of two managers approve at once: one certificate', async (world) => {
  const [first] = world.managers as [TestApp];
  const { id } = (await enroll(first, 'machine-0000-1')).body as Schemas['CreatedEnrollment'];
  const answers = await each(world, 4, (app) => app.call('POST', `/api/v1/admin/enrollments/${id}/approve`));
  assert.equal(answers.map(({ status }) => status).sort(), [204, 409, 409, 409]);
  assert.is(await hostsOf(world), 1);
});

test.run();
