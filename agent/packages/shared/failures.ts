/** The outcomes of a package job that are the same for every package manager. */
import { AppError } from '#server/shared/wire/appError.ts';
import type { DetachedResult, JobEnv, JobFailure, PackageChange, TransactionResult } from '../backend.ts';

/** A job that failed before any package was touched. */
export function failed({ code, message, details }: JobFailure): TransactionResult {
  return { changes: [], failure: { code, message, ...(details && { details }) }, reversible: null };
}

/** Expected errors become the job's outcome; any other (a cancel, a defect) is thrown on to the job runner. */
export async function judged(act: () => Promise<TransactionResult>): Promise<TransactionResult> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failed({ code: error.code, message: error.message, details: error.details });
  }
}

/** A download that was ended from outside: the transaction does not begin before every package is on the disk. */
export const cutDownload: JobFailure = {
  code: 'FETCH_FAILED',
  message: 'The download was cut off; nothing was changed.',
};

export function planChanged(details: Record<string, unknown>): JobFailure {
  const message = 'The host would now do something else than what was approved.';
  return { code: 'PLAN_CHANGED', message, details };
}

/**
 * PLAN_CHANGED for old versions of which the approved plan said that they could be restored; a new plan tells what can be
 * undone by now, and who approves that one has seen it.
 */
export function noWayBack(packages: readonly string[]): JobFailure {
  const names = packages.slice(0, 5).join(', ');
  const more = packages.length > 5 ? ` and ${packages.length - 5} more` : '';
  const message = `The approved plan could be rolled back, but the installed version of ${names}${more} can no longer be saved for that. Nothing was changed. Plan again to see what can be rolled back.`;
  return { code: 'PLAN_CHANGED', message, details: { packages, reason: 'what a rollback needs is gone' } };
}

export function conflict(message: string, details: Record<string, unknown>): JobFailure {
  return { code: 'ROLLBACK_CONFLICT', message, details };
}

/** CONFLICT for files of which the package manager would make something else than was planned. */
export function filesRefused(details: Record<string, unknown>): JobFailure {
  const message =
    "The host's package manager would not install the file, or would change other packages too; the details have its words.";
  return { code: 'CONFLICT', message, details };
}

/** Refuses a rollback that would remove the agent: the agent could not report how it ends. */
export function agentWouldGo(): JobFailure {
  const message =
    'The job has installed the agent, which cannot remove itself; remove it by hand on the host.';
  return conflict(message, { packages: ['fleetmend-agent'] });
}

/** ROLLBACK_CONFLICT for packages whose versions are no longer those that the job left; null when there are none. */
export function movedSince(moved: readonly { name: string }[]): JobFailure | null {
  if (moved.length === 0) return null;
  const names = moved.map(({ name }) => name);
  return conflict(`Changed since the job: ${names.join(', ')}.`, { packages: names, moved });
}

/**
 * ROLLBACK_CONFLICT for old versions that are no longer stored: a job is undone whole or not at all. null when none
 * is missing.
 */
export function noLongerStored(missing: readonly PackageChange[]): JobFailure | null {
  if (missing.length === 0) return null;
  const names = missing.map(({ name, from }) => `${name} ${from}`).join(', ');
  return conflict(`The packages to go back to are not stored any more: ${names}.`, {
    packages: missing.map(({ name }) => name),
    missing,
  });
}

/** A judged transaction. */
export interface Verdict {
  changes: PackageChange[];
  failure: JobFailure | null;
}

/**
 * A package manager that a signal ended is cut off as by a power cut, with packages half done: that its wrapper lived to
 * write the exit code (128 and the signal) makes no difference.
 */
export function asCutOff(result: DetachedResult): DetachedResult {
  return killedBy(result) === null ? result : { ...result, lost: true };
}

function killedBy({ exitCode }: Pick<DetachedResult, 'exitCode'>): number | null {
  return exitCode !== null && exitCode > 128 ? exitCode - 128 : null;
}

/** For a SIGKILL that the agent did not send; who reads it may not think of memory. */
export const memoryHint = 'the kernel does that when memory runs out (see journalctl -k)';

/** What became of a package manager that was cut off, without a full stop. */
export function cutOffText(result: Pick<DetachedResult, 'exitCode'>): string {
  const signal = killedBy(result);
  if (signal === null) return 'The package manager was cut off';
  return `The package manager was ended by signal ${signal}${signal === 9 ? `: ${memoryHint}` : ''}`;
}

/** INTERRUPTED is reported even if a repair has completed the plan. */
export function finalFailure(
  { failure }: Verdict,
  { lost, exitCode }: DetachedResult,
  env: Pick<JobEnv, 'log'>,
  manager: string,
): JobFailure | null {
  if (failure) return failure;
  if (lost) return { code: 'INTERRUPTED', message: `${cutOffText({ exitCode })}; the host was repaired.` };
  if (exitCode !== 0) {
    env.log('agent', `${manager} ended with ${exitCode}, yet every package stands where the plan wants it`);
  }
  return null;
}
