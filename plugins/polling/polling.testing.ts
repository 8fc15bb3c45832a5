/** An app that polls agents which answer over real mutual TLS, on the database that `TEST_DIALECT` names. */
import type { components } from '../../generated/manager.ts';
import type { FakeAgent } from '../../server/core/agents/fakeAgent.testing.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import type { leased } from '#sdk';
import { createFakeClock } from '../../server/kernel/clock.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { dialect, type FreshDatabase, freshDatabase } from '../../test/support/databases.ts';
import { agentsAlone } from '../../server/core/agents/agents.testing.ts';
import { pollingPlugin } from './plugin.ts';
import { createSweeper } from './sweeper.ts';

type WireHost = components['schemas']['Host'];

export interface World {
  database: FreshDatabase;
  app: TestApp;
  sweeper: leased.Worker;
  agents: FakeAgent[];
}

export { newHostWithAgent as hostWithAgent } from '../../server/core/agents/agents.testing.ts';

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
