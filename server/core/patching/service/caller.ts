import type { Actor } from '#server/kernel/security/actor.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';

/** Who asks for a change of jobs, and what may be done in that name. */
export interface Caller {
  actor: Actor;
  address: string | null;
  scope: HostScope;
  idempotencyKey: string | null;
  /** No person waits for the answer: hosts that may get no work are left out instead of refusing the job. */
  isUnattended?: boolean;
}
