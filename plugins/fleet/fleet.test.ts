// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { components } from '../../generated/manager.ts';
import { claimHosts } from '../../server/core/hosts/hosts.testing.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import type { PollResult } from '../../server/core/hosts/api.ts';
import { systemActor } from '../../server/kernel/security/actor.ts';
import { createFakeClock } from '../../server/kernel/clock.ts';
import type { Context } from '../../server/kernel/boot/feature.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { dialect, type FreshDatabase, freshDatabase } from '../../test/support/databases.ts';
import { HOUR_MS } from './domain.ts';
import { fleetPlugin } from './plugin.ts';
import { createFleetService } from './service.ts';

type Schemas = components['schemas'];

interface World {
  database: FreshDatabase;
  databaseGone: boolean;
  /** What the database says of its last refusal to write. */
  sinceUnwritableMs: number;
  phase: ReturnType<Context['phase']>;
  app: TestApp;
}

const test = suite<World>('fleet');

const counted = {
  running: 2,
  scheduled: 0,
  pending: 0,
  waiting_health_check: 0,
  cancelling: 0,
  paused: 0,
  failed: 0,
  partial: 5,
};

const counting = {
  name: 'counting',
  setup: () => ({
    routes: {},
    hooks: {
      'fleet.collect': async () => ({
        jobsActive: 2,
        jobs: counted,
        plansWaiting: 4,
        enrollmentsPending: 3,
        certificatesExpiring: 1,
      }),
    },
  }),
} as AnyFeature;

/** The plugin on a database that a test can make fail. */
const fleetOn = (world: World): AnyFeature => ({
  ...fleetPlugin,
  setup: (ctx: Context) =>
    fleetPlugin.setup({
      ...ctx,
      phase: () => world.phase,
      db: {
        ...ctx.db,
        get reader() {
          return world.databaseGone
            ? ({ raw: () => Promise.reject(new Error('gone')) } as never)
            : ctx.db.reader;
        },
        sinceUnwritableMs: () => world.sinceUnwritableMs,
      },
    }),
});

test.before.each(async (world) => {
  world.database = await freshDatabase(dialect);
  world.databaseGone = false;
  world.sinceUnwritableMs = Infinity;
  world.phase = 'serving';
  world.app = await createTestApp({
    features: [hostsFeature, fleetOn(world), counting],
    clock: createFakeClock(new Date('2026-01-15T12:30:00Z')),
    databaseUrl: world.database.address.url,
  });
});

test.after.each(async ({ app, database }) => {
  await app.stop();
  await database.cleanup();
});

async function addHost({ app }: World, ip: string, patches: number | null): Promise<void> {
  const { hosts } = app.ctx.core;
  const draft = {
    machineId: uuid(),
    fqdn: `h${ip}.example`,
    ipAddress: ip,
    port: 9443,
    loopbackAllowed: false,
  };
  const { id } = await app.ctx.tx((tx) =>
    hosts.createEnrolled(tx, draft, { actor: systemActor, address: null }),
  );
  if (patches === null) return;
  const [host] = await claimHosts(app, { owner: 'a', hostIds: [id] });
  assert.ok(host);
  const list = {
    patches: [],
    total: patches,
    securityTotal: 1,
    refreshedAt: null,
    rebootRequired: false,
    rebootReasons: [],
    packageManager: 'apt',
    etag: null,
  };
  const result: PollResult = {
    host,
    polled: { health: true, patches: true, info: false },
    seen: true,
    healthStatus: 'healthy',
    statusReason: null,
    patches: list,
  };
  await hosts.polls.record('a', [result]);
}

const asStatus = (body: unknown): Schemas['FleetStatus'] => body as Schemas['FleetStatus'];

test('the status counts hosts and what other features answer; unread hosts are told', async (world) => {
  await addHost(world, '10.0.0.1', 5);
  await addHost(world, '10.0.0.2', null);
  const { status, body } = await world.app.call('GET', '/api/v1/status/fleet', { role: 'reporter' });
  assert.is(status, 200);
  const { computed_at: at, oldest_poll_at: oldest, ...figures } = asStatus(body);
  assert.equal(figures, {
    hosts_total: 2,
    hosts_by_health: { healthy: 1, degraded: 0, unreachable: 0, unknown: 1 },
    hosts_with_security: 1,
    patches_security_total: 1,
    patches_total: 5,
    hosts_reboot_required: 0,
    hosts_by_severity: { critical: 0, important: 0, moderate: 0, low: 0, unrated: 1 },
    hosts_by_security_age: {
      under_7_days: 0,
      under_30_days: 0,
      under_90_days: 0,
      over_90_days: 0,
      not_recorded: 1,
    },
    problems: [],
    hosts_security_unknown: 1,
    hosts_never_polled: 1,
    jobs_active: 2,
    jobs_stopped: 0,
    jobs: counted,
    plans_waiting: 4,
    enrollments_pending: 3,
    group_changes_waiting: 0,
    certificates_expiring: 1,
    expiries: [],
  });
  assert.equal([at, oldest], [world.app.clock.now().toISOString(), world.app.clock.now().toISOString()]);
  assert.is((await world.app.call('GET', '/api/v1/status/fleet', { role: null })).status, 401);
});

