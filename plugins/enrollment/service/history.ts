import { type Context, paging } from '#sdk';
import { stateAt } from '../domain.ts';
import { RequestModel } from '../models.ts';

export type Decided = 'approved' | 'denied' | 'expired';

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
  { status, ...query }: paging.Query & { status?: Decided },
): Promise<HistoryPage> {
  const now = ctx.clock.now();
  const ended = RequestModel.query(ctx.db.reader).where((one) => {
    if (status !== undefined && status !== 'expired') return void one.where('state', status);
    if (status === 'expired') one.where('state', 'expired');
    else one.whereNot('state', 'pending');
    one.orWhere((late) => void late.where('state', 'pending').where('expires_at', '<=', now));
  });
  const { rows, ...page } = await paging.page(ended, query);
  return { requests: rows.map((row) => Object.assign(row, { state: stateAt(row, now) })), ...page };
}
