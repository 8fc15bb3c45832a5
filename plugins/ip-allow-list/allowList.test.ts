// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerOperations } from '../../generated/managerOperations.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { machineActor } from '../../server/kernel/security/actor.ts';
import type { commands } from '#sdk';
import { createPluginTest, type PluginTest, type TestAnswer, type TestCall } from '#sdk/testing.ts';
import { createTestApp, testActor } from '../../server/testing.ts';
import { codeOf } from '../../test/support/pluginManager.ts';
import { dialect, freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { certificatesPlugin } from '../certificates/plugin.ts';
import { enrollmentPlugin } from '../enrollment/plugin.ts';
import { fleetPlugin } from '../fleet/plugin.ts';
import { pollingPlugin } from '../polling/plugin.ts';
import {
  plainClient,
  refusedUpgrade,
  socketIoClient,
  socketUrl,
  ticketFor,
} from '../live/clients.testing.ts';
import { livePlugin } from '../live/plugin.ts';
import { clearAllowList } from './commands.ts';
import { ipAllowListPlugin } from './plugin.ts';

interface World {
  place: FreshDatabase;
  kit: PluginTest;
  /** Whether callers signed in too long ago to count as fresh. */
  isStale: boolean;
}

const test = suite<World>(`the IP allow-list on ${dialect}`);
const PATH = '/api/v1/settings/ip-whitelist';
const OFFICE = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';

/** All plugins with an operation that every address may call, and those with the two ways to the list. */
const plugins = [
  settingsFeature,
  ipAllowListPlugin,
  livePlugin,
  certificatesPlugin,
  enrollmentPlugin,
  fleetPlugin,
  pollingPlugin,
];

// One manager for all tests, because it takes seconds to start.
test.before(async (world) => {
  world.place = await freshDatabase(dialect);
  world.kit = await createPluginTest({
    plugins,
    databaseUrl: world.place.address.url,
    config: { trustedProxies: ['loopback'] },
  });
  world.kit.ctx.hooks.add('test', {
    'http.beforeOperation': async ({ actor }) =>
      void (world.isStale && Object.assign(actor, { authenticatedAt: new Date(0) })),
  });
});
test.before.each(async (world) => {
  world.isStale = false;
  const { ctx, clock } = world.kit;
  const by = { actor: { ...testActor('admin'), authenticatedAt: clock.now() }, address: null };
  await ctx.tx((tx) => ctx.settings.update(tx, { sections: { ip_whitelist: [] }, ifMatch: null, by }));
});
test.after(async ({ kit, place }) => {
  await kit.stop();
  await place.cleanup();
});

const via = (address: string) => ({ 'x-forwarded-for': address });
const detailsOf = ({ body }: TestAnswer) => (body as { error: { details: unknown } }).error.details;

const call = ({ kit }: World, from: string, method = 'GET', path = '/api/v1/hosts', options: TestCall = {}) =>
  kit.call(method, path, { ...options, headers: { ...via(from), ...options.headers } });
const put = (world: World, entries: unknown, from = OFFICE, headers: Record<string, string> = {}) =>
  call(world, from, 'PUT', PATH, { body: { entries }, headers });
const putSettings = (world: World, list: unknown, from = OFFICE, headers: Record<string, string> = {}) =>
  call(world, from, 'PUT', '/api/v1/settings', { body: { ip_whitelist: list }, headers });
const actions = async ({ kit }: World): Promise<string[]> =>
  (await kit.ctx.audit.list({ order: 'oldest', limit: 500 })).rows.map(
    ({ content }) => content?.action ?? '',
  );

const changes = async (world: World): Promise<number> =>
  (await actions(world)).filter((action) => action === 'settings.updated').length;

test('an empty list lets in everybody; one that is not, only whom it holds, and at once', async (world) => {
  for (const address of [OFFICE, ELSEWHERE, '2001:db8::1'])
    assert.is(codeOf(await call(world, address)), '200', address);
  assert.is(codeOf(await put(world, ['203.0.113.0/24', '2001:db8::/32'])), '200');
  for (const address of [OFFICE, '::ffff:203.0.113.200', '2001:db8::1'])
    assert.is(codeOf(await call(world, address)), '200', address);
  for (const address of [ELSEWHERE, '::ffff:198.51.100.9', '2001:db9::1', 'nonsense'])
    assert.is(codeOf(await call(world, address)), '403 ADDRESS_NOT_ALLOWED', address);
  assert.is(codeOf(await put(world, [])), '200');
  assert.is(codeOf(await call(world, ELSEWHERE)), '200');
});

test('the list comes with the address of its reader, as an entry would be written', async (world) => {
  for (const [address, entry] of [
    [OFFICE, OFFICE],
    [`::ffff:${OFFICE}`, OFFICE],
    ['2001:DB8:0::1', '2001:db8::1'],
  ] as const) {
    const { body } = await call(world, address, 'GET', PATH);
    assert.equal(body, { entries: [], caller_address: entry });
  }
});

test('the address of a caller is the one that a trusted proxy tells, and no other', async (world) => {
  await put(world, [OFFICE]);
  assert.is(
    codeOf(await call(world, `${OFFICE}, ${ELSEWHERE}`)),
    '403 ADDRESS_NOT_ALLOWED',
    'made up on the left',
  );
  assert.is(codeOf(await call(world, `${ELSEWHERE}, ${OFFICE}`)), '200');
  assert.is(
    codeOf(await world.kit.call('GET', '/api/v1/hosts')),
    '403 ADDRESS_NOT_ALLOWED',
    'loopback itself',
  );
});

test('agents, and what they need to join, are let in from everywhere, and nothing else is', async (world) => {
  await put(world, [OFFICE]);
  const open: string[] = [];
  for (const { method, path, operationId } of managerOperations) {
    const answer = await call(world, ELSEWHERE, method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, 'x'), {
      role: null,
    });
    if (codeOf(answer) !== '403 ADDRESS_NOT_ALLOWED') open.push(operationId);
  }
  assert.equal(open.sort(), [
    'createEnrollment',
    'getAgentPackage',
    'getEnrollmentStatus',
    'getInstallScript',
    'getRevocationList',
    'getRootCertificate',
    'getServiceHealth',
    'getServiceReadiness',
    'renewEnrollment',
    'reportAddress',
  ]);
});

