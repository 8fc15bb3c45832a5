/** What an approved plan allows: exactly itself, or what an interrupted job has left of it. */
import type { JobEnv, JobFailure, Plan, PlanEntry, RunOptions } from '../backend.ts';
import { planChanged } from './failures.ts';
import { planHash as hashOf } from '../shared/plan.ts';

const textOf = ({ action, name, arch, from, to }: PlanEntry): string =>
  [action, name, arch, from ?? '', to ?? ''].join(' ');

/**
 * Whether a plan is what is left of an approved one: each of its changes is an entry of that one, to the same version,
 * and whatever of the approved one does not stand at its target yet is in it.
 */
export function isRemainder(
  plan: readonly PlanEntry[],
  approved: readonly PlanEntry[],
  unmet: readonly PlanEntry[],
): boolean {
  const allowed = new Set(approved.map(textOf));
  const planned = new Set(plan.map(textOf));
  return (
    plan.every((entry) => allowed.has(textOf(entry))) && unmet.every((entry) => planned.has(textOf(entry)))
  );
}

/**
 * PLAN_CHANGED unless nothing was approved, or just this, or a job of this agent that was interrupted has left just
 * this. `findUnmet` gives the entries that do not stand at their target on this host.
 */
export async function checkApproved(
  { entries, planHash: found }: Plan,
  { planHash: expected, interrupted }: RunOptions,
  env: Pick<JobEnv, 'log'>,
  findUnmet: (approved: readonly PlanEntry[]) => PlanEntry[],
): Promise<JobFailure | null> {
  if (expected === undefined || expected === found) return null;
  const approved = (await interrupted?.()) ?? null;
  if (approved === null || hashOf(approved) !== expected) return planChanged({ expected, found });
  if (!isRemainder(entries, approved, findUnmet(approved))) return planChanged({ expected, found });
  const done = approved.length - entries.length;
  env.log('agent', `An interrupted job has done ${done} of the ${approved.length} approved changes.`);
  return null;
}
