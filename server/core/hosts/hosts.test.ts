import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { components } from '../../../generated/manager.ts';
import { systemActor } from '../../kernel/actor.ts';
import type { AnyFeature } from '../../kernel/loader.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/databases.ts';
import { hostsFeature } from './plugin.ts';
import type { ActedBy, ClaimedHost, HostSort, PatchListData, PollResult } from './service.ts';

type WireHost = components['schemas']['Host'];
type WireList = components['schemas']['HostList'];

interface World {
  app: TestApp;
  database: FreshDatabase;
  busyJobs: string[];
  dropped: string[];
}

const test = suite<World>('hosts');
const by: ActedBy = { actor: systemActor, address: null };
const dialect = process.env.TEST_DIALECT === 'mariadb' ? 'mariadb' : 'sqlite';

test.before.each(async (world) => {
  world.database = await freshDatabase(dialect);
  world.busyJobs = [];
  world.dropped = [];
  const guard = {
    name: 'guard',
    requires: ['hosts'],
    setup: (ctx) => {
      ctx.core.hosts.inDelete(async (_tx, hostId) => void world.dropped.push(hostId));
      return { routes: {}, hooks: { 'hosts.beforeDelete': async () => ({ jobIds: world.busyJobs }) } };
    },
  } as AnyFeature;
  world.app = await createTestApp({
    features: [hostsFeature, guard],
    databaseUrl: world.database.address.url,
  });
});

test.after.each(async ({ app, database }) => {
  await app.stop();
  await database.cleanup();
});

interface Made {
  fqdn: string;
  ip: string;
  machineId?: string;
  tags?: string[];
}

async function enroll({ app }: World, { fqdn, ip, machineId = uuid(), tags }: Made): Promise<string> {
  const host = await app.ctx.tx((tx) =>
    app.ctx.core.hosts.createEnrolled(
      tx,
      { machineId, fqdn, ipAddress: ip, port: 9443, loopbackAllowed: false, tags, os: { family: 'debian' } },
      by,
    ),
  );
  return host.id;
}

async function claim({ app }: World, hostIds: string[], owner = 'a'): Promise<ClaimedHost[]> {
  return app.ctx.core.hosts.polls.claimNamed({ owner, hostIds, leaseMs: 60_000 });
}

const result = (host: ClaimedHost, more: Partial<PollResult> = {}): PollResult => ({
  host,
  polled: { health: true, patches: false, info: false },
  seen: true,
  healthStatus: 'healthy',
  statusReason: null,
  ...more,
});

const list = (total: number, security: number): PatchListData => ({
  patches: [],
  total,
  securityTotal: security,
  refreshedAt: new Date('2026-01-15T06:00:00.250Z'),
  rebootRequired: true,
  rebootReasons: ['linux-image-amd64'],
  packageManager: 'apt',
  etag: '"1"',
});

const asHost = (body: unknown): WireHost => body as WireHost;

test('a host is added, shown, changed under its ETag and deleted, each with an audit row', async (world) => {
  const { app } = world;
  const made = await app.call('POST', '/api/v1/hosts', {
    body: { fqdn: 'db1.example.org', ip_address: '10.0.4.30', tags: ['env=prod', 'env=prod'] },
  });
  assert.is(made.status, 201);
  assert.is(made.headers.get('etag'), '"1"');
  const { id } = asHost(made.body);
  assert.equal(
    [asHost(made.body).port, asHost(made.body).tags, asHost(made.body).health_status],
    [9443, ['env=prod'], 'unknown'],
  );
  assert.equal(
    [asHost(made.body).patches_total, asHost(made.body).reboot_required, asHost(made.body).last_polled_at],
    [null, null, null],
  );

  const changed = await app.call('PUT', `/api/v1/hosts/${id}`, {
    body: { display_name: 'Database 1', maintenance_mode: true },
    headers: { 'if-match': '"1"' },
  });
  assert.equal(
    [changed.status, asHost(changed.body).edit_version, asHost(changed.body).tags],
    [200, 2, ['env=prod']],
  );
  const stale = await app.call('PUT', `/api/v1/hosts/${id}`, {
    body: { display_name: 'x' },
    headers: { 'if-match': '"1"' },
  });
  assert.is(stale.status, 412);
  assert.is(
    (await app.call('DELETE', `/api/v1/hosts/${id}`, { headers: { 'if-match': '"1"' } })).status,
    412,
  );
  assert.is((await app.call('DELETE', `/api/v1/hosts/${id}`)).status, 204);
  assert.is((await app.call('GET', `/api/v1/hosts/${id}`)).status, 404);
  assert.equal(world.dropped, [id]);
  const rows = (await app.ctx.db.reader('kernel_audit').orderBy('row_id').select('action')) as {
    action: string;
  }[];
  assert.equal(
    rows.map(({ action }) => action),
    ['host.created', 'host.updated', 'host.deleted'],
  );
});

