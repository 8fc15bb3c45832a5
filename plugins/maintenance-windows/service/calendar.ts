import { occurrencesOf, RecurrenceRefused } from '../../../server/plugin.ts';
import { nextOpening, type Span, type Spans } from '../domain/openings.ts';
import type { EntryModel } from '../models.ts';

/** Openings of one entry that are kept: a weekly one's of a year. */
export const MOST_SPANS = 64;
/** Entries whose openings are kept: about 2 kB each. */
const MOST_ENTRIES = 10_000;
/** So long at most the rules of a question are evaluated before others get a turn. */
const TURN_MS = 10;
/** Openings are computed anew after so long at the latest, by a look-ahead that is then further. */
const KEPT_MS = 7 * 86_400_000;

interface Kept {
  editVersion: number;
  fromMs: number;
  /** From then on the entry is evaluated again. */
  untilMs: number;
  spans: Spans;
}

/**
 * When entries are open, evaluated once for all hosts that they are of. What is kept follows from the row as it was
 * read, and rows are read at each question: so it is right on every manager.
 */
export class Calendar {
  readonly #kept = new Map<string, Kept>();

  /** By id, from now on. Throws RecurrenceRefused for an entry that cannot be evaluated: then nobody knows. */
  spansOf(entries: readonly EntryModel[], now: Date): Promise<ReadonlyMap<string, Spans>> {
    const nowMs = now.getTime();
    return this.#inTurns(entries, (entry) => this.#spansOf(entry, nowMs));
  }

  /** As spansOf, for people to see: an entry that cannot be evaluated is never open. */
  knownSpansOf(entries: readonly EntryModel[], now: Date): Promise<ReadonlyMap<string, Spans>> {
    const nowMs = now.getTime();
    return this.#inTurns(entries, (entry) => {
      try {
        return this.#spansOf(entry, nowMs);
      } catch (error) {
        if (error instanceof RecurrenceRefused) return [];
        throw error;
      }
    });
  }

  /** Evaluates them one after the other, and lets others have a turn. */
  async #inTurns(
    entries: readonly EntryModel[],
    evaluate: (entry: EntryModel) => Spans,
  ): Promise<ReadonlyMap<string, Spans>> {
    const found = new Map<string, Spans>();
    let turnMs = performance.now();
    for (const entry of entries) {
      found.set(entry.id, evaluate(entry));
      if (performance.now() - turnMs < TURN_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      turnMs = performance.now();
    }
    return found;
  }

  /** Of each entry that is enabled, the opening that is running or comes next, by id. */
  async nextOf(entries: readonly EntryModel[], now: Date): Promise<ReadonlyMap<string, Span>> {
    const enabled = entries.filter((entry) => entry.enabled);
    const next = new Map<string, Span>();
    for (const [id, spans] of await this.knownSpansOf(enabled, now)) {
      const span = nextOpening([spans], now.getTime());
      if (span) next.set(id, span);
    }
    return next;
  }

  #spansOf(entry: EntryModel, nowMs: number): Spans {
    const kept = this.#kept.get(entry.id);
    const isGood = kept?.editVersion === entry.editVersion && kept.fromMs <= nowMs && nowMs < kept.untilMs;
    if (kept && isGood) return kept.spans;
    const found = occurrencesOf(entry, { fromMs: nowMs, limit: MOST_SPANS });
    const spans = found.map(({ startMs, endMs }) => ({ startMs, endMs }));
    // Half of what was found lasts: the rest is what the last question still looks ahead to.
    const middleMs = spans.length > 1 ? (spans[spans.length >> 1]?.startMs ?? nowMs) : Infinity;
    const untilMs = Math.min(nowMs + KEPT_MS, Math.max(middleMs, nowMs + 1));
    this.#kept.delete(entry.id);
    this.#kept.set(entry.id, { editVersion: entry.editVersion, fromMs: nowMs, untilMs, spans });
    this.#forgetOldest();
    return spans;
  }

  #forgetOldest(): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_ENTRIES && oldest !== undefined) this.#kept.delete(oldest);
  }
}
