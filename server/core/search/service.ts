import type { Logger } from 'pino';
import {
  MOST_COUNTED,
  type SearchAnswer,
  type SearchItem,
  type SearchQuestion,
  type SearchSource,
} from '../../kernel/boot/search.ts';
import { guarded } from '../../shared/guarded.ts';

/** The time limit of one source: the list changes while a person types, so a longer wait is of no use. */
const LIMIT_MS = 1_000;
/** With this many late questions of one kind still running, that kind is asked no more until one ends. */
const MOST_LATE = 4;
/** The longest texts that the contract allows. */
const MOST_NAME = 256;
const MOST_ABOUT = 512;

export interface Found {
  groups: { kind: string; items: SearchItem[]; total: number; isExact: boolean }[];
  missing: { kind: string; reason: 'too_slow' | 'failed' }[];
}

type Search = (
  sources: readonly SearchSource[],
  question: SearchQuestion,
  signal: AbortSignal,
) => Promise<Found>;

class TooSlow extends Error {}

/** Asks all sources at once. A slow or failing one is named as missing and does not delay the others. */
export function createSearch(log: Logger, limitMs = LIMIT_MS): Search {
  /** By kind: how many questions still run although nobody waits for them any more. */
  const late = new Map<string, number>();

  async function ask(
    source: SearchSource,
    question: SearchQuestion,
    left: AbortSignal,
  ): Promise<SearchAnswer> {
    const { kind } = source;
    const count = (by: number): unknown => late.set(kind, (late.get(kind) ?? 0) + by);
    if ((late.get(kind) ?? 0) >= MOST_LATE) throw new TooSlow();
    const ending = new AbortController();
    const end = (): void => ending.abort();
    left.addEventListener('abort', end);
    const { promise: limit, reject } = Promise.withResolvers<never>();
    const running = Promise.resolve().then(() => source.find(question, ending.signal));
    const timer = setTimeout(
      guarded(() => {
        count(+1);
        const settled = (): unknown => count(-1);
        running.then(settled, settled);
        end();
        reject(new TooSlow());
      }),
      limitMs,
    );
    try {
      return await Promise.race([running, limit]);
    } finally {
      clearTimeout(timer);
      left.removeEventListener('abort', end);
    }
  }

  return async (sources, question, signal) => {
    const found: Found = { groups: [], missing: [] };
    if (question.text === '') return found;
    const answers = await Promise.allSettled(sources.map((source) => ask(source, question, signal)));
    for (const [at, answer] of answers.entries()) {
      const kind = sources[at]?.kind ?? '';
      if (answer.status === 'fulfilled') found.groups.push(groupOf(kind, answer.value, question));
      else {
        const reason = answer.reason instanceof TooSlow ? 'too_slow' : 'failed';
        // No warning when the caller has left: then the missing answer is not a fault.
        if (!signal.aborted) log.warn({ kind, reason, error: answer.reason }, 'a kind was not searched');
        found.missing.push({ kind, reason });
      }
    }
    return found;
  };
}

function groupOf(kind: string, { items, total }: SearchAnswer, { limit }: SearchQuestion) {
  const shown = items.slice(0, limit).map((item) => ({
    ...item,
    name: item.name.slice(0, MOST_NAME).toWellFormed(),
    about: item.about.slice(0, MOST_ABOUT).toWellFormed(),
  }));
  return { kind, items: shown, total: Math.min(total, MOST_COUNTED), isExact: total <= MOST_COUNTED };
}
