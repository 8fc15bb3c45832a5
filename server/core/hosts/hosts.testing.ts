/** An app with hosts that are enrolled and polled without agents, on the database that `TEST_DIALECT` names. */
import { v7 as uuid } from 'uuid';
import type { components } from '#generated/manager.ts';
import { systemActor } from '../../kernel/security/actor.ts';
import type { AnyFeature } from '../../kernel/boot/loader.ts';
import { columns, type Migration } from '../../kernel/db/migrate.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { dialect, type FreshDatabase, freshDatabase } from '#test/support/databases.ts';
import { hostsFeature } from './plugin.ts';
import type { ActedBy, ClaimedHost, PatchListData, PollResult } from './api.ts';

export type WireHost = components['schemas']['Host'];
export type WireList = components['schemas']['HostList'];

export interface World {
  app: TestApp;
  database: FreshDatabase;
  busyJobs: string[];
  /** Host ids that the plugin which joins the deletion was told. */
  dropped: string[];
  stepFails: boolean;
  /** Groups that an approval rule names. */
  ruled: string[];
}

const guardNotes: Migration = {
  name: 'guard/001_create_notes',
  kind: 'compatible',
  up: (knex) => knex.schema.createTable('guard_notes', (t) => columns.id(t, 'host_id')),
};

export const by: ActedBy = { actor: systemActor, address: null };

interface Made {
  fqdn: string;
  ip: string;
  machineId?: string;
  tags?: string[];
}

export async function enroll({ app }: World, { fqdn, ip, machineId = uuid(), tags }: Made): Promise<string> {
  const host = await app.ctx.tx((tx) =>
    app.ctx.core.hosts.createEnrolled(
      tx,
      { machineId, fqdn, ipAddress: ip, port: 9443, loopbackAllowed: false, tags, os: { family: 'debian' } },
      by,
    ),
  );
  return host.id;
}

export const claim = ({ app }: World, hostIds: string[], owner = 'a'): Promise<ClaimedHost[]> =>
  claimHosts(app, { owner, hostIds });

/** Claims these hosts as if they were due the longest; those that another owner holds are left out. */
export async function claimHosts(
  { ctx: { core, db } }: Pick<TestApp, 'ctx'>,
  { owner, hostIds, leaseMs = 60_000 }: { owner: string; hostIds: readonly string[]; leaseMs?: number },
): Promise<ClaimedHost[]> {
  const nowMs = (await db.now()).getTime();
  const free = () =>
    db
      .knex('hosts_hosts')
      .whereIn('id', hostIds)
      .where((row) => void row.whereNull('poll_owner').orWhere('poll_lease_until', '<=', nowMs));
  await free().update({ next_poll_at: 0 });
  const lanes = (await free().pluck('poll_lane')) as number[];
  const claimed: ClaimedHost[] = [];
  for (const [number, lane] of (['answering', 'failing'] as const).entries()) {
    const limit = lanes.filter((own) => own === number).length;
    if (limit > 0) claimed.push(...(await core.hosts.polls.claim({ owner, lane, limit, leaseMs })));
  }
  return claimed;
}

export const result = (host: ClaimedHost, more: Partial<PollResult> = {}): PollResult => ({
  host,
  polled: { health: true, patches: false, info: false },
  seen: true,
  healthStatus: 'healthy',
  statusReason: null,
  ...more,
});

export const list = (total: number, security: number): PatchListData => ({
  patches: [],
  total,
  securityTotal: security,
  refreshedAt: new Date('2026-01-15T06:00:00.250Z'),
  rebootRequired: true,
  rebootReasons: ['linux-image-amd64'],
  packageManager: 'apt',
  etag: '"1"',
});

/** The host's agent says this version of its system at a poll. */
export async function tellVersion(
  { ctx }: Pick<TestApp, 'ctx'>,
  hostId: string,
  osVersion: string,
): Promise<void> {
  const { polls } = ctx.core.hosts;
  const [host] = await claimHosts({ ctx }, { owner: 'a', hostIds: [hostId] });
  if (!host) throw new Error('another poll of the host is under way');
  const info = {
    machineId: uuid(),
    fqdn: 'a.example',
    osFamily: 'debian',
    osName: 'Debian',
    osVersion,
    arch: 'x86_64',
    kernel: '6',
    agentVersion: '1',
    bootId: 'b',
    bootedAt: new Date('2026-01-01T00:00:00Z'),
    packageManager: 'apt',
    rebootRequired: false,
    rebootReasons: [],
    capabilities: [],
    packageProxies: [],
    apiLevel: 1,
  };
  await polls.record('a', [result(host, { info })]);
}

export const asHost = (body: unknown): WireHost => body as WireHost;

export async function setUp(world: World): Promise<void> {
  world.database = await freshDatabase(dialect);
  world.busyJobs = [];
  world.dropped = [];
  world.stepFails = false;
  world.ruled = [];
  world.app = await bootManager(world);
}

/** Boots a manager on the world's database; each call boots another one. */
export function bootManager(world: World, clock?: TestApp['clock']): Promise<TestApp> {
  const guard = {
    name: 'guard',
    requires: ['hosts'],
    migrations: [guardNotes],
    setup: () => {
      return {
        routes: {},
        hooks: {
          'hosts.beforeDelete': async () => ({ jobIds: world.busyJobs }),
          'hosts.groupUses': async ({ groupId }) => ({
            uses: world.ruled
              .filter((id) => groupId === null || id === groupId)
              .map((id) => ({ groupId: id, kind: 'approval', id, name: 'Rule' })),
          }),
        },
        steps: {
          async 'hosts.hostDeleted'(tx, { hostId }) {
            world.dropped.push(hostId);
            await tx.knex('guard_notes').insert({ host_id: hostId });
            if (world.stepFails) throw new Error('the notes could not be written');
          },
        },
      };
    },
  } as AnyFeature;
  return createTestApp({
    features: [hostsFeature, guard],
    databaseUrl: world.database.address.url,
    databaseFile: world.database.address.file,
    clock,
  });
}

export async function tearDown({ app, database }: World): Promise<void> {
  await app.stop();
  await database.cleanup();
}
