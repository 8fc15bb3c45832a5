import { type Actor, actors, AppError, type Context, type HostScope, validationError } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { approvalHash } from '../domain/approvalHash.ts';
import { EXPIRED } from '../domain/states.ts';
import { ApprovalModel } from '../models.ts';
import { DECIDING, hostIdsOf, readOne, type Seen } from './read.ts';
import {
  expire,
  lockedWaiting,
  move,
  moveToWithdrawn,
  notWaiting,
  requesterActor,
  wordsOf,
  type Ended,
} from './moves.ts';
import { runRequest } from './request.ts';
import { makeRun } from './runs.ts';

/** Who acts, and which hosts that person sees. */
export interface Caller {
  by: ActedBy;
  scope: HostScope;
}

/**
 * Approves, and makes the run. Approving again by the same person changes nothing. Throws APPROVAL_NOT_FOUND,
 * JOB_OUT_OF_SCOPE, APPROVER_NOT_ALLOWED, APPROVAL_CHANGED, APPROVAL_NOT_WAITING, VALIDATION_FAILED for a time of
 * retries that is past or too far away, and FORBIDDEN for somebody who may not decide approvals.
 */
export async function approve(
  ctx: Context,
  { id, hash, note, retriesUntil }: Given,
  { by, scope }: Caller,
): Promise<Seen> {
  requireSoon(retriesUntil, ctx.clock.now());
  const seen = await readOne(ctx, id, { actor: by.actor, scope });
  if (seen.row.approvalHash !== hash) throw new AppError('APPROVAL_CHANGED');
  if (seen.row.state === 'approved' && seen.row.decidedById === by.actor.id) return seen;
  requireMayDecide(seen);
  const gone = await whatChanged(ctx, seen.row);
  if (gone) {
    const ended = await expire(ctx, id, gone);
    throw notWaiting(ended ?? seen.row);
  }
  const set = { message: note, retriesUntil };
  const row = await decide(ctx, { id, to: 'approved', set, action: 'approval.approved' }, by);
  if (row) await makeRun(ctx, row);
  return readOne(ctx, id, { actor: by.actor, scope });
}

/** An approval as somebody gives it. */
interface Given {
  id: string;
  hash: string;
  note: string;
  /** Until when people's retries of the run are covered too; null: it ends with the run. */
  retriesUntil: Date | null;
}

const LONGEST_RETRIES_MS = 30 * 86_400_000;

function requireSoon(until: Date | null, now: Date): void {
  if (until === null || (until > now && until.getTime() <= now.getTime() + LONGEST_RETRIES_MS)) return;
  throw validationError([{ path: '/body/retries_until', message: 'must lie within the next 30 days' }]);
}

/** Throws as `approve`. */
export async function deny(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
  { by, scope }: Caller,
): Promise<Seen> {
  requireMayDecide(await readOne(ctx, id, { actor: by.actor, scope }));
  await decide(ctx, { id, to: 'denied', set: { message: reason }, action: 'approval.denied' }, by);
  return readOne(ctx, id, { actor: by.actor, scope });
}

/** For whoever asked, and for administrators. Throws APPROVAL_NOT_FOUND, FORBIDDEN, APPROVAL_NOT_WAITING. */
export async function withdraw(ctx: Context, id: string, { by, scope }: Caller): Promise<Seen> {
  const seen = await readOne(ctx, id, { actor: by.actor, scope });
  if (seen.row.state !== 'waiting') throw notWaiting(seen.row);
  if (!seen.mayWithdraw)
    throw new AppError('FORBIDDEN', {
      message: 'Only the person who asked, or an administrator, may withdraw this.',
    });
  await ctx.tx(
    async (tx) => {
      const row = await lockedWaiting(ctx, tx, id);
      await moveToWithdrawn(ctx, tx, row, by);
    },
    { name: 'approvals.withdraw' },
  );
  return readOne(ctx, id, { actor: by.actor, scope });
}

const WHY_NOT: Readonly<Record<string, string>> = {
  AUTHOR: 'You made the plan, the request or the policy; somebody else has to decide this.',
  MADE_BY_AUTHOR:
    'Your account is not independent of the requester’s: one of you, or the same third person, created, enabled or re-roled the other account or reset its credentials shortly before the request or since. Somebody else has to decide this.',
  NOT_A_PERSON: 'Approvals are given by people, not by API tokens.',
};

