import type { ActedBy, Context, Tx } from '../../../server/plugin.ts';
import { startsAfter } from '../domain/schedule.ts';
import { RunModel, type PolicyModel } from '../models.ts';
import { accountOf } from './sight.ts';
import { writeRun, type RunChange, type Standing } from './runs.ts';

/** In a transaction that has locked the policy. */
export async function activeRun(tx: Tx, { activeRunId }: PolicyModel): Promise<RunModel | null> {
  if (activeRunId === null) return null;
  return (await RunModel.query(tx.knex).findById(activeRunId).forUpdate()) ?? null;
}

/** Its job has not been made, and its start lies ahead. */
export const isPrepared = (run: RunModel | null, now: Date): run is RunModel =>
  run !== null && run.state !== 'running' && run.startsAt > now && run.round === 1;

interface Act {
  by: ActedBy;
  now: Date;
}

/** Ends a run that has not begun, by the act of a person. */
export async function endPrepared(
  ctx: Context,
  tx: Tx,
  { run, standing, set, by, now }: Act & { run: RunModel; standing: Standing; set?: RunChange },
): Promise<void> {
  const who = { requestedById: accountOf(by.actor), requestedByName: by.actor.name };
  await writeRun(ctx, tx, run, { standing, set: { ...set, ...who }, now });
}

/**
 * After an edit: a run that is only prepared is planned anew by what holds now, or ends where its start is none any
 * more. One that has begun goes on as it was.
 */
export async function planAnew(
  ctx: Context,
  tx: Tx,
  { before, after, by, now }: Act & { before: PolicyModel; after: PolicyModel },
): Promise<void> {
  const run = await activeRun(tx, after);
  if (!isPrepared(run, now) || !isMaterial(before, after)) return;
  const { target, scope, spec, authorIds } = after;
  const [start] = startsAfter(after, new Date(run.startsAt.getTime() - 1), 1);
  const isKept = start?.startsAt.getTime() === run.startsAt.getTime();
  if (!isKept) {
    const standing: Standing = { state: 'skipped', reason: 'POLICY_CHANGED' };
    // Without its local start: the next edit may bring that back, and then it is to happen.
    return endPrepared(ctx, tx, { run, standing, set: { localStart: null }, by, now });
  }
  await writeRun(ctx, tx, run, {
    standing: { state: 'planning', reason: 'PLANNING' },
    set: {
      ...{ frozen: { target, scope: scope.hosts, spec, authorIds }, generation: run.generation + 1 },
      ...{ planJobId: null, plannedAt: null, approvalId: null, dueAt: now },
      lateAt: new Date(run.startsAt.getTime() + after.maxLateSecs * 1_000),
    },
    now,
  });
}

const MATERIAL = ['rrule', 'timezone', 'daysAfter', 'target', 'scope', 'spec', 'maxLateSecs'] as const;

const isMaterial = (before: PolicyModel, after: PolicyModel): boolean =>
  MATERIAL.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

/** When the policy is deleted: what has not begun does not begin, and a job at work goes on by itself. */
export async function dropPrepared(
  ctx: Context,
  tx: Tx,
  { policy, by, now }: Act & { policy: PolicyModel },
): Promise<void> {
  const run = await activeRun(tx, policy);
  if (!run) return;
  const goesOn = 'The policy was deleted; the job that was at work goes on.';
  const standing: Standing =
    run.state === 'running' || run.round > 1
      ? { state: 'completed', reason: 'POLICY_DELETED', message: goesOn }
      : { state: 'skipped', reason: 'POLICY_DELETED' };
  await endPrepared(ctx, tx, { run, standing, by, now });
}