test('roles: operators add and edit, only administrators delete, reporters read', async ({ app }) => {
  const body = { fqdn: 'a.example', ip_address: '10.0.0.1' };
  assert.is((await app.call('POST', '/api/v1/hosts', { body, role: 'reporter' })).status, 403);
  const made = await app.call('POST', '/api/v1/hosts', { body, role: 'operator' });
  const path = `/api/v1/hosts/${asHost(made.body).id}`;
  assert.is((await app.call('GET', path, { role: 'reporter' })).status, 200);
  assert.is((await app.call('DELETE', path, { role: 'operator' })).status, 403);
  assert.is((await app.call('GET', path, { role: null })).status, 401);
});

test('addresses that are refused, taken endpoints and unknown fields change nothing', async ({ app }) => {
  const post = (body: object) => app.call('POST', '/api/v1/hosts', { body });
  for (const address of ['127.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', '224.0.0.1'])
    assert.is(
      ((await post({ fqdn: 'a.example', ip_address: address })).body as { error: { code: string } }).error
        .code,
      'HOST_ADDRESS_REFUSED',
      address,
    );
  const first = asHost((await post({ fqdn: 'a.example', ip_address: '10.0.0.1' })).body);
  const second = asHost((await post({ fqdn: 'b.example', ip_address: '::ffff:10.0.0.2' })).body);
  assert.is(second.ip_address, '10.0.0.2');
  assert.is((await post({ fqdn: 'c.example', ip_address: '10.0.0.1' })).status, 409);
  assert.is(
    (await app.call('PUT', `/api/v1/hosts/${second.id}`, { body: { ip_address: '10.0.0.1' } })).status,
    409,
  );
  assert.is((await app.call('PUT', `/api/v1/hosts/${first.id}`, { body: { machine_id: 'x' } })).status, 400);
  assert.is(
    (await app.call('PUT', `/api/v1/hosts/${first.id}`, { text: '{"__proto__":{"live":0},"port":1}' }))
      .status,
    400,
  );
  assert.is((await app.call('GET', '/api/v1/hosts?sort=created_at;drop')).status, 400);
  assert.is(((await app.call('GET', '/api/v1/hosts')).body as WireList).total, 2);
});

test('a host with unfinished jobs is not deleted', async (world) => {
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  world.busyJobs = [uuid()];
  const busy = await world.app.call('DELETE', `/api/v1/hosts/${id}`);
  assert.is(busy.status, 409);
  assert.equal((busy.body as { error: { details: unknown } }).error.details, { job_ids: world.busyJobs });
  assert.is((await world.app.call('GET', `/api/v1/hosts/${id}`)).status, 200);
});

test('a machine id is unique among live hosts, and free again after a deletion', async (world) => {
  const first = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1', machineId: 'm1' });
  const failed = await enroll(world, { fqdn: 'b.example', ip: '10.0.0.2', machineId: 'm1' }).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(failed, 'MACHINE_ID_IN_USE');
  await world.app.call('DELETE', `/api/v1/hosts/${first}`);
  const second = await enroll(world, { fqdn: 'b.example', ip: '10.0.0.2', machineId: 'm1' });
  assert.is.not(second, first);
  assert.is((await world.app.ctx.core.hosts.getMany([first, second])).length, 1);
});

const SORTS: HostSort[] = [
  'fqdn',
  'display_name',
  'ip_address',
  'health_status',
  'patches_total',
  'patches_security',
  'reboot_required',
  'last_seen_at',
  'os_name',
  'agent_version',
  'created_at',
];

