import { isEnded } from './text.ts';
import { changed, retryable, type JobState } from './state.ts';

/** What a person can do with a job. */
export type Offer = 'resume' | 'end' | 'retry' | 'rollback' | 'cancel';

/** What the job offers as it stands, in the order of its buttons. */
export function offers({ job, hosts }: JobState): Offer[] {
  const isPaused = job.state === 'paused' && job.reason !== 'ENDING';
  const canRetry = retryable(hosts.values()).length > 0;
  if (isPaused) return ['resume', ...(canRetry ? (['retry'] as const) : []), 'end', 'cancel'];
  if (!isEnded(job)) return ['cancel'];
  const canRollBack = !job.dry_run && job.operation !== 'rollback' && changed(hosts.values()).length > 0;
  return [...(canRetry ? (['retry'] as const) : []), ...(canRollBack ? (['rollback'] as const) : [])];
}
