import { AppError, reply, type Context, type Routes } from '#sdk';
import { createTicket } from './tickets.ts';

export function liveRoutes(ctx: Context): Routes<'live'> {
  return {
    createWsTicket: async ({ actor }) => reply(201, { ticket: await createTicket(ctx, actor) }),
    /** Upgrades and socket.io never come this far (gate.ts): the caller is somebody with a browser's address bar. */
    async openJobStream() {
      throw new AppError('VALIDATION_FAILED', {
        message: 'Connect here with a WebSocket or socket.io client and a ticket.',
        headers: { Upgrade: 'websocket' },
      });
    },
  };
}
