import { definePlugin, http, work } from '#sdk';
import { accessListener, checkAccess } from './access.ts';
import { CLOSE } from './client.ts';
import { openGate } from './gate.ts';
import { createHub } from './hub.ts';
import { createTables } from './migrations/001_create_tables.ts';
import type { Note } from './models.ts';
import { liveListeners, tellHere } from './news.ts';
import { createPlainSockets } from './plainSockets.ts';
import { createRelay } from './relay.ts';
import { liveRoutes } from './routes.ts';
import { CHECK_ACCESS_MS, PING_MS, POLL_JOBS_MS, POLL_NOTES_MS } from './rounds.ts';
import { createSocketIo } from './socketIo.ts';

const PATH = '/api/v1/ws/jobs';

/** Pushes what happens to web clients and tools, over plain WebSocket and socket.io. */
export const livePlugin = definePlugin({
  name: 'live',
  requires: ['identity', 'hosts', 'patching'],
  migrations: [createTables],
  errors: {
    TICKET_INVALID: { status: 401, retryable: false, message: 'The ticket is unknown, used or expired.' },
  },
  setup(ctx) {
    const hub = createHub(ctx);
    const here = (note: Note): void => tellHere(hub, note);
    const relay = createRelay(ctx, () => hub.fleet.hasListeners(), here);
    const plain = createPlainSockets(hub);
    const socketIo = createSocketIo(hub, PATH, PING_MS);
    const callerOf = http.callerResolver(ctx.config.trustedProxies);
    openGate({ ctx, callerOf, path: PATH, hub, plain, socketIo });
    const rounds: { stop(): void }[] = [];
    return {
      routes: liveRoutes(ctx),
      // A ticket opens one connection, and may have done so since the backup.
      steps: { 'kernel.restored': async ({ knex }) => void (await knex('live_tickets').delete()) },
      events: {
        ...liveListeners(ctx, here, relay),
        ...accessListener(ctx, hub),
        'kernel.drained': () => hub.closeAll(CLOSE.goingAway, 'the manager is drained'),
      },
      async started() {
        const round = (ms: number, act: () => void | Promise<void>) =>
          work.every(ctx, { ms, failed: 'a round over the live connections failed' }, act);
        rounds.push(
          round(POLL_JOBS_MS, () => hub.pollJobs()),
          round(POLL_NOTES_MS, () => relay.poll()),
          round(CHECK_ACCESS_MS, () => checkAccess(ctx, hub)),
          round(PING_MS, () => plain.ping()),
        );
      },
      async stop() {
        for (const round of rounds) round.stop();
        relay.stop();
        hub.fleet.stop();
        hub.closeAll(CLOSE.goingAway, 'the manager stops');
        await Promise.all([plain.stop(), socketIo.stop()]);
      },
    };
  },
});
