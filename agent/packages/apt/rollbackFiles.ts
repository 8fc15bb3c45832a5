import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv, PackageChange } from '../backend.ts';
import { hashFile } from './hash.ts';
import { instanceKey } from './inventory.ts';
import type { AptRecord, StashedFile } from './record.ts';
import { archiveDir, archiveName } from './reversibility.ts';
import { downloadExact, stashFolder } from './stash.ts';
import type { AptContext } from './system.ts';

/** The stored packages, each checked by its hash again; what the stash lost may still be in the cache or the repository. */
export async function collectFiles(context: AptContext, env: JobEnv, record: AptRecord) {
  const outgoing = record.changes.filter((change) => change.from !== null);
  const files: StashedFile[] = [];
  const missing: PackageChange[] = [];
  for (const change of outgoing) {
    const stored = record.stash.find(
      (file) => file.name === change.name && file.version === change.from && isSameArch(record, file, change),
    );
    const file = stored && (await locate(context, env, stored));
    if (file) files.push(file);
    else missing.push(change);
  }
  return { files, missing };
}

function isSameArch({ nativeArch }: AptRecord, file: StashedFile, change: PackageChange): boolean {
  return instanceKey('', file.arch, nativeArch) === instanceKey('', change.arch, nativeArch);
}

async function locate(context: AptContext, env: JobEnv, stored: StashedFile): Promise<StashedFile | null> {
  const found = await findStored(context, env, stored);
  if (found && found.source !== 'installed') await offerInCache(found);
  return found;
}

async function findStored(
  context: AptContext,
  env: JobEnv,
  stored: StashedFile,
): Promise<StashedFile | null> {
  if ((await hashFile(stored.path)) === stored.sha256) return stored;
  if (stored.source === 'installed') return null;
  const cached = path.join(archiveDir, archiveName(stored));
  if ((await hashFile(cached)) === stored.sha256) return { ...stored, path: cached };
  const folder = stashFolder(context, env.jobId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await downloadExact(context, folder, [stored]);
  const fetched = path.join(folder, archiveName(stored));
  return (await hashFile(fetched)) === stored.sha256 ? { ...stored, path: fetched } : null;
}

/**
 * While the index still lists that very file, apt takes it from its cache (trusting the size alone) or fetches
 * it, rather than from the path it was given: so the right one is put there.
 */
async function offerInCache({ path: file, sha256, ...version }: StashedFile): Promise<void> {
  const cached = path.join(archiveDir, archiveName(version));
  if ((await hashFile(cached)) === sha256) return;
  await rm(cached, { force: true });
  await link(file, cached).catch(() => copyFile(file, cached));
}
