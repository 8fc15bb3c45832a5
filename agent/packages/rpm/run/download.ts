import type { JobEnv, JobFailure } from '../../backend.ts';
import { cutDownload } from '../../shared/failures.ts';
import { StashRoom } from '../../job/stashRoom.ts';
import { endedFailure, wholeEnder } from '../../shared/scripts.ts';
import type { PreparedRpmPlan } from '../plan/planner.ts';
import type { RpmContext } from '../rpmContext.ts';
import { rpmEnv } from '../rpmContext.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import { spaceNeeds } from './space.ts';

/**
 * Fetches the incoming packages into the package manager's cache as a step of its own, so that a failing source or a
 * cancel comes before any package is touched. Refuses first if the disk has no room for them.
 */
export async function download(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  { plan, commands }: PreparedRpmPlan,
): Promise<JobFailure | null> {
  const [command] = commands;
  if (!command || !plan.entries.some(({ to }) => to !== null)) return null;
  const full = await new StashRoom(context, env, { needs: spaceNeeds(driver, plan) }).makeForJob();
  if (full) return full;
  env.progress(20, 'downloading');
  // The step is named after the plan: after a restart, another plan must not mistake this download for its own.
  const result = await env.runDetached(`download-${plan.planHash.slice(0, 12)}`, {
    argv: driver.argv(command, 'download'),
    env: rpmEnv,
    timeLimitMs: context.fetchLimitMs,
    onTimeLimit: wholeEnder((text) => env.log('agent', text)),
  });
  if (result.timeLimitHit && result.exitCode !== 0) return endedFailure('download', context.fetchLimitMs);
  if (result.lost) return cutDownload;
  if (driver.fetchedCodes.includes(result.exitCode ?? -1)) return null;
  const last = result.outputTail.trim().split('\n').at(-1);
  return (
    driver.classify(result.outputTail) ?? {
      code: 'FETCH_FAILED',
      message: last || 'The packages could not be fetched.',
    }
  );
}
