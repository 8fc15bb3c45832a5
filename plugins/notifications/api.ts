/** What this plugin writes to the outbox; it tells other features nothing. */
import type { JobState } from '../../server/plugin.ts';

/** That a job has ended, or stands still until a person decides. Who is told is found out afterwards. */
export interface JobFact {
  happened: 'ended' | 'paused';
  jobId: string;
  state: JobState;
  /** Why it is in that state; null where there is nothing to say. */
  reason: string | null;
  /** Of the job's last event then. */
  seq: number;
  /** RFC 3339. */
  at: string;
}

declare module '../../server/plugin.ts' {
  interface OutboxTopics {
    'notifications.jobFact': JobFact;
    'notifications.delivery': { deliveryId: string };
  }
}
