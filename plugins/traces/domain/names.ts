import { createHash } from 'node:crypto';
import type { TracedAttempt } from '#sdk/patching.ts';

/**
 * The trace of a job: its id without hyphens. So every manager, every retry and every person who has the id of the job
 * names the same trace. A UUID of version 7 has 62 random bits at its end, as samplers of traces expect.
 */
export const traceIdOf = (jobId: string): string => jobId.replaceAll('-', '');

/** 16 hex digits, never all zero: the same parts always name the same span. */
export const spanIdOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);

/** The span of an attempt, known before it ends, so that agents can be told of it. */
export const attemptSpanOf = ({ jobId, hostId, round, attempt }: TracedAttempt): string =>
  spanIdOf('attempt', jobId, hostId, round, attempt);

/** The header of W3C Trace Context for the calls of an attempt; traced jobs are always sampled. */
export const traceparentOf = (attempt: TracedAttempt): string =>
  `00-${traceIdOf(attempt.jobId)}-${attemptSpanOf(attempt)}-01`;
