import { type Context, paging } from '#sdk';
import { stateAt } from '../domain.ts';
import { RequestModel } from '../models.ts';

const DECIDED = ['approved', 'denied', 'expired'] as const;

export type Decided = (typeof DECIDED)[number];

export interface HistoryPage {
  /** As they stand now: one whose time is over is `expired`, even before the job has written that. */
  requests: RequestModel[];
  total: number;
  nextCursor: string | null;
}

/**
 * Requests that nobody can decide any more. Throws VALIDATION_FAILED for a cursor of another list.
 */
export async function listHistory(
  ctx: Context,
  { state, stateNot, ...query }: paging.Query & paging.StateQuery<Decided>,
): Promise<HistoryPage> {
  const now = ctx.clock.now();
  const states = DECIDED.filter((one) => paging.isInState({ state, stateNot }, one));
  const ended = RequestModel.query(ctx.db.reader).where((one) => {
    one.whereIn('state', states);
    if (states.includes('expired'))
      one.orWhere((late) => void late.where('state', 'pending').where('expires_at', '<=', now));
  });
  const { rows, ...page } = await paging.page(ended, query);
  return { requests: rows.map((row) => Object.assign(row, { state: stateAt(row, now) })), ...page };
}
