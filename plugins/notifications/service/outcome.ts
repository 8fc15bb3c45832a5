import type { DeliveryModel, MessageModel } from '../models.ts';

/** What one attempt came to, and what the other side said. `refused`: trying again is no use. */
export interface Outcome {
  kind: 'sent' | 'dropped' | 'later' | 'refused';
  answer: string;
}

/** One delivery, what it tells, and when it must end. */
export interface Attempt {
  row: DeliveryModel;
  told: MessageModel;
  signal: AbortSignal;
}
