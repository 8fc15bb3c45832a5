import { type Actor, actors, AppError, type Context, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { mayBecome, placeOf } from '../domain/states.ts';
import { ApprovalModel } from '../models.ts';
import { forAudit, tellChanged } from './telling.ts';

export const notWaiting = ({ id, state, reason, decidedByName }: ApprovalModel): AppError =>
  new AppError('APPROVAL_NOT_WAITING', {
    details: { approval_id: id, state, reason, decided_by: decidedByName },
  });

/**
 * Locks and returns an approval that waits. Throws APPROVAL_NOT_FOUND, and APPROVAL_NOT_WAITING also when its time is
 * over and nobody has written that yet.
 */
export async function lockedWaiting(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  id: string,
): Promise<ApprovalModel> {
  const row = await ApprovalModel.query(tx.knex).findById(id).forUpdate();
  if (!row) throw new AppError('APPROVAL_NOT_FOUND', { details: { approval_id: id } });
  if (row.state !== 'waiting' || row.expiresAt <= clock.now()) throw notWaiting(row);
  return row;
}

export interface Move {
  row: ApprovalModel;
  to: Exclude<ApprovalModel['state'], 'waiting'>;
  set: Partial<ApprovalModel>;
  action: `approval.${'approved' | 'denied' | 'withdrawn' | 'expired' | 'overridden'}`;
  by: { actor: Actor; address: string | null };
  reason?: string;
}

/** The only function that writes states, in a transaction that has locked the row. */
export async function move(
  ctx: Pick<Context, 'clock' | 'audit' | 'live'>,
  tx: Tx,
  { row, to, set, action, by, reason }: Move,
): Promise<ApprovalModel> {
  if (!mayBecome(row.state, to)) throw notWaiting(row);
  const now = ctx.clock.now();
  const after = await ApprovalModel.query(tx.knex).patchAndFetchById(row.id, {
    ...set,
    state: to,
    waitingHash: null,
    decidedAt: now,
    place: placeOf(to, now),
  });
  ctx.audit.record(tx, {
    ...by,
    action,
    resource: { kind: 'approval', id: row.id, name: row.name },
    before: { state: row.state },
    after: { ...forAudit(after), message: after.message, ...(reason === undefined ? {} : { reason }) },
  });
  await tellChanged(ctx, tx, after);
  return after;
}

/** Withdraws an approval that nobody has decided. Leaves alone one that is decided, has ended, or is gone. */
export async function withdrawIn(ctx: Context, tx: Tx, id: string, by: ActedBy): Promise<void> {
  const row = await ApprovalModel.query(tx.knex).findById(id).forUpdate();
  if (row?.state === 'waiting') await moveToWithdrawn(ctx, tx, row, by);
}

export const moveToWithdrawn = (
  ctx: Context,
  tx: Tx,
  row: ApprovalModel,
  by: ActedBy,
): Promise<ApprovalModel> =>
  move(ctx, tx, {
    row,
    to: 'withdrawn',
    action: 'approval.withdrawn',
    by,
    set: { decidedById: by.actor.id, decidedByName: by.actor.name },
  });

export interface Ended {
  reason: string;
  message: string;
}

/** Ends an approval as expired. Null: it was decided otherwise meanwhile, or its run is made. */
export async function expire(ctx: Context, id: string, ended: Ended): Promise<ApprovalModel | null> {
  return ctx.tx(
    async (tx) => {
      const row = await ApprovalModel.query(tx.knex).findById(id).forUpdate();
      if (!row || row.runJobId !== null || !mayBecome(row.state, 'expired')) return null;
      return expireIn(ctx, tx, row, ended);
    },
    { name: 'approvals.expire' },
  );
}

export const expireIn = (
  ctx: Pick<Context, 'clock' | 'audit' | 'live'>,
  tx: Tx,
  row: ApprovalModel,
  { reason, message }: Ended,
): Promise<ApprovalModel> =>
  move(ctx, tx, {
    row,
    to: 'expired',
    action: 'approval.expired',
    set: { reason, message: message.slice(0, 500) },
    by: SYSTEM,
    reason,
  });

const SYSTEM = { actor: actors.system, address: null };

/** What an error says to people: its own words, or those of the catalogue. */
export const wordsOf = ({ errors }: Pick<Context, 'errors'>, { code, params }: AppError): string =>
  params.message ?? errors[code]?.message ?? code;

/** In whose name the run is made. */
export const requesterActor = ({ requester }: ApprovalModel): Actor => ({
  ...actors.withoutSession,
  ...requester,
});
