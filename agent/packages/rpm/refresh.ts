import type { JobEnv, JobFailure } from '../backend.ts';
import { waitForLocks } from '../lock.ts';
import { writeStamp } from '../refreshed.ts';
import type { RpmDriver } from './driver.ts';
import { checkWritable, listFolders } from './space.ts';
import type { RpmContext } from './system.ts';
import { rpmEnv } from './system.ts';

/** Refreshes the repositories' metadata; a failure when any repository failed. Safe to repeat. */
export async function refreshMetadata(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
): Promise<JobFailure | null> {
  const blocked = (await checkWritable(listFolders)) ?? (await waitForLocks(driver.locks));
  if (blocked) return blocked;
  env.progress(2, 'refreshing the package lists');
  const argv = driver.refreshArgv();
  const result = await env.runDetached('refresh', { argv, env: rpmEnv, timeLimitMs: context.timeLimitMs });
  if (result.lost) return { code: 'INTERRUPTED', message: 'The refresh was cut off.' };
  const known = driver.classify(result.outputTail);
  if (result.exitCode === 0 && known === null) return writeStamp(context);
  const last = result.outputTail.trim().split('\n').at(-1);
  return known ?? { code: 'FETCH_FAILED', message: last || 'The metadata could not be refreshed.' };
}
