/** An app with the certificate authority and agents that use its certificates, on the database that `TEST_DIALECT` names. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { v7 as uuid } from 'uuid';
import { type FreshDatabase, freshDatabase } from '../../../test/support/databases.ts';
import { systemActor } from '../../kernel/actor.ts';
import { createFakeClock } from '../../kernel/clock.ts';
import type { Context } from '../../kernel/feature.ts';
import type { AnyFeature } from '../../kernel/loader.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../testing.ts';
import { hostsFeature } from '../hosts/plugin.ts';
import type { ActedBy } from '../hosts/service.ts';
import { type FakeAgent, startFakeAgent } from './fakeAgent.testing.ts';
import { agentsFeature } from './plugin.ts';
import type { IssuedWithKey } from './service.ts';

export interface World {
  database: FreshDatabase;
  app: TestApp;
  dir: string;
  agents: FakeAgent[];
}

const run = promisify(execFile);
export const DAY_MS = 86_400_000;
/** Rows are moved into the past: a clock that runs through whole days would run every timer in them. */
export const ago = (ms: number): Date => new Date(Date.now() - 600_000 - ms);
export const by: ActedBy = { actor: systemActor, address: '10.9.8.7' };
export const dialect = process.env.TEST_DIALECT === 'mariadb' ? 'mariadb' : 'sqlite';

/** Without its scheduled work, which a test calls itself. */
export const agentsAlone: AnyFeature = {
  ...agentsFeature,
  setup: async (ctx: Context) => ({ ...(await agentsFeature.setup(ctx)), jobs: {} }),
};

// Certificates are judged by OpenSSL's own clock.
const options = (world: World): TestAppOptions => ({
  features: [hostsFeature, agentsAlone],
  clock: createFakeClock(new Date()),
  config: { webNames: ['patch.example.org', '10.0.0.5'], listen: '127.0.0.1' },
  databaseUrl: world.database.address.url,
});

export async function enroll({ app }: World, port = 9443): Promise<string> {
  const draft = {
    machineId: uuid(),
    fqdn: 'web1.example.org',
    ipAddress: '127.0.0.1',
    port,
    loopbackAllowed: true,
  };
  return (await app.ctx.tx((tx) => app.ctx.core.hosts.createEnrolled(tx, draft, by))).id;
}

export const issue = ({ app }: World, hostId: string): Promise<IssuedWithKey> =>
  app.ctx.tx((tx) => app.ctx.core.agents.ca.issueWithKey(tx, { hostId, hostname: 'web1.example.org' }, by));

/** A host with a certificate and an agent that uses it. */
export async function hostWithAgent(
  world: World,
): Promise<{ hostId: string; agent: FakeAgent; issued: IssuedWithKey }> {
  const { app } = world;
  const hostId = await enroll(world);
  const issued = await issue(world, hostId);
  const agent = await startFakeAgent(hostId, {
    key: issued.keyPem,
    cert: issued.certificatePem,
    ca: issued.caPem,
  });
  world.agents.push(agent);
  const seen = { last_seen_at: app.clock.now(), health_status: 'healthy' };
  await app.ctx.db
    .knex('hosts_hosts')
    .where('id', hostId)
    .update({ port: agent.target.port, ...seen });
  return { hostId, agent, issued };
}

export const actions = async ({ app }: World): Promise<string[]> =>
  ((await app.ctx.db.reader('kernel_audit').orderBy('row_id').select('action')) as { action: string }[]).map(
    ({ action }) => action,
  );

export async function openssl(
  { dir }: World,
  args: string[],
  files: Record<string, string>,
): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  const done = await run('openssl', args, { cwd: dir }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${done.stdout}${done.stderr}`;
}

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