test('the first snapshot is there from the start, and every hour has one, whoever writes it', async (world) => {
  const { app } = world;
  const history = async (query = ''): Promise<Schemas['FleetHistory']> =>
    (await app.call('GET', `/api/v1/status/fleet/history${query}`)).body as Schemas['FleetHistory'];
  assert.equal(
    (await history()).points.map(({ at }) => at),
    ['2026-01-15T12:00:00.000Z'],
  );
  await addHost(world, '10.0.0.1', 5);
  const managers = [createFleetService(app.ctx, '1.0.0'), createFleetService(app.ctx, '1.0.0')];
  await Promise.all(managers.map((manager) => manager.snapshot()));
  await app.clock.advance(HOUR_MS);
  await Promise.all(managers.map((manager) => manager.snapshot()));
  const { points, step_secs: step } = await history();
  assert.equal([points.length, points[1]?.hosts_total, points[1]?.patches_total, step], [2, 1, 5, 3_600]);
  const none = await history('?from=2025-01-01T00:00:00Z&to=2025-06-01T00:00:00Z&step_secs=86400');
  assert.equal(none, { points: [], step_secs: 86_400 });
  const backwards = await app.call(
    'GET',
    '/api/v1/status/fleet/history?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
  );
  assert.is(backwards.status, 400);
});

test('the health of the manager is public and names its parts', async ({ app }) => {
  const { status, body } = await app.call('GET', '/api/v1/status/health', { role: null });
  const health = body as Schemas['ServiceHealth'];
  assert.equal(
    [status, health.status, health.checks],
    [200, 'ok', { database: 'ok', secret_key: 'ok', scheduler: 'ok', outbox: 'ok' }],
  );
  assert.match(health.version, /^\d+\.\d+\.\d+/);
});

test('a message that was given up, or is late by an hour, shows in the health of the manager', async ({
  app,
}) => {
  const checked = async () => {
    const { body } = await app.call('GET', '/api/v1/status/health', { role: null });
    const { status, checks } = body as Schemas['ServiceHealth'];
    return [status, checks.outbox];
  };
  const hourAgo = new Date((await app.ctx.db.now()).getTime() - HOUR_MS - 10_000);
  await app.ctx.db.knex('kernel_outbox').insert({
    id: '00000000-0000-8000-8000-000000000001',
    topic: 'notifications.mail',
    message_key: 'a',
    payload: '{}',
    created_at: hourAgo,
    wanted_at: hourAgo,
    due_at: hourAgo.getTime() + 2 * HOUR_MS,
    attempts: 4,
  });
  assert.equal(await checked(), ['degraded', 'failing']);
});

test('a manager without its database says so to load balancers', async (world) => {
  world.databaseGone = true;
  const { status, body } = await world.app.call('GET', '/api/v1/status/health', { role: null });
  const health = body as Schemas['ServiceHealth'];
  assert.equal([status, health.status, health.checks.database], [503, 'degraded', 'failing']);
});

test('load balancers are told to send calls elsewhere while it cannot write, or is about to end', async (world) => {
  const asked = async () => {
    const { status, body } = await world.app.call('GET', '/api/v1/status/ready', { role: null });
    return [status, (body as Schemas['ServiceReadiness']).status];
  };
  assert.equal(await asked(), [200, 'ready']);
  world.databaseGone = true;
  assert.equal(await asked(), [503, 'not_writable']);
  world.databaseGone = false;
  world.phase = 'draining';
  assert.equal(await asked(), [503, 'draining']);
});

test('a manager whose disk is full says so, though it can read, until writes have gone well for a while', async (world) => {
  const checked = async () => {
    const { status, body } = await world.app.call('GET', '/api/v1/status/health', { role: null });
    const health = body as Schemas['ServiceHealth'];
    return [status, health.status, health.checks.database];
  };
  world.sinceUnwritableMs = 1_500;
  assert.equal(await checked(), [503, 'degraded', 'failing']);
  world.sinceUnwritableMs = 60_000;
  assert.equal(await checked(), [200, 'ok', 'ok']);
});

test('a change of the figures is told once, not for every host', async (world) => {
  const { app } = world;
  const told: number[] = [];
  app.ctx.live.onTold(({ data }) => void told.push((data as Schemas['FleetStatus']).hosts_total));
  await addHost(world, '10.0.0.1', 5);
  await addHost(world, '10.0.0.2', 5);
  for (const giveUpAt = Date.now() + 30_000; told.length === 0 && Date.now() < giveUpAt;) {
    await app.clock.advance(2_000);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.equal(told, [2]);
});

test.run();
