/** Stand-ins for the features that live events come from, and a manager over them. */
import { randomUUID } from 'node:crypto';
import { managerOperations } from '../../generated/managerOperations.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { type Actor, actors, type Feature } from '#sdk';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { plainClient, type TestClient, ticketFor } from './clients.testing.ts';
import type { JobEvent } from './messages.ts';
import { livePlugin } from './plugin.ts';

export interface FakeJobs {
  feature: Feature;
  events: Map<string, JobEvent[]>;
  reads: number;
  /** Adds an event; without `app` nobody is told, as when another manager wrote it. */
  add(jobId: string, kind: JobEvent['kind'], app?: TestApp, data?: object): void;
}

/** A feature must serve its operations; a stand-in's are never called. */
function unusedRoutes(feature: string): Record<string, () => Promise<never>> {
  const owned = managerOperations.filter((operation) => operation.feature === feature);
  const route = () => Promise.reject(new Error(`the stand-in for ${feature} serves nothing`));
  return Object.fromEntries(owned.map(({ operationId }) => [operationId, route]));
}

export function createFakeJobs(): FakeJobs {
  const events = new Map<string, JobEvent[]>();
  const jobs: FakeJobs = {
    events,
    reads: 0,
    feature: {
      name: 'patching',
      setup: () => ({
        routes: unusedRoutes('patching'),
        service: {
          eventsAfter: async (jobId: string, seq: number, limit: number) => {
            jobs.reads++;
            await new Promise((resolve) => setImmediate(resolve));
            return (events.get(jobId) ?? []).filter((event) => event.seq > seq).slice(0, limit);
          },
          lastSeq: async (jobId: string) => events.get(jobId)?.length ?? null,
        },
      }),
    } as unknown as Feature,
    add(jobId, kind, app, data = {}) {
      const known = events.get(jobId) ?? [];
      const seq = known.length + 1;
      const event = { seq, at: '2026-01-15T12:00:00.000Z', kind, data: { job_id: jobId, ...data } };
      events.set(jobId, [...known, event as unknown as JobEvent]);
      app?.ctx.events.emitNow('patching.jobChanged', { jobId, seq });
    },
  };
  return jobs;
}

/** An identity whose valid sessions are these; the name of a session is its id. */
export function createFakeIdentity(sessions: Set<string>): Feature {
  const actorsNow = async (actors: readonly Actor[]) =>
    actors.map((actor) => (actor.sessionId === null || sessions.has(actor.sessionId) ? actor : null));
  return {
    name: 'identity',
    setup: () => ({ routes: unusedRoutes('identity'), service: { actorsNow } }),
  } as unknown as Feature;
}

export const sessionActor = (sessionId: string): Actor => ({
  kind: 'user',
  id: '00000000-0000-7000-8000-000000000009',
  name: 'olga',
  role: 'admin',
  ...actors.withoutSession,
  sessionId,
});

/**
 * Resolves once `value` has stayed the same over fifty turns of the event loop: by then all consequences have had their
 * turn, however slow the machine is.
 */
export async function settled(value: () => number): Promise<void> {
  let last = value();
  for (let turn = 0; turn < 50; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (value() !== last) turn = 0;
    last = value();
  }
}

/** The id of a host that was enrolled just now. */
export async function newHost(app: TestApp): Promise<string> {
  const facts = {
    machineId: randomUUID(),
    fqdn: 'web1.example.org',
    ipAddress: '10.0.4.21',
    port: 9443,
    loopbackAllowed: false,
  };
  const by = { actor: actors.system, address: null };
  return (await app.ctx.tx((tx) => app.ctx.core.hosts.createEnrolled(tx, facts, by))).id;
}

export interface World {
  app: TestApp;
  jobs: FakeJobs;
  sessions: Set<string>;
  jobId: string;
  /** Closed at the end. */
  clients: TestClient[];
}

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

export async function plain(world: World, role: 'admin' | 'operator' | 'reporter' = 'admin') {
  const client = await plainClient(world.app, await ticketFor(world.app, role));
  world.clients.push(client);
  return client;
}

export async function setUp(world: World): Promise<void> {
  world.sessions = new Set();
  world.jobs = createFakeJobs();
  world.jobId = randomUUID();
  world.clients = [];
  const features = [createFakeIdentity(world.sessions), hostsFeature, world.jobs.feature, livePlugin];
  const config = { publicUrl: 'https://patch.example.org', trustedProxies: ['loopback'] };
  world.app = await createTestApp({ features, config });
}

export async function tearDown({ app, clients }: World): Promise<void> {
  for (const client of clients) await client.close();
  await app.stop();
}
