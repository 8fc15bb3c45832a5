import { mkdir } from 'node:fs/promises';
import type { JobEnv, PackageChange } from '../../backend.ts';
import { stashFolder } from '../../job/stash.ts';
import type { StashedFile } from '../../shared/stashedFile.ts';
import { hashFile } from '../../shared/hash.ts';
import { rpmKey } from '../read/inventory.ts';
import type { RpmContext } from '../rpmContext.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import { fileName, listCached } from '../read/cached.ts';
import { fetchInto, verified } from '../run/stash.ts';

/** Whether this file is the old version of that change. */
export function isOutgoing(change: PackageChange, file: StashedFile): boolean {
  return rpmKey(file) === rpmKey(change) && file.version === change.from;
}

/** Looks for a package that the stash lost in the cache, then in a repository. */
export async function findElsewhere(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  stored: StashedFile,
): Promise<StashedFile | null> {
  const cached = (await listCached(driver)).get(fileName(stored));
  if (cached !== undefined && (await hashFile(cached)) === stored.sha256) return { ...stored, path: cached };
  const folder = stashFolder(context, env.jobId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await fetchInto(context, driver, env, folder, [stored]);
  const fetched = await verified(context, folder, [stored]);
  return fetched.find((file) => file.sha256 === stored.sha256) ?? null;
}
