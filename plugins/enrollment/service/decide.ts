import { AppError, bulk, type Context } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { stateAt } from '../domain.ts';
import { RequestModel } from '../models.ts';
import { approveIn, denyIn, requirePending } from './approve.ts';

export interface Decision {
  decision: 'approve' | 'deny';
  ids: readonly string[];
  cursor?: string | undefined;
  limit?: number | undefined;
}

const DECIDED = { approve: 'approved', deny: 'denied' } as const;

/** Decides each request in a transaction of its own. One that is decided so already stays as it is; no host is replaced. */
export async function decideMany(
  ctx: Context,
  { decision, ids, ...page }: Decision,
  { by, ...asked }: bulk.Bulk & { by: ActedBy },
): Promise<bulk.Result> {
  const portion = bulk.portion(ids, { act: `decideEnrollments ${decision}`, ...page });
  const names = await namesOf(ctx, portion.ids);
  const nameOf = (id: string): string | null => names.get(id) ?? null;
  const done = await bulk.oneByOne(portion.ids, { ...asked, nameOf }, (id) =>
    ctx.tx(
      async (tx) => {
        const row = await RequestModel.query(tx.knex).findById(id).forUpdate();
        if (!row) throw new AppError('ENROLLMENT_NOT_FOUND');
        if (stateAt(row, ctx.clock.now()) === DECIDED[decision]) return false;
        const pending = await requirePending(ctx, tx, id);
        if (decision === 'approve') await approveIn(ctx, tx, pending, { by, replace: false });
        else await denyIn(ctx, tx, pending, by);
        return true;
      },
      { name: 'decide enrollments' },
    ),
  );
  return bulk.result(portion, done);
}

async function namesOf(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await RequestModel.query(ctx.db.reader)
    .whereIn('id', [...ids])
    .select('id', 'fqdn');
  return new Map(rows.map(({ id, fqdn }) => [id, fqdn]));
}