test('both doors show one list under one version, in its usual spelling and each entry once', async (world) => {
  const before = await changes(world);
  const first = await put(world, [
    '203.0.113.0/24',
    '::ffff:203.0.113.0/120',
    '2001:DB8:0::/32',
    '203.0.113.7/32',
  ]);
  const kept = ['203.0.113.0/24', '2001:db8::/32', '203.0.113.7'];
  assert.equal(first.body, { entries: kept, caller_address: OFFICE });
  const settings = await call(world, OFFICE, 'GET', '/api/v1/settings');
  assert.equal((settings.body as { ip_whitelist: unknown }).ip_whitelist, kept);
  assert.is(settings.headers.get('etag'), first.headers.get('etag'));
  const second = await putSettings(world, ['203.0.113.7/32'], OFFICE, {
    'if-match': first.headers.get('etag') ?? '',
  });
  assert.is(codeOf(second), '200');
  assert.is.not(second.headers.get('etag'), first.headers.get('etag'));
  const shown = await call(world, OFFICE, 'GET', PATH);
  assert.equal(
    [shown.body, shown.headers.get('etag')],
    [{ entries: ['203.0.113.7'], caller_address: OFFICE }, second.headers.get('etag')],
  );
  const stale = { 'if-match': first.headers.get('etag') ?? '' };
  assert.is(codeOf(await put(world, [], OFFICE, stale)), '412 PRECONDITION_FAILED');
  assert.is(codeOf(await putSettings(world, [], OFFICE, stale)), '412 PRECONDITION_FAILED');
  assert.is((await changes(world)) - before, 2);
});

test('what is no network is refused by its place in the list, by both doors, and changes nothing', async (world) => {
  const wrong = ['203.0.113.7', '203.0.113.7/8'];
  const message = 'entry 2 (203.0.113.7/8) has bits behind its prefix; did you mean 203.0.0.0/8?';
  const byList = await put(world, wrong);
  assert.equal(
    [codeOf(byList), detailsOf(byList)],
    ['400 VALIDATION_FAILED', { errors: [{ path: '/body/entries', message }] }],
  );
  const { error } = byList.body as { error: { message: string } };
  assert.is(error.message, `/body/entries: ${message}`, 'the name that the caller sent, in the sentence too');
  const bySettings = await putSettings(world, wrong);
  assert.equal(detailsOf(bySettings), { errors: [{ path: '/body/ip_whitelist', message }] });
  for (const entries of [
    ['10.0.0'],
    ['office'],
    ['10.0.0.0/33'],
    [7],
    'all',
    Array.from({ length: 1_001 }, () => '10.0.0.1'),
  ])
    assert.is(
      codeOf(await put(world, entries)),
      '400 VALIDATION_FAILED',
      JSON.stringify(entries).slice(0, 40),
    );
  assert.is(codeOf(await call(world, ELSEWHERE)), '200');
});

test('nobody locks himself out, by either door', async (world) => {
  for (const door of [put, putSettings]) {
    const refused = await door(world, ['198.51.100.0/24']);
    assert.equal([codeOf(refused), detailsOf(refused)], ['409 WOULD_LOCK_OUT', { address: OFFICE }]);
    assert.is(codeOf(await door(world, ['203.0.113.7', '198.51.100.0/24'])), '200');
    assert.is(codeOf(await door(world, [])), '200');
  }
});

