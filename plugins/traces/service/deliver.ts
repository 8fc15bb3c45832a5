import type { Context, OutboxMessage } from '#sdk';
import { hostSpans, jobSpans, traceIdOf, type JobSpan } from '../domain/spans.ts';
import { readTraces } from '../settings.ts';
import { sendSpans } from './send.ts';

/** With the outbox's waits some half an hour: a collector that is away for less loses nothing. */
export const MOST_ATTEMPTS = 7;
/** What waits for longer, behind a collector that takes calls and never answers, is dropped uncalled. */
const OLDEST_MS = 2_700_000;
/** Hosts that are read at once, and spans of one call. */
const HOSTS = 50;
const SPANS = 1_000;

export const OUTCOMES = ['sent', 'retried', 'dropped'] as const;
export type CountTrace = (outcome: (typeof OUTCOMES)[number]) => void;

/**
 * Sends the trace of a job that has ended, made of its rows: nothing of it was kept in memory, and every manager makes
 * the same. Throws while another try is worth it; what cannot be sent is counted and logged, and no job and no other
 * message waits for it.
 */
export async function deliverTrace(
  ctx: Context,
  count: CountTrace,
  { payload: { jobId }, attempt, createdAt }: OutboxMessage<{ jobId: string }>,
  signal: AbortSignal,
): Promise<void> {
  const drop = (reason: string): void => {
    count('dropped');
    ctx.log.warn({ jobId, reason }, 'the trace of a job was dropped');
  };
  const settings = await readTraces(ctx);
  if (!settings.enabled) return;
  if ((await ctx.db.now()).getTime() - createdAt.getTime() > OLDEST_MS)
    return drop('it has waited for three quarters of an hour');
  let spans = 0;
  for await (const part of partsOf(ctx, jobId)) {
    const { kind, message } = await sendSpans(ctx, {
      settings,
      traceId: traceIdOf(jobId),
      spans: part,
      signal,
    });
    if (kind === 'refused') return drop(message);
    if (kind === 'later' && attempt >= MOST_ATTEMPTS) return drop(message);
    if (kind === 'later') {
      count('retried');
      throw new Error(message);
    }
    spans += part.length;
  }
  // The job was deleted, or a person has opened it once more: then it is sent when it ends.
  if (spans > 0) count('sent');
}

/** The spans of a job, no more at once than one call takes. */
async function* partsOf({ core }: Context, jobId: string): AsyncGenerator<readonly JobSpan[]> {
  const { patching } = core;
  const job = await patching.historyOf(jobId);
  const endedAt = job?.completedAt ?? null;
  if (job === null || endedAt === null) return;
  let some = jobSpans(jobId, job, endedAt);
  for (let after = -1; ;) {
    const hosts = await patching.hostHistories(jobId, { after, limit: HOSTS });
    for (const host of hosts) {
      some.push(...hostSpans(jobId, { job, host, endedAt }));
      while (some.length >= SPANS) {
        yield some.slice(0, SPANS);
        some = some.slice(SPANS);
      }
    }
    const last = hosts.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  if (some.length > 0) yield some;
}
