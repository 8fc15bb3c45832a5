import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { actedBy, reply, type Context, type Routes } from '#sdk';
import { fingerprintOf } from './domain/pair.ts';
import { confirmChange, waitingChange } from './service/changes.ts';
import type { Presenter } from './service/presenter.ts';
import { strategySection } from './settings.ts';
import { certificateToWire } from './wire.ts';

export function webTlsRoutes(ctx: Context, presenter: Presenter): Routes<'web-tls'> {
  async function answer() {
    await presenter.refresh();
    const { value: strategy } = await ctx.settings.get(strategySection);
    const waiting = await waitingChange(ctx);
    const pending = waiting && { previous: waiting.previous, confirm_by: waiting.confirmBy.toISOString() };
    const certificate = presenter.pair && certificateToWire(presenter.pair.facts);
    return reply(200, { strategy, pending, certificate, problem: presenter.problem });
  }
  return {
    getWebTls: answer,
    async confirmWebTls(request) {
      const { req, res } = request.raw;
      try {
        await confirmChange(ctx, presenter, { by: actedBy(request), shown: shownOn(req) });
      } catch (error) {
        // A browser would keep the connection for its next try, which would then see the same certificate.
        res.setHeader('Connection', 'close');
        throw error;
      }
      return answer();
    },
  };
}

/** The fingerprint of the certificate that this connection began with; null without TLS. */
function shownOn({ socket }: IncomingMessage): string | null {
  const shown = socket instanceof TLSSocket ? socket.getX509Certificate() : undefined;
  return shown ? fingerprintOf(shown) : null;
}