test('a change asks for a fresh proof of who makes it, by either door; reading does not', async (world) => {
  world.isStale = true;
  assert.is(codeOf(await put(world, [OFFICE])), '403 REAUTHENTICATION_REQUIRED');
  assert.is(codeOf(await putSettings(world, [OFFICE])), '403 REAUTHENTICATION_REQUIRED');
  assert.is(codeOf(await call(world, OFFICE, 'GET', PATH)), '200');
  assert.is(codeOf(await call(world, ELSEWHERE)), '200', 'nothing was changed');
});

test('live connections from addresses that are out are closed before the answer, and refused from then on', async (world) => {
  const { kit } = world;
  const near = await plainClient(kit, await ticketFor(kit), via(OFFICE));
  const far = await plainClient(kit, await ticketFor(kit), via(ELSEWHERE));
  const farPolling = await socketIoClient(kit, await ticketFor(kit), ['polling'], via(ELSEWHERE));
  const unused = await ticketFor(kit);
  assert.is(codeOf(await put(world, [OFFICE])), '200');
  const late = new Promise((resolve) => setTimeout(resolve, 20_000, 'still open').unref());
  assert.is(await Promise.race([far.closed, late]), 1008);
  await farPolling.closed;
  const refused = await refusedUpgrade(socketUrl(kit, unused), via(ELSEWHERE));
  assert.equal(refused, { status: 403, code: 'ADDRESS_NOT_ALLOWED' });
  assert.is(near.ws.readyState, near.ws.OPEN);
  await near.close();
});

test('ten thousand refused calls a minute leave no row in the audit log', async (world) => {
  await put(world, [OFFICE]);
  const before = (await actions(world)).length;
  for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 20 }, () => call(world, ELSEWHERE)));
  assert.is((await actions(world)).length, before);
});

const cleared = async ({ kit }: World, args: string[] = []): Promise<string[]> => {
  const lines: string[] = [];
  const ctx = { ...kit.ctx, actor: machineActor('root'), print: (line: string) => lines.push(line) };
  // As in a command, which runs without any feature set up.
  await clearAllowList.run(ctx as unknown as commands.CommandContext, args);
  return lines;
};

test('a machine command empties the list, audited, also when it holds nobody', async () => {
  const place = await freshDatabase(dialect);
  const features = {
    databaseUrl: place.address.url,
    databaseFile: place.address.file,
    config: { secretKey: 'ab'.repeat(32) },
  };
  // Without the plugin's set-up, as in a command: a machine command is not asked for a fresh proof.
  const bare = { ...ipAllowListPlugin, name: 'bare', setup: () => ({ routes: {} }) } as never;
  const app = await createTestApp({ ...features, features: [bare] });
  const world = { kit: app } as unknown as World;
  assert.match((await cleared(world))[0] ?? '', /was empty already/);
  const by = { actor: machineActor('root'), address: null };
  await app.ctx.tx((tx) =>
    app.ctx.settings.update(tx, { sections: { ip_whitelist: [OFFICE, '10.0.0.0/8'] }, ifMatch: null, by }),
  );
  assert.match((await cleared(world))[0] ?? '', /It held: 203\.0\.113\.7, 10\.0\.0\.0\/8$/);
  assert.match((await cleared(world))[0] ?? '', /was empty already/);
  const rows = (await app.ctx.audit.list({ action: 'allow_list.cleared' })).rows;
  assert.equal(
    rows.map(({ content }) => [content?.actor, content?.before]),
    [[{ kind: 'machine', id: null, name: 'root' }, { entries: [OFFICE, '10.0.0.0/8'] }]],
  );
  await cleared(world, ['now']).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /does not take now/),
  );
  await app.stop();
  await place.cleanup();
});

test('a list that another version has stored, and this one cannot read, lets in whom it can, never everybody', async (world) => {
  const { knex } = world.kit.ctx.db;
  await put(world, [OFFICE]);
  const store = async (value: unknown): Promise<void> => {
    await knex('kernel_settings')
      .where('name', 'ip_whitelist')
      .update({ value: JSON.stringify({ value }), version: knex.raw('version + 1') });
    await knex('kernel_settings_head').update({ version: knex.raw('version + 1') });
    await new Promise((resolve) => setTimeout(resolve, 1_600));
  };
  await store([{ network: '198.51.100.0/24' }, OFFICE]);
  assert.equal(
    [codeOf(await call(world, OFFICE)), codeOf(await call(world, ELSEWHERE))],
    ['200', '403 ADDRESS_NOT_ALLOWED'],
  );
  await store({ allow: [OFFICE] });
  assert.is(codeOf(await call(world, OFFICE)), '403 ADDRESS_NOT_ALLOWED');
});

test.run();
