import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import type { TestApp } from '#server/testing.ts';
import {
  approve,
  ask,
  codeOf,
  enrolled,
  list,
  newKey,
  newToken,
  request,
  setUp,
  tearDown,
  type World,
} from '../enrollment.testing.ts';

type Requests = components['schemas']['EnrollmentRequest'][];

const test = suite<World>('pending enrollments');
test.before.each(setUp);
test.after.each(tearDown);

const LIST = '/api/v1/admin/enrollments';
const names = (body: unknown): string[] => (body as Requests).map(({ fqdn }) => fqdn);
const machine = (index: number): string => `${index}`.padStart(32, 'a');

test('the list comes in pages, oldest first, each with the address of the next', async ({ app }) => {
  for (const index of [1, 2, 3, 4, 5]) {
    await ask(app, newKey(), { machine_id: machine(index), fqdn: `web${index}.example.org` });
    if (index === 3) await app.clock.advance(1_000);
  }
  const first = await app.call('GET', `${LIST}?limit=2`);
  assert.equal(names(first.body), ['web1.example.org', 'web2.example.org']);
  const [, address = ''] =
    /^<(\/api\/v1\/admin\/enrollments\?[^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await app.call('GET', address);
  assert.equal(names(second.body), ['web3.example.org', 'web4.example.org']);
  const [, third = ''] = /^<([^>]+)>/.exec(second.headers.get('link') ?? '') ?? [];
  const last = await app.call('GET', third);
  assert.equal(names(last.body), ['web5.example.org']);
  assert.is(last.headers.get('link'), null);
  const whole = await app.call('GET', LIST);
  assert.is(names(whole.body).length, 5);
  assert.is(whole.headers.get('link'), null);
});

test('a cursor that this list did not give is refused', async ({ app }) => {
  const cursorOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const id = randomUUID();
  for (const cursor of [
    'x',
    cursorOf(null),
    cursorOf(['created_at', 1, id]),
    cursorOf(['pending', 9e15, id]),
    cursorOf(['pending', 1.5, id]),
    cursorOf(['pending', 1, "'; é"]),
  ]) {
    const answer = await app.call('GET', `${LIST}?cursor=${cursor}`);
    assert.is(answer.status, 400, cursor);
    assert.is(codeOf(answer), 'VALIDATION_FAILED');
  }
  assert.is((await app.call('GET', `${LIST}?limit=501`)).status, 400);
});

test('a request with the name of a live host is flagged, unless it is that host', async (world) => {
  const { app } = world;
  const hostId = await enrolled(world, newKey(), { machine_id: machine(1), fqdn: 'web1.example.org' });
  assert.is(
    (await app.call('PUT', `/api/v1/hosts/${hostId}`, { body: { display_name: 'Front' } })).status,
    200,
  );
  const asked: [string, string][] = [
    [machine(2), 'WEB1.Example.org'],
    [machine(3), 'front'],
    [machine(4), 'web2.example.org'],
    [machine(1), 'web1.example.org'],
  ];
  for (const [machineId, fqdn] of asked) await ask(app, newKey(), { machine_id: machineId, fqdn });
  const flags = (await list(app)).map(({ fqdn, machine_id_in_use: id, fqdn_in_use: name }) => [
    fqdn,
    id,
    name,
  ]);
  assert.equal(flags, [
    ['WEB1.Example.org', false, true],
    ['front', false, true],
    ['web2.example.org', false, false],
    ['web1.example.org', true, false],
  ]);
});

const from = (
  app: TestApp,
  address: string,
  body: object = request(newKey(), { machine_id: randomUUID() }),
) => app.call('POST', '/api/v1/enroll', { role: null, body, headers: { 'x-forwarded-for': address } });

test('an IPv6 network counts as one caller', async ({ app }) => {
  const bad = request(newKey(), { csr_pem: 'x'.repeat(100) });
  for (let count = 0; count < 120; count++)
    assert.is((await from(app, `2001:db8:0:7::${count}`, bad)).status, 400);
  assert.is((await from(app, '2001:db8:0:7:ffff::1', bad)).status, 429);
  assert.is((await from(app, '2001:db8:0:8::1', bad)).status, 400);
});

/** Adds `count` requests that wait already, with the addresses that `addressOf` gives. */
async function fill(
  app: TestApp,
  count: number,
  addressOf: (index: number) => [string, string],
): Promise<void> {
  const { id } = await ask(app, newKey(), { machine_id: randomUUID() });
  const [row] = await app.ctx.db.reader('enrollment_requests').where({ id });
  const rows = Array.from({ length: count }, (_, index) => {
    const [address, network] = addressOf(index);
    const own = { id: randomUUID(), polling_token_hash: randomUUID(), machine_id: randomUUID() };
    return { ...(row as object), ...own, source_address: address, source_network: network };
  });
  await app.ctx.tx(({ knex }) => knex.batchInsert('enrollment_requests', rows, 200));
  await app.ctx.tx(({ knex }) => knex('enrollment_requests').where({ id }).delete());
}

test('an address has 500 requests waiting at most, an IPv6 network too, whatever token came with them', async (world) => {
  const { app } = world;
  await enrolled(world, newKey(), { machine_id: machine(1), fqdn: 'web1.example.org' });
  await fill(app, 500, (index) => [`2001:db8:0:7::${index}`, '2001:db8:0:7::/64']);
  assert.is((await from(app, '2001:db8:0:7:9::1')).status, 429);
  assert.is((await from(app, '2001:db8:0:9::1')).status, 201);
  await fill(app, 499, () => ['203.0.113.9', '203.0.113.0/24']);
  assert.is((await from(app, '203.0.113.9')).status, 201);
  assert.is((await from(app, '203.0.113.9')).status, 429);
  assert.is((await from(app, '203.0.113.10')).status, 201);
  const { token } = await newToken(app);
  const withToken = (fqdn: string) =>
    from(app, '203.0.113.9', request(newKey(), { machine_id: randomUUID(), fqdn, enrollment_token: token }));
  // A person has to decide about the name of a live host, so the token is not used up.
  assert.is((await withToken('web1.example.org')).status, 429);
  assert.is((await withToken('web2.example.org')).status, 201);
});

test('when a great many wait, the network with most of them is told to wait, and others are not', async ({
  app,
}) => {
  await fill(app, 5_000, (index) => [`203.0.113.${index % 250}`, '203.0.113.0/24']);
  await fill(app, 4_999, (index) => [`10.0.${index % 250}.1`, `10.0.${index % 250}.0/24`]);
  assert.is((await from(app, '203.0.113.251')).status, 201, 'not full yet');
  const refused = await from(app, '::ffff:203.0.113.252');
  assert.is(refused.status, 429);
  assert.is(refused.headers.get('retry-after'), '600');
  assert.is((await from(app, '10.0.7.2')).status, 201);
  assert.is((await from(app, '2001:db8::1')).status, 201);
  await fill(app, 10_000, (index) => [`172.16.${index % 250}.1`, `172.16.${index % 250}.0/24`]);
  assert.is((await from(app, '198.51.100.1')).status, 429, 'nobody without a token, once twice as many wait');
  const [oldest] = (await list(app)).slice(-1);
  assert.is((await approve(app, oldest?.id ?? '')).status, 204);
});

test.run();
