import { etags, recurrence, work } from '#sdk';
import { nextOpening, type Span, type Spans } from '../domain/openings.ts';
import type { EntryModel } from '../models.ts';

/** The most openings that are kept for one entry: more than a year for a weekly one. */
const MOST_SPANS = 64;
/** The most entries whose openings are kept; each takes about 2 kB. */
const MOST_ENTRIES = 10_000;
/** The rules of one question are evaluated for at most this long before other work gets a turn. */
const TURN_MS = 10;
/** Openings are computed again after this long at the latest, and then reach further ahead. */
const KEPT_MS = 7 * 86_400_000;

/** When an entry is open, as far ahead as that is computed. */
export interface KnownSpans {
  spans: Spans;
  /** When the next opening after these starts, in milliseconds since 1970; null: none is found. */
  nextStartMs: number | null;
}

interface Kept extends KnownSpans {
  times: recurrence.RecurringTimes;
  fromMs: number;
  /** From then on the entry is evaluated again. */
  untilMs: number;
}

const NEVER_OPEN: KnownSpans = { spans: [], nextStartMs: null };

/**
 * When entries are open, evaluated once for all hosts they concern. Each question reads the rows, and what is kept for
 * a row counts only for the same times: so it is right on every manager, whatever was saved, or tried out and not saved.
 */
export class Calendar {
  readonly #kept = new Map<string, Kept>();

  /** The spans of each entry from now on, by id. Throws RecurrenceRefused for an entry that cannot be evaluated. */
  spansOf(entries: readonly EntryModel[], now: Date): Promise<ReadonlyMap<string, Spans>> {
    const nowMs = now.getTime();
    return work.inTurns(
      byId(entries, (entry) => this.#knownOf(entry, nowMs).spans),
      { turnMs: TURN_MS },
    );
  }

  /** As spansOf, for display: an entry that cannot be evaluated counts as never open. */
  knownSpansOf(entries: readonly EntryModel[], now: Date): Promise<ReadonlyMap<string, Spans>> {
    const nowMs = now.getTime();
    return work.inTurns(
      byId(entries, (entry) => this.#shownOf(entry, nowMs).spans),
      { turnMs: TURN_MS },
    );
  }

  /** As knownSpansOf, with what comes after them. */
  knownOf(entries: readonly EntryModel[], now: Date): Promise<ReadonlyMap<string, KnownSpans>> {
    const nowMs = now.getTime();
    return work.inTurns(
      byId(entries, (entry) => this.#shownOf(entry, nowMs)),
      { turnMs: TURN_MS },
    );
  }

  /** The running or next opening of each enabled entry, by id. */
  async nextOf(entries: readonly EntryModel[], now: Date): Promise<ReadonlyMap<string, Span>> {
    const enabled = entries.filter((entry) => entry.enabled);
    const next = new Map<string, Span>();
    for (const [id, spans] of await this.knownSpansOf(enabled, now)) {
      const span = nextOpening([spans], now.getTime());
      if (span) next.set(id, span);
    }
    return next;
  }

  #shownOf(entry: EntryModel, nowMs: number): KnownSpans {
    try {
      return this.#knownOf(entry, nowMs);
    } catch (error) {
      if (error instanceof recurrence.RecurrenceRefused) return NEVER_OPEN;
      throw error;
    }
  }

  #knownOf(entry: EntryModel, nowMs: number): KnownSpans {
    const kept = this.#kept.get(entry.id);
    const { timezone, rrule, daysAfter, startsAt, durationSecs } = entry;
    const times = { timezone, rrule, daysAfter, startsAt, durationSecs };
    const isGood = kept && kept.fromMs <= nowMs && nowMs < kept.untilMs;
    if (isGood && etags.changesNothing(kept.times, times)) return kept;
    const { found, nextStartMs } = recurrence.occurrencesAndNext(entry, { fromMs: nowMs, limit: MOST_SPANS });
    const spans = found.map(({ startMs, endMs }) => ({ startMs, endMs }));
    // Kept until half of the openings have passed: the last question must still see the other half ahead.
    const middleMs = spans.length > 1 ? (spans[spans.length >> 1]?.startMs ?? nowMs) : Infinity;
    const untilMs = Math.min(nowMs + KEPT_MS, Math.max(middleMs, nowMs + 1));
    const known = { times, fromMs: nowMs, untilMs, spans, nextStartMs };
    this.#kept.delete(entry.id);
    this.#kept.set(entry.id, known);
    this.#forgetOldest();
    return known;
  }

  #forgetOldest(): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_ENTRIES && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** What is found for each entry, by id; one piece of work for each. */
function* byId<Found>(
  entries: readonly EntryModel[],
  find: (entry: EntryModel) => Found,
): Generator<void, ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const entry of entries) {
    found.set(entry.id, find(entry));
    yield;
  }
  return found;
}
