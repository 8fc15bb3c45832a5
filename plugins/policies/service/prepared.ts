import { actors, type Context, type Tx, work } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { startsAfter } from '../domain/schedule.ts';
import { RunModel, type PolicyModel } from '../models.ts';
import { SENTENCES } from '../reasons.ts';
import { accountOf } from './visibility.ts';
import { writeRun, type RunChange, type Standing } from './runs.ts';

/** Locks and returns the policy's open run; null: it has none. Call it in a transaction that has locked the policy. */
export async function activeRun(tx: Tx, { activeRunId }: PolicyModel): Promise<RunModel | null> {
  if (activeRunId === null) return null;
  return (await RunModel.query(tx.knex).findById(activeRunId).forUpdate()) ?? null;
}

/**
 * Whether nothing of the run has begun, because its start lies ahead. It may be approved, with its job waiting for the
 * start.
 */
export const isPrepared = (run: RunModel | null, now: Date): run is RunModel =>
  run !== null && run.startsAt > now && run.round === 1;

/**
 * Makes sure that no work of the run begins any more: cancels its job that waits for the start, and withdraws its open
 * approval request. False: its job is at work. An approval that is just being given makes no job, for {@link
 * refuseLeftOut} asks under the lock of the run.
 */
async function takeBack(ctx: Context, tx: Tx, run: RunModel, by: ActedBy): Promise<boolean> {
  const jobId = run.round === 1 ? run.runJobId : run.rerunJobId;
  if (run.state === 'running' && jobId !== null) return ctx.core.patching.cancelScheduled(tx, jobId, by);
  if (run.approvalId !== null) await ctx.useIfOn('approvals')?.withdraw(tx, run.approvalId, by);
  return true;
}

interface Act {
  by: ActedBy;
  now: Date;
}

interface Ending extends Act {
  run: RunModel;
  standing: Standing;
  set?: RunChange;
}

/** Ends a run that has not begun, by the act of a person. False: it is at work, and nothing is written. */
export async function endPrepared(ctx: Context, tx: Tx, ending: Ending): Promise<boolean> {
  if (!(await takeBack(ctx, tx, ending.run, ending.by))) return false;
  await endBy(ctx, tx, ending);
  return true;
}

const MADE_AHEAD =
  'The clock was ahead when this run was made, and has been set back since: its start is still to come.';

/**
 * Ends a run that would wait for a start further ahead than any run is prepared, as a clock that was ahead made it: all
 * others would overlap with it.
 */
export async function endAhead(ctx: Context, tx: Tx, policy: PolicyModel, now: Date): Promise<void> {
  const run = await activeRun(tx, policy);
  const latestMs = now.getTime() + policy.planLeadSecs * 1_000 + work.CLOCKS_DIFFER_MS;
  if (!isPrepared(run, now) || run.startsAt.getTime() <= latestMs) return;
  const standing = { state: 'skipped', reason: 'START_MISSED', message: MADE_AHEAD } as const;
  const by = { actor: actors.system, address: null };
  await endPrepared(ctx, tx, { run, standing, set: { localStart: null }, by, now });
}

async function endBy(ctx: Context, tx: Tx, { run, standing, set, by, now }: Ending): Promise<void> {
  const who = { requestedById: accountOf(by.actor), requestedByName: by.actor.name };
  // Cancelling its job has just changed the run's row, so the row is read again.
  const latest = (await RunModel.query(tx.knex).findById(run.id)) ?? run;
  await writeRun(ctx, tx, latest, { standing, set: { ...set, ...who }, now });
}

/**
 * After an edit, plans a prepared run anew by what holds now, or ends it if the policy no longer starts then; its
 * approval, or the request for one, is taken back. A run that has begun goes on as it was.
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
    // Clears its local start: the next edit may bring that start back, and then it must happen.
    await endPrepared(ctx, tx, { run, standing, set: { localStart: null }, by, now });
    return;
  }
  if (!(await takeBack(ctx, tx, run, by))) return;
  const latest = (await RunModel.query(tx.knex).findById(run.id)) ?? run;
  await writeRun(ctx, tx, latest, {
    standing: { state: 'planning', reason: 'PLANNING' },
    set: {
      frozen: { target, scope: scope.hosts, spec, authorIds },
      generation: run.generation + 1,
      planJobId: null,
      plannedAt: null,
      approvalId: null,
      runJobId: null,
      dueAt: now,
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
  const goesOn = 'The policy was deleted; its running job continues.';
  const isOver = await takeBack(ctx, tx, run, by);
  const standing: Standing =
    isOver && run.round === 1
      ? { state: 'skipped', reason: 'POLICY_DELETED' }
      : { state: 'completed', reason: 'POLICY_DELETED', message: isOver ? SENTENCES.POLICY_DELETED : goesOn };
  await endBy(ctx, tx, { run, standing, by, now });
}

/**
 * When the policy is paused: what has not begun does not begin, approved or not. A job at work goes on, and so does a
 * run that a person asked for.
 */
export async function holdPrepared(
  ctx: Context,
  tx: Tx,
  { policy, by, now }: Act & { policy: PolicyModel },
): Promise<void> {
  const run = await activeRun(tx, policy);
  if (!run || run.cause === 'person') return;
  const standing: Standing =
    run.round === 1
      ? { state: 'skipped', reason: 'POLICY_PAUSED' }
      : { state: 'completed', reason: 'JOB_ENDED', message: `${SENTENCES.JOB_ENDED} ${NOT_AGAIN}` };
  await endPrepared(ctx, tx, { run, standing, by, now });
}

const NOT_AGAIN =
  'Hosts whose plan had changed were to be planned once again, and the policy was paused before.';
