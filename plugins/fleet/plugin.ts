import { definePlugin, managerVersion, reply, wire } from '#sdk';
import type {} from '../enrollment/api.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { createFleetService } from './service.ts';
import { watchFleet } from './watch.ts';

/** Often enough to miss no hour; an hour's row is written once. */
const SNAPSHOT_CHECK_MS = 600_000;

/** The figures of the whole fleet, now and by the hour, and the health of the manager itself. */
export const fleetPlugin = definePlugin({
  name: 'fleet',
  requires: ['hosts'],
  migrations: [createTables],
  setup(ctx) {
    const service = createFleetService(ctx, managerVersion());
    const watch = watchFleet(ctx, service);
    const { touched } = watch;
    return {
      routes: {
        getFleetStatus: async ({ scope }) => reply(200, await service.status(scope)),
        getFleetHistory: async ({ query, scope }) =>
          reply(200, await service.history(wire.fromWire(query), scope)),
        async getServiceReadiness() {
          const readiness = await service.readiness();
          return reply(readiness.status === 'ready' ? 200 : 503, readiness);
        },
        async getServiceHealth() {
          const health = await service.health();
          return reply(health.checks.database === 'failing' ? 503 : 200, health);
        },
      },
      jobs: { 'fleet.snapshot': { everyMs: SNAPSHOT_CHECK_MS, run: () => service.snapshot() } },
      events: {
        'hosts.hostCreated': touched,
        'hosts.hostUpdated': touched,
        'hosts.hostDeleted': touched,
        'patching.jobChanged': touched,
        'enrollment.requestCreated': touched,
      },
      started: () => service.snapshot(),
      stop() {
        watch.stop();
        return Promise.resolve();
      },
    };
  },
});