test('every order pages through all hosts once, forwards and backwards, unread values included', async (world) => {
  const { app } = world;
  const ids = [];
  for (let n = 0; n < 13; n++)
    ids.push(await enroll(world, { fqdn: `h${String(n % 5)}.example`, ip: `10.0.0.${n + 1}` }));
  const claimed = await claim(world, ids.slice(0, 7));
  await app.ctx.core.hosts.polls.record(
    'a',
    claimed.map((host, n) =>
      result(host, { patches: list(n % 3, n % 2), healthStatus: n % 2 ? 'degraded' : 'healthy' }),
    ),
  );
  for (const sort of SORTS.flatMap((name) => [name, `-${name}` as HostSort])) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = (await app.call('GET', `/api/v1/hosts?limit=4&sort=${sort}${query}`)).body as WireList;
      assert.is(page.total, 13);
      seen.push(...page.hosts.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.is(seen.length, 13, sort);
    assert.equal([...seen].sort(), [...ids].sort(), sort);
  }
  const byAddress = (await app.call('GET', '/api/v1/hosts?sort=ip_address&limit=500')).body as WireList;
  assert.equal(byAddress.hosts.map(({ ip_address }) => ip_address).slice(0, 3), [
    '10.0.0.1',
    '10.0.0.2',
    '10.0.0.3',
  ]);
  const foreign = (await app.call('GET', '/api/v1/hosts?limit=4&sort=fqdn')).body as WireList;
  assert.is((await app.call('GET', `/api/v1/hosts?sort=-fqdn&cursor=${foreign.next_cursor}`)).status, 400);
  assert.is((await app.call('GET', '/api/v1/hosts?cursor=e30')).status, 400);
});

