import { isUnanswered } from './apiError.ts';
import { idempotencyKey } from './idempotencyKey.ts';

type Key = ReturnType<typeof idempotencyKey>;

/** Who sends the same again later than this wants it a second time. */
const SAME_WITHIN_MS = 10 * 60_000;

/** The keys of calls that had no answer, by what was asked for. */
const unanswered = new Map<string, { key: Key; at: number }>();

/**
 * Makes a call that starts work, with its idempotency key. If the same `what` (path and body) was sent shortly before
 * and had no answer, it may have worked all the same, so it is sent with the same key: the manager then answers with
 * what it started, and starts nothing twice.
 */
export async function startOnce<T>(
  what: readonly unknown[],
  call: (key: Key) => Promise<T>,
  nowMs = performance.now(),
): Promise<T> {
  const name = JSON.stringify(what);
  const before = unanswered.get(name);
  const key = before && nowMs - before.at < SAME_WITHIN_MS ? before.key : idempotencyKey();
  try {
    const answer = await call(key);
    unanswered.delete(name);
    return answer;
  } catch (error) {
    if (isUnanswered(error)) unanswered.set(name, { key, at: nowMs });
    else unanswered.delete(name);
    throw error;
  }
}
