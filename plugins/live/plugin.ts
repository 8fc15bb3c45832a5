import { definePlugin } from '../../server/plugin.ts';
import { CLOSE } from './client.ts';
import { openGate } from './gate.ts';
import { createHub } from './hub.ts';
import { createTickets } from './migrations/001_create_tickets.ts';
import { createPlainSockets } from './plainSockets.ts';
import { liveRoutes } from './routes.ts';
import { CHECK_SESSIONS_MS, checkSessions, every, PING_MS, POLL_JOBS_MS } from './rounds.ts';
import { createSocketIo } from './socketIo.ts';

const PATH = '/api/v1/ws/jobs';

/** Pushes what happens to web clients and tools, over plain WebSocket and socket.io. */
export const livePlugin = definePlugin({
  name: 'live',
  requires: ['identity', 'hosts', 'patching'],
  migrations: [createTickets],
  errors: {
    TICKET_INVALID: { status: 401, retryable: false, message: 'The ticket is unknown, used or expired.' },
  },
  setup(ctx) {
    const hub = createHub(ctx);
    const plain = createPlainSockets(hub);
    const socketIo = createSocketIo(hub, PATH, PING_MS);
    const now = (): string => ctx.clock.now().toISOString();
    const rounds: { stop(): void }[] = [];
    return {
      routes: liveRoutes(ctx),
      attach: (server) => openGate(server, { ctx, path: PATH, plain, socketIo }),
      events: {
        'patching.jobChanged': ({ jobId, seq }) => hub.jobChanged(jobId, seq),
        'hosts.hostCreated': ({ hostId }) => hub.fleet.hostChanged(hostId),
        'hosts.hostUpdated': ({ hostId }) => hub.fleet.hostChanged(hostId),
        'hosts.fleetChanged': ({ status }) =>
          hub.fleet.tell({ seq: null, at: now(), kind: 'fleet.updated', data: status }, 'all'),
        'enrollment.requestCreated': ({ request }) =>
          hub.fleet.tell({ seq: null, at: now(), kind: 'enrollment.created', data: request }, 'admins'),
      },
      async started() {
        rounds.push(
          every(ctx, POLL_JOBS_MS, () => hub.pollJobs()),
          every(ctx, CHECK_SESSIONS_MS, () => checkSessions(ctx, hub)),
          every(ctx, PING_MS, () => plain.ping()),
        );
      },
      async stop() {
        for (const round of rounds) round.stop();
        hub.fleet.stop();
        hub.closeAll(CLOSE.goingAway, 'the manager stops');
        await Promise.all([plain.stop(), socketIo.stop()]);
      },
    };
  },
});
