/** What an approved plan allows: exactly its entries, or those that an interrupted job has not done yet. */
import type { JobEnv, JobFailure, Plan, PlanEntry, RunOptions } from '../backend.ts';
import { planChanged } from './failures.ts';
import { planHash as hashOf } from './plan.ts';

const textOf = ({ action, name, arch, from, to }: PlanEntry): string =>
  [action, name, arch, from ?? '', to ?? ''].join(' ');

/**
 * Whether `plan` is the rest of an approved plan: each of its changes is an approved entry, to the same version, and
 * it contains every approved entry that is not yet done (`unmet`).
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
 * Returns PLAN_CHANGED, unless no plan was approved, the plan is the approved one, or it is what an interrupted job
 * of this agent has left of the approved one. `findUnmet` gives the entries that are not yet done on this host.
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
