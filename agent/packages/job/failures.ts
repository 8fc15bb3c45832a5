/** What a package job comes to, besides what its package manager says. */
import { AppError } from '../../../server/shared/wire/appError.ts';
import type { DetachedResult, JobEnv, JobFailure, PackageChange, TransactionResult } from '../backend.ts';

/** A job that failed before any package was touched. */
export function failed({ code, message, details }: JobFailure): TransactionResult {
  return { changes: [], failure: { code, message, ...(details && { details }) }, reversible: null };
}

/** A job's expected errors are its outcome; anything else (a cancel, a defect) goes on to the job runner. */
export async function judged(act: () => Promise<TransactionResult>): Promise<TransactionResult> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failed({ code: error.code, message: error.message, details: error.details });
  }
}

export function planChanged(details: Record<string, unknown>): JobFailure {
  const message = 'The host would now do something else than what was approved.';
  return { code: 'PLAN_CHANGED', message, details };
}

export function conflict(message: string, details: Record<string, unknown>): JobFailure {
  return { code: 'ROLLBACK_CONFLICT', message, details };
}

/** Nobody could tell the end of a rollback that takes away the agent which does it. */
export function agentWouldGo(): JobFailure {
  const message = 'The job has installed the agent, which cannot take itself away.';
  return conflict(message, { packages: ['fleetmend-agent'] });
}

/** The packages that no longer stand where the job left them keep it from being undone; null when there are none. */
export function movedSince(moved: readonly { name: string }[]): JobFailure | null {
  if (moved.length === 0) return null;
  const names = moved.map(({ name }) => name);
  return conflict(`Changed since the job: ${names.join(', ')}.`, { packages: names, moved });
}

/** Without every old version a job is not undone at all; null when none is missing. */
export function noLongerStored(missing: readonly PackageChange[]): JobFailure | null {
  if (missing.length === 0) return null;
  const names = missing.map(({ name, from }) => `${name} ${from}`).join(', ');
  return conflict(`No longer stored: ${names}.`, { packages: missing.map(({ name }) => name), missing });
}

/** A judged transaction. */
export interface Verdict {
  changes: PackageChange[];
  failure: JobFailure | null;
}

/** A repair may have completed the plan; that it was cut off is told all the same. */
export function finalFailure(
  { failure }: Verdict,
  { lost, exitCode }: DetachedResult,
  env: Pick<JobEnv, 'log'>,
  manager: string,
): JobFailure | null {
  if (failure) return failure;
  if (lost)
    return { code: 'INTERRUPTED', message: 'The package manager was cut off; the host was repaired.' };
  if (exitCode !== 0) {
    env.log('agent', `${manager} ended with ${exitCode}, yet every package stands where the plan wants it`);
  }
  return null;
}
