import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv, PackageChange } from '../../backend.ts';
import { hashFile } from '../../shared/hash.ts';
import { stashFolder } from '../../job/stash.ts';
import { instanceKey } from '../read/inventory.ts';
import type { AptRecord, StashedDeb } from '../aptRecord.ts';
import { archiveDir, archiveName } from '../plan/reversibility.ts';
import { downloadExact } from '../run/stash.ts';
import { runApart } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/** Whether this file is the old version of that change; `all` and the host's own architecture count as one. */
export function isOutgoing({ nativeArch }: AptRecord, change: PackageChange, file: StashedDeb): boolean {
  const keyOf = ({ name, arch }: { name: string; arch: string }) => instanceKey(name, arch, nativeArch);
  return keyOf(change) === keyOf(file) && change.from === file.version;
}

/** The stash, and apt's cache unless the package was rebuilt. */
export function placesOf(stored: StashedDeb): string[] {
  return stored.source === 'installed'
    ? [stored.path]
    : [stored.path, path.join(archiveDir, archiveName(stored))];
}

/** Looks for a package that the stash lost in the cache, then in the repository. */
export async function findElsewhere(
  context: AptContext,
  env: JobEnv,
  stored: StashedDeb,
): Promise<StashedDeb | null> {
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
 * Puts the stored files into apt's cache. While the index still lists them, apt takes them from its cache (checking
 * the size alone) or fetches them, and not from the paths that it was given.
 */
export async function offerInCache(
  context: AptContext,
  env: JobEnv,
  files: readonly StashedDeb[],
): Promise<void> {
  const signed = files.filter(({ source }) => source !== 'installed');
  const cached = await Promise.all(signed.map((file) => hashFile(path.join(archiveDir, archiveName(file)))));
  const paths = signed.filter(({ sha256 }, i) => cached[i] !== sha256).map((file) => file.path);
  if (paths.length === 0) return;
  const argv = ['cp', '--remove-destination', '-t', archiveDir, '--', ...paths];
  const { exitCode } = await runApart(context, env, 'offer', argv);
  if (exitCode !== 0) env.log('agent', `the stored packages could not be copied to ${archiveDir}`);
}
