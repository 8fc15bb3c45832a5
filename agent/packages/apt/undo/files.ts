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

/** The stored packages, each checked by its hash again; what the stash lost may still be in the cache or the repository. */
export async function collectFiles(context: AptContext, env: JobEnv, record: AptRecord) {
  const outgoing = record.changes.filter((change) => change.from !== null);
  const files: StashedDeb[] = [];
  const missing: PackageChange[] = [];
  for (const change of outgoing) {
    const stored = record.stash.find(
      (file) => file.name === change.name && file.version === change.from && isSameArch(record, file, change),
    );
    const file = stored && (await findStored(context, env, stored));
    if (file) files.push(file);
    else missing.push(change);
  }
  if (missing.length === 0) await offerInCache(context, env, files);
  return { files, missing };
}

function isSameArch({ nativeArch }: AptRecord, file: StashedDeb, change: PackageChange): boolean {
  return instanceKey('', file.arch, nativeArch) === instanceKey('', change.arch, nativeArch);
}

async function findStored(context: AptContext, env: JobEnv, stored: StashedDeb): Promise<StashedDeb | null> {
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
 * While the index still lists those very files, apt takes them from its cache (trusting the size alone) or fetches
 * them, rather than from the paths it was given: so the right ones are put there.
 */
async function offerInCache(context: AptContext, env: JobEnv, files: readonly StashedDeb[]): Promise<void> {
  const signed = files.filter(({ source }) => source !== 'installed');
  const cached = await Promise.all(signed.map((file) => hashFile(path.join(archiveDir, archiveName(file)))));
  const paths = signed.filter(({ sha256 }, i) => cached[i] !== sha256).map((file) => file.path);
  if (paths.length === 0) return;
  const argv = ['cp', '--remove-destination', '-t', archiveDir, '--', ...paths];
  const { exitCode } = await runApart(context, env, 'offer', argv);
  if (exitCode !== 0) env.log('agent', `the stored packages could not be copied to ${archiveDir}`);
}
