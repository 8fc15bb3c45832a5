import type { Context } from '#sdk';
import type { HostQuestion, PastDuration } from '#sdk/patching.ts';

/** How long the work on a host will take, by what it took before. */
export interface Estimate extends PastDuration {
  operation: HostQuestion['operation'];
}

/**
 * How long an estimate is kept: a host's past changes only with a run, and a waiting host is asked about twice a
 * minute.
 */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 20_000;
/** The manager waits no longer than this for a restart. */
const LONGEST_RESTART_MS = 15 * 60_000;
/** The operations that past durations tell about; the others change no packages. */
const TAKES_TIME: readonly string[] = ['patch', 'install', 'update', 'remove', 'reboot'];

type Host = Pick<HostQuestion, 'hostId' | 'operation'>;

/** Past durations, kept for ten minutes: being that late changes no decision that matters. */
export class Estimates {
  readonly #ctx: Context;
  readonly #kept = new Map<string, { past: PastDuration | null; untilMs: number }>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** By host id. A host is missing when neither it nor the fleet has a past, or when its work takes hardly any time. */
  async of(hosts: readonly Host[]): Promise<ReadonlyMap<string, Estimate>> {
    const timed = hosts.filter(({ operation }) => TAKES_TIME.includes(operation));
    await this.#read(timed.map(({ hostId }) => hostId));
    const found = new Map<string, Estimate>();
    for (const { hostId, operation } of timed) {
      const past = this.#kept.get(hostId)?.past;
      if (past) found.set(hostId, estimateOf(past, operation));
    }
    return found;
  }

  async #read(hostIds: readonly string[]): Promise<void> {
    const nowMs = this.#ctx.clock.now().getTime();
    const wanted = hostIds.filter((hostId) => (this.#kept.get(hostId)?.untilMs ?? 0) <= nowMs);
    if (wanted.length === 0) return;
    const past = await this.#ctx.core.patching.pastDurations(wanted);
    if (this.#kept.size > MOST_KEPT) this.#kept.clear();
    for (const hostId of wanted)
      this.#kept.set(hostId, { past: past.get(hostId) ?? null, untilMs: nowMs + KEPT_MS });
  }
}

/** A restart is recorded only as part of the work, so the work's duration stands for it, up to the manager's limit. */
export function estimateOf(past: PastDuration, operation: HostQuestion['operation']): Estimate {
  const p95Ms = operation === 'reboot' ? Math.min(past.p95Ms, LONGEST_RESTART_MS) : past.p95Ms;
  return { ...past, p95Ms, operation };
}
