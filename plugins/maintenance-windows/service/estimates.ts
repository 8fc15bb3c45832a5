import type { Context, HostQuestion, PastDuration } from '../../../server/plugin.ts';

/** How long the work on a host will take, by what it took before. */
export interface Estimate extends PastDuration {
  operation: HostQuestion['operation'];
}

/** What a host's past says changes with each run, and a wait is asked about twice a minute. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 20_000;
/** The manager gives a restart no longer. */
const LONGEST_RESTART_MS = 15 * 60_000;
/** Work of which the past durations tell: the others change no packages. */
const TAKES_TIME: readonly string[] = ['patch', 'install', 'update', 'remove', 'reboot'];

type Host = Pick<HostQuestion, 'hostId' | 'operation'>;

/** Past durations, kept for some minutes: what is late by those changes no decision that matters. */
export class Estimates {
  readonly #ctx: Context;
  readonly #kept = new Map<string, { past: PastDuration | null; untilMs: number }>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** By host id; who is missing has no past, nor has the fleet, or his work takes no time to speak of. */
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

/** Of a restart alone nothing is recorded: it is a part of the work, and the manager waits for it so long. */
export function estimateOf(past: PastDuration, operation: HostQuestion['operation']): Estimate {
  const p95Ms = operation === 'reboot' ? Math.min(past.p95Ms, LONGEST_RESTART_MS) : past.p95Ms;
  return { ...past, p95Ms, operation };
}
