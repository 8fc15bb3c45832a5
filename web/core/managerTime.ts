/** A difference of fewer milliseconds may be the whole seconds of the header and the way of the answer. */
const NOTICED_MS = 5_000;
/** An answer that took longer, by this device's clock, tells of a time that is past: the device may have slept. */
const TOOK_AT_MOST_MS = 10_000;

let aheadMs = 0;

/**
 * The present time by the manager's clock. All times in its answers are by that clock, so what tells how long ago or
 * ahead they are must ask here: by the clock of a device that is ten minutes slow, a job that has just begun would
 * start in ten minutes.
 */
export const managerTime = (): Date => new Date(Date.now() + aheadMs);

/** Whether this time of the manager (RFC 3339) has come. */
export const isPast = (at: string): boolean => Date.parse(at) <= managerTime().getTime();

/**
 * Learns from an answer by how much the manager's clock is ahead of this device's: from its `Date` (RFC 9110, 6.6.1).
 * `askedAtMs`: when it was asked, by `Date.now()`.
 */
export function hearTime({ headers }: Pick<Response, 'headers'>, askedAtMs: number): void {
  const at = Date.parse(headers.get('date') ?? '');
  const tookMs = Date.now() - askedAtMs;
  if (Number.isNaN(at) || tookMs < 0 || tookMs > TOOK_AT_MOST_MS) return;
  const differenceMs = at - Date.now();
  aheadMs = Math.abs(differenceMs) < NOTICED_MS + tookMs ? 0 : differenceMs;
}
