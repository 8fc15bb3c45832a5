/** An app that polls agents which answer over real mutual TLS, on the database that `TEST_DIALECT` names. */
import { v7 as uuid } from 'uuid';
import type { components } from '../../generated/manager.ts';
import { type FakeAgent, startFakeAgent, wellBehaved } from '../../server/core/agents/fakeAgent.testing.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { createFakeClock } from '../../server/kernel/clock.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { type FreshDatabase, freshDatabase } from '../../test/support/databases.ts';
import { agentsAlone, by, dialect } from '../../server/core/agents/agents.testing.ts';
import { pollingPlugin } from './plugin.ts';
import { createSweeper, type Sweeper } from './sweeper.ts';

type WireHost = components['schemas']['Host'];

export interface World {
  database: FreshDatabase;
  app: TestApp;
  sweeper: Sweeper;
  agents: FakeAgent[];
}

/** A live host with a running agent, due at once. */
export async function hostWithAgent(
  world: World,
  routes = wellBehaved(),
): Promise<{ hostId: string; agent: FakeAgent }> {
  const { ctx } = world.app;
  const { hosts, agents } = ctx.core;
  const hostId = uuid();
  const draft = {
    id: hostId,
    machineId: uuid(),
    fqdn: 'web1.example.org',
    ipAddress: '127.0.0.1',
    port: 9443,
    loopbackAllowed: true,
  };
  const issued = await ctx.tx(async (tx) => {
    await hosts.createEnrolled(tx, draft, by);
    return agents.ca.issueWithKey(tx, { hostId }, by);
  });
  const agent = await startFakeAgent(
    hostId,
    { key: issued.keyPem, cert: issued.certificatePem, ca: issued.caPem },
    routes,
  );
  world.agents.push(agent);
  await ctx.db.knex('hosts_hosts').where('id', hostId).update({ port: agent.target.port });
  return { hostId, agent };
}

export const show = async ({ app }: World, hostId: string): Promise<WireHost> =>
  (await app.call('GET', `/api/v1/hosts/${hostId}`)).body as WireHost;

export async function setUp(world: World): Promise<void> {
  world.database = await freshDatabase(dialect);
  world.app = await createTestApp({
    features: [hostsFeature, agentsAlone, pollingPlugin],
    clock: createFakeClock(new Date()),
    databaseUrl: world.database.address.url,
  });
  world.sweeper = createSweeper({ ...world.app.ctx, instanceId: 'tested' });
  world.agents = [];
}

export async function tearDown({ app, database, agents }: World): Promise<void> {
  for (const agent of agents) await agent.stop();
  await app.stop();
  await database.cleanup();
}
