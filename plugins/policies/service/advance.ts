import type { Context } from '#sdk';
import { RunModel } from '../models.ts';
import { SENTENCES } from '../reasons.ts';
import { awaitApproval } from './approval.ts';
import { followRun } from './follow.ts';
import { beginPlan, judgePlan } from './plan.ts';
import { moveRun } from './runs.ts';
import { startRun } from './start.ts';
import { planJobOf } from './steps.ts';

/** A manager that works on a run holds it for this long; then another manager takes it up. */
const LEASE_MS = 30_000;

/** The runs that are due, the longest due first. */
export async function dueRuns({ db }: Context, limit: number): Promise<RunModel[]> {
  return RunModel.query(db.reader)
    .where('due_at', '<=', await db.now())
    .orderBy('due_at')
    .limit(limit);
}

/**
 * Does the next step of a run that is due. Each step ends in one write that compares the run's version, and what it
 * does before that uses a key that follows from the run: any manager may do a step again, and it happens once.
 */
export async function advance(ctx: Context, seen: RunModel): Promise<void> {
  if (!(await claim(ctx, seen))) return;
  const now = await ctx.db.now();
  switch (seen.state) {
    case 'planning':
      return planJobOf(seen) === null ? begin(ctx, seen, now) : judgePlan(ctx, seen, now);
    case 'ready':
      return startRun(ctx, seen, now);
    case 'waiting_approval':
      return awaitApproval(ctx, seen, now);
    case 'running':
      return followRun(ctx, seen, now);
    case 'completed':
    case 'skipped':
    case 'failed':
      return;
  }
}

async function begin(ctx: Context, run: RunModel, now: Date): Promise<void> {
  if (run.round === 1 && now > run.lateAt) {
    const message = `${SENTENCES.START_MISSED} It is later by now than the policy lets a run begin.`;
    await moveRun(ctx, run, { standing: { state: 'skipped', reason: 'START_MISSED', message } });
    return;
  }
  await beginPlan(ctx, run, now);
}

/** Puts the run off for other managers while this one is at work. False: another has it, or it has changed. */
async function claim(ctx: Context, { id, version, dueAt }: RunModel): Promise<boolean> {
  const until = new Date((await ctx.db.now()).getTime() + LEASE_MS);
  const changed = await ctx.tx(
    async ({ knex }) => RunModel.query(knex).where({ id, version, due_at: dueAt }).patch({ dueAt: until }),
    { name: 'policies.leaseRun', durable: false },
  );
  return changed > 0;
}