test('a filtered list pages through its matches once, in both directions', async (world) => {
  const ids: string[] = [];
  for (let n = 0; n < 9; n++)
    ids.push(
      await enroll(world, { fqdn: `h${n % 3}.example`, ip: `10.0.0.${n + 1}`, tags: n % 3 ? ['web'] : [] }),
    );
  for (const sort of ['fqdn', '-fqdn', 'patches_total', '-last_seen_at']) {
    const seen: WireHost[] = [];
    let cursor = '';
    do {
      const page = (await world.app.call('GET', `/api/v1/hosts?tag=web&limit=4&sort=${sort}${cursor}`))
        .body as WireList;
      assert.is(page.total, 6);
      seen.push(...page.hosts);
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    assert.is(new Set(seen.map(({ id }) => id)).size, 6, sort);
    const names = seen.map(({ fqdn }) => fqdn);
    if (sort === 'fqdn') assert.equal(names, [...names].sort());
    if (sort === '-fqdn') assert.equal(names, [...names].sort().reverse());
  }
});

test('a page that follows a deleted host goes on behind its place', async (world) => {
  const ids = [];
  for (const name of ['a', 'b', 'c'])
    ids.push(await enroll(world, { fqdn: `${name}.example`, ip: `10.0.0.${ids.length + 1}` }));
  const first = (await world.app.call('GET', '/api/v1/hosts?limit=2')).body as WireList;
  await world.app.call('DELETE', `/api/v1/hosts/${ids[1]}`);
  const rest = (await world.app.call('GET', `/api/v1/hosts?limit=2&cursor=${first.next_cursor}`))
    .body as WireList;
  assert.equal(
    rest.hosts.map(({ id }) => id),
    [ids[2]],
  );
  assert.is(rest.total, 2);
});

test('filters narrow, alone and together, and the total goes with them', async (world) => {
  const { app } = world;
  const a = await enroll(world, {
    fqdn: 'Web1.example',
    ip: '10.0.0.1',
    tags: ['web', 'prod'],
    machineId: 'MACHINE-A',
  });
  const b = await enroll(world, { fqdn: 'db1.example', ip: '10.0.1.2', tags: ['db', 'prod'] });
  await enroll(world, { fqdn: 'new.example', ip: '10.0.2.3' });
  const [hostA, hostB] = await claim(world, [a, b]);
  const results = [hostA, hostB].flatMap((host) =>
    host ? [result(host, { patches: list(host.hostId === a ? 4 : 3, host.hostId === a ? 2 : 0) })] : [],
  );
  await app.ctx.core.hosts.polls.record('a', results);
  const names = async (query: string): Promise<string[]> => {
    const page = (await app.call('GET', `/api/v1/hosts?${query}`)).body as WireList;
    assert.is(page.total, page.hosts.length);
    return page.hosts.map(({ fqdn }) => fqdn);
  };
  assert.equal(await names('search=WEB'), ['Web1.example']);
  assert.equal(await names('search=10.0.1'), ['db1.example']);
  assert.equal(await names('search=machine-a'), ['Web1.example']);
  assert.equal(await names('search=%25'), []);
  assert.equal(await names('tag=prod'), ['Web1.example', 'db1.example']);
  assert.equal(await names('tag=prod&has_security=true'), ['Web1.example']);
  assert.equal(await names('has_security=false'), ['db1.example']);
  assert.equal(await names('health_status=unknown'), ['new.example']);
  assert.equal(await names('reboot_required=true&os_family=debian'), ['Web1.example', 'db1.example']);
  const grouped = await app.call('GET', `/api/v1/hosts?group_id=${uuid()}`);
  assert.is(grouped.status, 501);
  assert.equal((grouped.body as { error: { details: unknown } }).error.details, { field: 'group_id' });
});

test('a target is the union of what it names, each host once, and unknown ids are told', async (world) => {
  const { hosts } = world.app.ctx.core;
  const a = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1', tags: ['web'] });
  const b = await enroll(world, { fqdn: 'b.example', ip: '10.0.0.2', tags: ['db'] });
  const target = await hosts.resolveTarget(
    { hostIds: [b], tags: ['web', 'db'], filter: { search: 'a.ex' } },
    'all',
  );
  assert.equal(
    target.map(({ id }) => id),
    [a, b],
  );
  const unknown = uuid();
  const missing = await hosts
    .resolveTarget({ hostIds: [a, unknown] }, 'all')
    .catch((error: { code: string; details: unknown }) => error);
  assert.equal(
    [(missing as { code: string }).code, (missing as { details: unknown }).details],
    ['HOST_NOT_FOUND', { host_ids: [unknown] }],
  );
  const grouped = await hosts
    .resolveTarget({ groupIds: [unknown] }, 'all')
    .catch((error: { code: string }) => error.code);
  assert.is(grouped, 'NOT_IMPLEMENTED');
});

test('a poll stores what is new in place and keeps what it could not read', async (world) => {
  const { app } = world;
  const { polls, patchesOf } = app.ctx.core.hosts;
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const updated: string[] = [];
  app.ctx.events.on('hosts.hostUpdated', ({ hostId }) => void updated.push(hostId));
  const patch = {
    name: 'openssl',
    arch: 'amd64',
    current_version: '1',
    available_version: '2',
    security: true,
    security_version: null,
    severity: null,
    advisories: [],
    origin: null,
    download_size_bytes: 1,
    held: false,
    phased: false,
    kept_back_reason: null,
  };
  const store = async (more: Partial<PollResult>): Promise<void> => {
    const [host] = await claim(world, [id]);
    assert.ok(host, 'the lease was given back');
    if (host) await polls.record('a', [result(host, more)]);
  };
  const polled = { health: true, patches: true, info: false };
  await store({
    polled,
    patches: { ...list(1, 1), patches: [patch] },
    health: {
      agentVersion: '1.0.0',
      bootId: 'b',
      apiLevel: 1,
      capabilities: ['patch'],
      problems: [],
      digest: 'd1',
    },
  });
  await store({});
  await store({ polled, seen: false, healthStatus: 'unreachable', statusReason: 'TIMEOUT' });
  const shown = asHost((await app.call('GET', `/api/v1/hosts/${id}`)).body);
  assert.equal([shown.health_status, shown.status_reason], ['unreachable', 'TIMEOUT']);
  assert.equal(
    [shown.patches_total, shown.patches_security, shown.reboot_required, shown.reboot_reasons],
    [1, 1, true, ['linux-image-amd64']],
  );
  assert.equal([shown.agent_version, shown.patches_refreshed_at], ['1.0.0', '2026-01-15T06:00:00.250Z']);
  assert.equal((await patchesOf(id)).patches, [patch]);
  const wire = (await app.call('GET', `/api/v1/hosts/${id}/patches`))
    .body as components['schemas']['HostPatches'];
  assert.equal(
    [wire.total, wire.security_total, wire.patches.length, wire.package_manager],
    [1, 1, 1, 'apt'],
  );
  assert.is(updated.length, 2, 'the poll that found nothing new told nothing');
  assert.is(shown.edit_version, 1);
});

test('a 304 moves the age of the list by its date, in whole seconds', async (world) => {
  const { polls } = world.app.ctx.core.hosts;
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const polled = { health: true, patches: true, info: false };
  const refreshed = async (told: Date | null, first?: PatchListData): Promise<string | undefined> => {
    const [host] = await claim(world, [id]);
    if (host)
      await polls.record('a', [
        result(host, {
          polled,
          ...(first ? { patches: first } : { patchesUnchanged: { refreshedAt: told } }),
        }),
      ]);
    return (await world.app.ctx.core.hosts.require(id)).patchesRefreshedAt?.toISOString();
  };
  assert.is(await refreshed(null, list(1, 1)), '2026-01-15T06:00:00.250Z');
  assert.is(await refreshed(new Date('2026-01-15T06:00:00Z')), '2026-01-15T06:00:00.250Z');
  assert.is(await refreshed(null), '2026-01-15T06:00:00.250Z');
  assert.is(await refreshed(new Date('2026-01-15T12:00:00Z')), '2026-01-15T12:00:00.000Z');
});

test('a host is claimed by one owner at a time, and by another once the lease is over', async (world) => {
  const { app } = world;
  const { polls, pollSoon } = app.ctx.core.hosts;
  const ids: string[] = [];
  for (let n = 1; n <= 30; n++) ids.push(await enroll(world, { fqdn: `h${n}.example`, ip: `10.0.0.${n}` }));
  const claimDue = (owner: string, leaseMs = 60_000) =>
    polls.claim({ owner, lane: 'answering', limit: 20, leaseMs });
  assert.equal(await claimDue('a'), [], 'nobody is due before the first poll is wanted');
  await app.ctx.tx((tx) => pollSoon(tx, ids));
  const claims = await Promise.all([claimDue('a'), claimDue('b'), claimDue('a'), claimDue('b')]);
  const rest = await claimDue('c', -1);
  const taken = [...claims.flat(), ...rest].map(({ hostId }) => hostId);
  assert.is(new Set(taken).size, taken.length, 'none twice');
  assert.is(taken.length, 30);
  const again = await claimDue('d');
  assert.equal(
    again.map(({ hostId }) => hostId).sort(),
    rest.map(({ hostId }) => hostId).sort(),
    'only those whose lease is over',
  );
});

test('a result that comes after the lease was lost is dropped', async (world) => {
  const { polls } = world.app.ctx.core.hosts;
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const [old] = await polls.claimNamed({ owner: 'a', hostIds: [id], leaseMs: -1 });
  const [mine] = await claim(world, [id], 'b');
  assert.ok(old && mine);
  await polls.record('a', [result(old, { patches: list(9, 9) })]);
  assert.is((await world.app.ctx.core.hosts.require(id)).patchesTotal, null);
  assert.equal(await claim(world, [id], 'c'), [], 'the lease still stands');
  await polls.release('b');
  assert.is((await claim(world, [id], 'c')).length, 1);
});

test('due times lie within ten per cent of the interval; a wish for a poll meanwhile is kept', async (world) => {
  const { app } = world;
  const { polls, pollSoon } = app.ctx.core.hosts;
  const ids = [];
  for (let n = 1; n <= 40; n++) ids.push(await enroll(world, { fqdn: `h${n}.example`, ip: `10.0.0.${n}` }));
  const before = (await app.ctx.db.now()).getTime();
  const claimed = await claim(world, ids);
  const wanted = ids[0] ?? '';
  await app.ctx.tx((tx) => pollSoon(tx, [wanted], ['patches']));
  const polled = { health: true, patches: false, info: true };
  await polls.record(
    'a',
    claimed.map((host) => result(host, { polled, patchesUnchanged: undefined, healthStatus: 'healthy' })),
  );
  const rows = (await app.ctx.db
    .reader('hosts_hosts')
    .select('id', 'next_health_at', 'next_poll_at', 'next_patches_at')) as Record<string, number>[];
  const after = (await app.ctx.db.now()).getTime();
  const waits = rows.map((row) => Number(row.next_health_at));
  for (const at of waits) assert.ok(at >= before + 54_000 && at <= after + 66_000, String(at - before));
  assert.ok(new Set(waits).size > 20, 'they are spread');
  const due = await polls.claim({ owner: 'b', lane: 'answering', limit: 100, leaseMs: 60_000 });
  assert.ok(due.some(({ hostId, due: kinds }) => hostId === wanted && kinds.patches));
});

test('hosts that did not answer wait in a lane of their own, and leave it with their first answer', async (world) => {
  const { app } = world;
  const { polls, pollSoon } = app.ctx.core.hosts;
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const claimLane = (lane: 'answering' | 'failing') =>
    polls.claim({ owner: 'a', lane, limit: 10, leaseMs: 60_000 });
  const [host] = await claim(world, [id]);
  if (host)
    await polls.record('a', [
      result(host, { seen: false, healthStatus: 'unreachable', statusReason: 'CONNECTION_REFUSED' }),
    ]);
  await app.ctx.tx((tx) => pollSoon(tx, [id]));
  assert.equal(await claimLane('answering'), []);
  const [failing] = await claimLane('failing');
  assert.is(failing?.failures, 1);
  if (failing) await polls.record('a', [result(failing)]);
  await app.ctx.tx((tx) => pollSoon(tx, [id]));
  assert.is((await claimLane('answering')).length, 1);
});

test('a re-key keeps id and history, and waits for the new certificate; a duplicate is flagged until its address is edited', async (world) => {
  const { app } = world;
  const { hosts } = app.ctx.core;
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const [host] = await claim(world, [id]);
  if (host) await hosts.polls.record('a', [result(host, { patches: list(2, 1) })]);
  await app.ctx.tx((tx) => hosts.flagDuplicate(tx, id, by));
  assert.equal(
    [(await hosts.require(id)).duplicateIdentity, (await hosts.require(id)).statusReason],
    [true, 'DUPLICATE_IDENTITY'],
  );
  const rekeyed = await app.ctx.tx((tx) =>
    hosts.rekey(tx, id, { fqdn: 'a.example', ipAddress: '10.0.0.9', port: 9443, loopbackAllowed: false }, by),
  );
  assert.equal(
    [rekeyed.id, rekeyed.ipAddress, rekeyed.patchesTotal, rekeyed.duplicateIdentity, rekeyed.healthStatus],
    [id, '10.0.0.9', 2, false, 'unknown'],
  );
  assert.equal(await hosts.polls.claim({ owner: 'b', lane: 'answering', limit: 10, leaseMs: 1_000 }), []);
  await app.ctx.tx((tx) => hosts.flagDuplicate(tx, id, by));
  const edited = await app.call('PUT', `/api/v1/hosts/${id}`, { body: { ip_address: '10.0.0.10' } });
  assert.is(asHost(edited.body).duplicate_identity, false);
});

test('the figures of the fleet count what was read, and say what was not', async (world) => {
  const { app } = world;
  const ids = [];
  for (let n = 1; n <= 4; n++) ids.push(await enroll(world, { fqdn: `h${n}.example`, ip: `10.0.0.${n}` }));
  const claimed = await claim(world, ids.slice(0, 3));
  await app.ctx.core.hosts.polls.record('a', [
    ...claimed
      .slice(0, 2)
      .map((host, n) =>
        result(host, { polled: { health: true, patches: true, info: false }, patches: list(10 + n, n) }),
      ),
    ...claimed
      .slice(2)
      .map((host) => result(host, { seen: false, healthStatus: 'unreachable', statusReason: 'TIMEOUT' })),
  ]);
  await app.call('DELETE', `/api/v1/hosts/${await enroll(world, { fqdn: 'gone.example', ip: '10.0.0.99' })}`);
  const figures = await app.ctx.core.hosts.figures();
  assert.equal(
    { ...figures, oldestPollAt: figures.oldestPollAt?.toISOString() },
    {
      hostsTotal: 4,
      hostsByHealth: { healthy: 2, degraded: 0, unreachable: 1, unknown: 1 },
      hostsWithSecurity: 1,
      patchesSecurityTotal: 1,
      patchesTotal: 21,
      hostsRebootRequired: 2,
      hostsNeverPolled: 2,
      oldestPollAt: app.clock.now().toISOString(),
    },
  );
});

test.run();
