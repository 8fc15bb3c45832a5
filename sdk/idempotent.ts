/** Calls with an Idempotency-Key: the same answer again, the secret of a repeated creation included. */
export {
  keyedCall as call,
  repeatableBytes,
  requireRepeatable,
  SECRET_REPEATED_MS,
} from '../server/kernel/security/idempotency.ts';
export type { IdempotentCall as Call } from '../server/kernel/security/idempotency.ts';
