/** An app with the certificate authority and agents that use its certificates, on the `TEST_DIALECT` database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { dialect, type FreshDatabase, freshDatabase } from '#test/support/databases.ts';
import { systemActor } from '../../kernel/security/actor.ts';
import { createFakeClock } from '../../kernel/clock.ts';
import type { Context } from '../../kernel/boot/feature.ts';
import type { AnyFeature } from '../../kernel/boot/loader.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../testing.ts';
import { hostsFeature } from '../hosts/plugin.ts';
import type { ActedBy } from '../hosts/api.ts';
import { type FakeAgent, startFakeAgent, wellBehaved } from './fakeAgent.testing.ts';
import { openssl as opensslIn } from './pki/pki.testing.ts';
import { agentsFeature } from './plugin.ts';
import type { IssuedWithKey } from './ca.ts';

export interface World {
  database: FreshDatabase;
  app: TestApp;
  dir: string;
  agents: FakeAgent[];
}

export const DAY_MS = 86_400_000;
/** A past time for rows: moving the clock by whole days would run every timer in them. */
export const ago = (ms: number): Date => new Date(Date.now() - 600_000 - ms);
export const by: ActedBy = { actor: systemActor, address: '10.9.8.7' };

/** The feature without its scheduled work, which the tests call themselves. */
export const agentsAlone: AnyFeature = {
  ...agentsFeature,
  setup: async (ctx: Context) => ({ ...(await agentsFeature.setup(ctx)), jobs: {} }),
};

// The real time, because OpenSSL checks certificates by its own clock.
const options = (world: World): TestAppOptions => ({
  features: [hostsFeature, agentsAlone],
  clock: createFakeClock(new Date()),
  config: { webNames: ['patch.example.org', '10.0.0.5'], listen: '127.0.0.1' },
  databaseUrl: world.database.address.url,
});

export async function enroll({ app }: Pick<World, 'app'>, port = 9443): Promise<string> {
  const draft = {
    machineId: uuid(),
    fqdn: 'web1.example.org',
    ipAddress: '127.0.0.1',
    port,
    loopbackAllowed: true,
  };
  return (await app.ctx.tx((tx) => app.ctx.core.hosts.createEnrolled(tx, draft, by))).id;
}

export const issue = ({ app }: Pick<World, 'app'>, hostId: string): Promise<IssuedWithKey> =>
  app.ctx.tx((tx) => app.ctx.core.agents.ca.issueWithKey(tx, { hostId, hostname: 'web1.example.org' }, by));

interface HostWithAgent {
  hostId: string;
  agent: FakeAgent;
  issued: IssuedWithKey;
}

/** A host with a certificate and an agent that uses it, not polled yet and so due at once. */
export async function newHostWithAgent(
  world: Pick<World, 'app' | 'agents'>,
  routes = wellBehaved(),
): Promise<HostWithAgent> {
  const hostId = await enroll(world);
  const issued = await issue(world, hostId);
  const tls = { key: issued.keyPem, cert: issued.certificatePem, ca: issued.caPem };
  const agent = await startFakeAgent(hostId, tls, routes);
  world.agents.push(agent);
  await hostRow(world, hostId).update({ port: agent.target.port });
  return { hostId, agent, issued };
}

/** The same after the agent has answered. */
export async function hostWithAgent(world: World): Promise<HostWithAgent> {
  const host = await newHostWithAgent(world);
  const seen = { last_seen_at: world.app.clock.now(), health_status: 'healthy' };
  await hostRow(world, host.hostId).update(seen);
  return host;
}

const hostRow = ({ app }: Pick<World, 'app'>, hostId: string) =>
  app.ctx.db.knex('hosts_hosts').where('id', hostId);

export const actions = async ({ app }: World): Promise<string[]> =>
  ((await app.ctx.db.reader('kernel_audit').orderBy('row_id').select('action')) as { action: string }[]).map(
    ({ action }) => action,
  );

export const openssl = async (
  { dir }: World,
  args: string[],
  files: Record<string, string>,
): Promise<string> => (await opensslIn(dir, args, files)).text;

export async function setUp(world: World): Promise<void> {
  world.database = await freshDatabase(dialect);
  world.app = await createTestApp(options(world));
  world.dir = await mkdtemp(join(tmpdir(), 'fleetmend-agents-'));
  world.agents = [];
}

export async function tearDown({ app, database, dir, agents }: World): Promise<void> {
  for (const agent of agents) await agent.stop();
  await app.stop();
  await database.cleanup();
  await rm(dir, { recursive: true, force: true });
}
