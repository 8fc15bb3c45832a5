import { mkdir } from 'node:fs/promises';
import type { JobEnv, PackageChange } from '../../backend.ts';
import { hashFile } from '../../shared/hash.ts';
import type { StashedFile } from '../../job/stashedFile.ts';
import { stashFolder } from '../../job/stash.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import { rpmKey } from '../read/inventory.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import { fetchInto, fileName, listCached, verified } from '../run/stash.ts';
import type { RpmContext } from '../rpmContext.ts';

/** The stored packages, each checked by its hash again; what the stash lost may still be in the cache or a repository. */
export async function collectFiles(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  record: RpmRecord,
): Promise<{ files: StashedFile[]; missing: PackageChange[] }> {
  const files: StashedFile[] = [];
  const missing: PackageChange[] = [];
  for (const change of record.changes.filter(({ from }) => from !== null)) {
    const stored = record.stash.find(
      (file) => rpmKey(file) === rpmKey(change) && file.version === change.from,
    );
    const file = stored && (await findStored(context, driver, env, stored));
    if (file) files.push(file);
    else missing.push(change);
  }
  return { files, missing };
}

async function findStored(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  stored: StashedFile,
): Promise<StashedFile | null> {
  if ((await hashFile(stored.path)) === stored.sha256) return stored;
  const cached = (await listCached(driver)).get(fileName(stored));
  if (cached !== undefined && (await hashFile(cached)) === stored.sha256) return { ...stored, path: cached };
  const folder = stashFolder(context, env.jobId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await fetchInto(context, driver, env, folder, [stored]);
  const fetched = await verified(context, folder, [stored]);
  return fetched.find((file) => file.sha256 === stored.sha256) ?? null;
}
