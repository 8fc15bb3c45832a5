import type { DeliveryModel, MessageModel } from '../models.ts';

/** The outcome of one attempt, and what the other side said. `refused`: trying again is no use. */
export interface Outcome {
  kind: 'sent' | 'dropped' | 'later' | 'refused';
  answer: string;
}

/** One delivery, its message, and the signal that ends the attempt. */
export interface Attempt {
  row: DeliveryModel;
  told: MessageModel;
  signal: AbortSignal;
}
