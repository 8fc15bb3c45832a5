import { nextRun } from '../../kernel/nextRun.ts';
import { every } from '../../kernel/every.ts';
import { ts } from '../../kernel/db/database.ts';
import type { Context } from '../../kernel/boot/feature.ts';
import { lostRevocations } from './ca/queries.ts';
import { CertificateModel, StateModel } from './models.ts';

const CHECK_MS = 2_000;

/** The revoked serial numbers; every manager knows a new one within two seconds. */
export interface Revocations {
  isRevoked(serial: string): boolean;
  /** The number of the list that was read last. */
  number(): number;
  /** Reads the list again if it has changed; resolves once the change has been applied. */
  check(): Promise<void>;
  start(): void;
  stop(): void;
}

export async function createRevocations(
  ctx: Context,
  changed: (hostIds: string[]) => Promise<void>,
): Promise<Revocations> {
  let serials = new Set<string>();
  let number = 0;
  let round: { stop(): void } | null = null;

  async function read(): Promise<void> {
    const state = await StateModel.query(ctx.db.reader).select('crl_number').findById(1);
    const current = Number(state?.crlNumber ?? 0);
    if (current === number) return;
    const rows = await CertificateModel.query(ctx.db.reader)
      .select('serial', 'host_id')
      .where('status', 'revoked')
      .where('not_after', '>', ts(ctx.clock.now()));
    const hostIds = new Set(
      rows.filter(({ serial }) => !serials.has(serial)).flatMap(({ hostId }) => hostId ?? []),
    );
    const lost = await lostRevocations(ctx.db.reader, ctx.clock.now());
    serials = new Set([...rows, ...lost].map(({ serial }) => serial));
    // Revocations from before this manager's start are not reported as changes.
    if (number !== 0) await changed([...hostIds]);
    // Set last: if applying the change failed, the next check tries again.
    number = current;
  }

  const check = nextRun(read);
  await read();
  return {
    isRevoked: (serial) => serials.has(serial),
    number: () => number,
    check,
    start() {
      round = every(ctx, { ms: CHECK_MS, failed: 'the revocations could not be read' }, check);
    },
    stop: () => round?.stop(),
  };
}
