import type { Context } from '../../kernel/boot/feature.ts';
import { bySystem } from './ca/issue.ts';
import { CertificateModel } from './models.ts';
import { inParallel } from './parallel.ts';
import { type Renewal, renewHost } from './renewHost.ts';

const BATCH = 500;
const MAX_AT_ONCE = 8;
const RETRY_MS = 3_600_000;

/** Serial numbers that hosts have shown in handshakes since the last look, by host id. */
export interface ShownCertificates {
  note(hostId: string, serial: string): void;
  /**
   * Gives a new certificate to each host that shows one which was replaced, or which the database does not know: after
   * the host (or the manager) went back to an old backup. Both still verify, so nothing else would tell of it until
   * such a certificate ends, which is before that of the newest one: only that is renewed in time.
   */
  look(): Promise<void>;
  stop(): void;
}

/** `renewal` is asked for at each look: its transport is made after this, which the transport calls. */
export function createShownCertificates(ctx: Context, renewal: () => Renewal): ShownCertificates {
  const shown = new Map<string, string>();
  /** When hosts whose renewal has failed are next tried. */
  const retryAtMs = new Map<string, number>();
  let stopped = false;

  async function replace(hostId: string): Promise<void> {
    try {
      const [endpoint] = await ctx.core.hosts.endpoints({ hostIds: [hostId] });
      if (!endpoint || stopped) return;
      // Asked anew: another manager may have renewed the certificate since this one's handshake.
      const { serial } = await renewal().transport.probe(endpoint);
      if ((await outdated(ctx, [[hostId, serial]])).length === 0) return;
      ctx.log.warn({ hostId, serial }, 'a host shows a certificate that was replaced; it gets a new one');
      await renewHost(renewal(), hostId, bySystem);
    } catch (error) {
      retryAtMs.set(hostId, ctx.clock.now().getTime() + RETRY_MS);
      ctx.log.info({ error, hostId }, 'the certificate that a host shows could not be replaced yet');
    }
  }

  return {
    note: (hostId, serial) => void shown.set(hostId, serial),
    async look() {
      const nowMs = ctx.clock.now().getTime();
      for (const [hostId, atMs] of retryAtMs)
        if (atMs <= nowMs || atMs > nowMs + RETRY_MS) retryAtMs.delete(hostId);
      const due = [...shown].filter(([hostId]) => !retryAtMs.has(hostId));
      for (const [hostId] of due) shown.delete(hostId);
      for (let start = 0; start < due.length && !stopped; start += BATCH) {
        const hostIds = await outdated(ctx, due.slice(start, start + BATCH));
        await inParallel(hostIds, MAX_AT_ONCE, replace);
      }
    },
    stop: () => void (stopped = true),
  };
}

/** The hosts of these whose serial number is not that of an active certificate of theirs. */
async function outdated(ctx: Context, seen: readonly (readonly [string, string])[]): Promise<string[]> {
  const serials = seen.map(([, serial]) => serial);
  const rows = await CertificateModel.query(ctx.db.reader)
    .select('host_id', 'serial')
    .whereIn('serial', serials)
    .where('status', 'active');
  const active = new Set(rows.map(({ hostId, serial }) => `${hostId} ${serial}`));
  return seen.flatMap(([hostId, serial]) => (active.has(`${hostId} ${serial}`) ? [] : [hostId]));
}
