// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { plansOf, scansOf } from '#test/support/scans.ts';
import type { components } from '#generated/manager.ts';
import type { PatchListData, PollResult } from '../api.ts';
import {
  asHost,
  claim,
  claimHosts,
  enroll,
  list,
  result,
  setUp,
  tearDown,
  type World,
} from '../hosts.testing.ts';
import { patchItem } from '../patchItem.testing.ts';

const test = suite<World>('polls of hosts');
test.before.each(setUp);
test.after.each(tearDown);

test('a poll stores what is new in place and keeps what it could not read', async (world) => {
  const { app } = world;
  const { polls, patchesOf } = app.ctx.core.hosts;
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const updated: string[] = [];
  app.ctx.events.on('hosts.hostUpdated', ({ hostId }) => void updated.push(hostId));
  const patch = patchItem('openssl');
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
  assert.equal((await patchesOf(id, 'all')).patches, [
    { ...patch, security_since: '2026-01-15T12:00:00.000Z' },
  ]);
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
    return (await world.app.ctx.core.hosts.require(id, 'all')).patchesRefreshedAt?.toISOString();
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
  const [old] = await claimHosts(world.app, { owner: 'a', hostIds: [id], leaseMs: -1 });
  const [mine] = await claim(world, [id], 'b');
  assert.ok(old && mine);
  await polls.record('a', [result(old, { patches: list(9, 9) })]);
  assert.is((await world.app.ctx.core.hosts.require(id, 'all')).patchesTotal, null);
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

test('neither the addresses of all hosts nor the end of a manager’s polls reads the rows of deleted hosts', async (world) => {
  const { app } = world;
  const { db } = app.ctx;
  if (db.dialect !== 'sqlite') return;
  const { endpoints, polls } = app.ctx.core.hosts;
  const ids = [await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' })];
  assert.is((await claim(world, ids)).length, 1);
  const scans = await scansOf(db, ['hosts_hosts'], async () => {
    await endpoints();
    await endpoints({ seenSince: new Date(0) });
    await polls.release('a');
  });
  assert.equal(scans, []);
  const [named] = await plansOf(db, () => endpoints({ hostIds: ids }));
  assert.match(
    named?.steps.join() ?? '',
    '(id=?)',
    'a named host is found by its id, and not among all live hosts',
  );
  assert.is((await claim(world, ids)).length, 1, 'the lease was given back');
});

test.run();