function requireMayDecide({ row, mayDecide }: Seen): void {
  if (mayDecide === null) return;
  if (mayDecide === 'NOT_WAITING') throw notWaiting(row);
  if (mayDecide === 'OUT_OF_SCOPE') throw new AppError('JOB_OUT_OF_SCOPE');
  if (mayDecide === 'NO_PERMISSION') throw new AppError('FORBIDDEN');
  throw new AppError('APPROVER_NOT_ALLOWED', {
    message: WHY_NOT[mayDecide],
    details: { reason: mayDecide },
  });
}

interface Decision {
  id: string;
  to: 'approved' | 'denied';
  set: Partial<ApprovalModel>;
  action: 'approval.approved' | 'approval.denied';
}

/**
 * Writes a decision; of two at once the second finds the approval decided. Null: the same person had approved it
 * already.
 */
async function decide(
  ctx: Context,
  { id, to, set, action }: Decision,
  by: ActedBy,
): Promise<ApprovalModel | null> {
  return ctx.tx(
    async (tx) => {
      // Rights may have changed since the call began.
      const account = await ctx.core.identity.accounts.lock(tx, by.actor.id ?? '');
      const held = await ctx.core.identity.roles.permissionsOf(account?.role ?? '', tx);
      if (!account || account.disabled || !held.includes(DECIDING)) throw new AppError('FORBIDDEN');
      const found = await ApprovalModel.query(tx.knex).findById(id).forUpdate();
      if (found?.state === to && to === 'approved' && found.decidedById === by.actor.id) return null;
      const row = await lockedWaiting(ctx, tx, id);
      const decided = { ...set, decidedById: by.actor.id, decidedByName: by.actor.name };
      return move(ctx, tx, { row, to, set: decided, action, by });
    },
    { name: `approvals.${to}` },
  );
}

/**
 * Why the run would no longer be what was asked for; null: it would be. Throws what prevents it only for now and the
 * approver can put right (a host at two addresses, for example).
 */
async function whatChanged(ctx: Context, row: ApprovalModel): Promise<Ended | null> {
  const scope = await requesterScope(ctx, row);
  if (scope === null) return { reason: 'REQUESTER_GONE', message: EXPIRED.REQUESTER_GONE };
  const words = runRequest(row.planJobId, { ...row, hostIds: await hostIdsOf(ctx.db.reader, row.id) });
  try {
    const draft = await ctx.core.patching.draftRun(words, { actor: requesterActor(row), scope });
    if (approvalHash(draft.question) === row.approvalHash) return null;
  } catch (error) {
    return endedBy(ctx, error);
  }
  return { reason: 'PLAN_CHANGED', message: EXPIRED.PLAN_CHANGED };
}

/** Refusals that are final: something is gone, or the plan was run. */
const FOR_GOOD: readonly string[] = [
  'JOB_NOT_FOUND',
  'HOST_NOT_FOUND',
  'PLAN_NOT_APPROVABLE',
  'PLAN_TOO_LARGE',
  'PLAN_ALREADY_RUN',
];

function endedBy(ctx: Context, error: unknown): Ended {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'JOB_OUT_OF_SCOPE') return { reason: 'REQUESTER_GONE', message: EXPIRED.REQUESTER_GONE };
  if (!FOR_GOOD.includes(error.code)) throw error;
  return { reason: error.code, message: wordsOf(ctx, error) };
}

/**
 * The hosts on which the requester may run jobs now; null: none, for that right is gone. All for a policy, which keeps
 * what it was saved with.
 */
export async function requesterScope(ctx: Context, row: ApprovalModel): Promise<HostScope | null> {
  const { requester, policyId } = row;
  if (policyId !== null || (requester.kind !== 'user' && requester.kind !== 'token')) return 'all';
  const actor = await requesterNow(ctx, requesterActor(row));
  return actor && ctx.mayCall('jobs:run', actor) ? actors.hostScopeOf(ctx.hooks, actor) : null;
}

async function requesterNow({ core }: Context, actor: Actor): Promise<Actor | null> {
  if (actor.kind === 'token') return (await core.identity.actorsNow([actor]))[0] ?? null;
  const account = await core.identity.accounts.find(actor.id ?? '');
  if (!account || account.disabled) return null;
  const { role } = account;
  return { ...actor, role, permissions: await core.identity.roles.permissionsOf(role) };
}
