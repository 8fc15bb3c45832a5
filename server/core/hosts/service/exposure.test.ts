// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import type { PatchItem, PollResult } from '../api.ts';
import { claim, enroll, list, result, setUp, tearDown, type WireList, type World } from '../hosts.testing.ts';
import { patchItem } from '../patchItem.testing.ts';

const test = suite<World>('what hosts are exposed to');
test.before.each(setUp);
test.after.each(tearDown);

const DAY_MS = 86_400_000;

const patch = (name: string, severity: string | null = null): PatchItem => patchItem(name, { severity });

async function poll(world: World, id: string, more: Partial<PollResult>): Promise<void> {
  const [host] = await claim(world, [id]);
  assert.ok(host, 'the lease was given back');
  if (host) await world.app.ctx.core.hosts.polls.record('a', [result(host, more)]);
}

const pending = (...patches: PatchItem[]): Partial<PollResult> => ({
  polled: { health: true, patches: true, info: false },
  patches: { ...list(patches.length, patches.length), patches },
});

const telling = (...codes: string[]): Partial<PollResult> => ({
  healthStatus: codes.length > 0 ? 'degraded' : 'healthy',
  health: {
    agentVersion: '1.0.0',
    bootId: 'b',
    apiLevel: 1,
    capabilities: [],
    problems: codes.map((code) => ({ code, message: 'x' })),
    digest: codes.join(),
  },
});

async function found({ app }: World, query: string): Promise<string[]> {
  const { status, body } = await app.call('GET', `/api/v1/hosts?sort=fqdn&${query}`);
  assert.is(status, 200, query);
  return (body as WireList).hosts.map(({ fqdn }) => fqdn.replace('.example', ''));
}

test('each security patch keeps the day on which it was first seen, and hosts are found by the oldest', async (world) => {
  const { app } = world;
  const old = await enroll(world, { fqdn: 'old.example', ip: '10.0.0.1' });
  await poll(world, old, pending(patch('openssl', 'low')));
  await app.clock.leap(10 * DAY_MS);
  await poll(world, old, pending(patch('openssl', 'low'), patch('bash', 'critical')));
  const fresh = await enroll(world, { fqdn: 'fresh.example', ip: '10.0.0.2' });
  await poll(world, fresh, pending(patch('zlib')));
  await enroll(world, { fqdn: 'unread.example', ip: '10.0.0.3' });
  assert.equal(await found(world, 'security_age=under_7_days'), ['fresh']);
  assert.equal(await found(world, 'security_age=under_30_days'), ['old']);
  assert.equal(await found(world, 'severity=critical'), ['old']);
  assert.equal(await found(world, 'severity=low'), []);
  assert.equal(await found(world, 'severity=unrated'), ['fresh']);
  const { hostsBySeverity, hostsBySecurityAge } = await app.ctx.core.hosts.figures('all');
  assert.equal(hostsBySeverity, { critical: 1, important: 0, moderate: 0, low: 0, unrated: 1 });
  assert.equal(hostsBySecurityAge, {
    under_7_days: 1,
    under_30_days: 1,
    under_90_days: 0,
    over_90_days: 0,
    not_recorded: 0,
  });
  const answer = await app.call('GET', `/api/v1/hosts/${old}/patches`);
  const { patches } = answer.body as components['schemas']['HostPatches'];
  assert.equal(
    patches.map(({ name, security_since: at }) => [name, at]),
    [
      ['bash', '2026-01-25T12:00:00.000Z'],
      ['openssl', '2026-01-15T12:00:00.000Z'],
    ],
  );
  await poll(world, old, pending(patch('bash', 'critical')));
  assert.equal(await found(world, 'security_age=under_7_days'), ['fresh', 'old'], 'the old one is patched');
});

test('problems are counted and found by their code as long as the agent tells of them', async (world) => {
  const { app } = world;
  const [a, b] = [
    await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' }),
    await enroll(world, { fqdn: 'b.example', ip: '10.0.0.2' }),
  ];
  await poll(world, a, telling('DISK_LOW', 'SOURCE_FAILED', 'SOURCE_FAILED', 'MORE'));
  await poll(world, b, telling('SOURCE_FAILED'));
  const counted = async () => (await app.ctx.core.hosts.figures('all')).problems;
  assert.equal(await counted(), [
    { code: 'SOURCE_FAILED', hosts: 2 },
    { code: 'DISK_LOW', hosts: 1 },
  ]);
  assert.equal(await found(world, 'problem=SOURCE_FAILED'), ['a', 'b']);
  await poll(world, a, telling('DISK_LOW'));
  assert.equal(await found(world, 'problem=SOURCE_FAILED'), ['b']);
  const target = { filter: { problem: 'DISK_LOW' } };
  assert.equal(
    (await app.ctx.core.hosts.resolveTarget(target, 'all')).map(({ id }) => id),
    [a],
  );
  await app.call('DELETE', `/api/v1/hosts/${a}`);
  assert.equal(await counted(), [{ code: 'SOURCE_FAILED', hosts: 1 }]);
});

test.run();
