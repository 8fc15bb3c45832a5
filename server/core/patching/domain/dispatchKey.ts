import { createHash } from 'node:crypto';

export interface DispatchKeyParts {
  jobId: string;
  hostId: string;
  /** 1 for the first. */
  attempt: number;
  /** Counts a person's retries of the host; each retry begins again with attempt 1. */
  round: number;
  /** The restart and the rollback of an attempt are separate calls with keys of their own. */
  step?: 'work' | 'reboot' | 'rollback';
  /** Counts repetitions of a step within its attempt. */
  repetition?: number;
}

/**
 * The Idempotency-Key of one call that starts work. The same parts always give the same key, so that a call repeated
 * after a crash starts nothing twice. A version 8 UUID (RFC 9562, 5.8) of a SHA-256.
 */
export function dispatchKey({
  jobId,
  hostId,
  attempt,
  round,
  step = 'work',
  repetition = 0,
}: DispatchKeyParts): string {
  const name = ['fleetmend', jobId, hostId, round, attempt, step, repetition].join('\n');
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
