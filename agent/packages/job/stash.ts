import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv } from '../backend.ts';
import type { Reason } from '../shared/reversibility.ts';
import { stashFull } from '../shared/reversibility.ts';
import type { StashedFile } from '../shared/stashedFile.ts';
import type { BackendContext } from '../shared/context.ts';

export interface Stash<File extends StashedFile> {
  files: File[];
  /** Why some outgoing packages can't be restored exactly. */
  reasons: Reason[];
}

/** The folder for a job's outgoing packages. */
export function stashFolder({ stashDir }: Pick<BackendContext, 'stashDir'>, jobId: string): string {
  return path.join(stashDir, path.basename(jobId));
}

/** Takes packages that are kept elsewhere into the job's stash. */
export async function adopt<File extends StashedFile>(
  context: Pick<BackendContext, 'stashDir'>,
  env: Pick<JobEnv, 'jobId'>,
  kept: readonly File[],
): Promise<Stash<File>> {
  const folder = stashFolder(context, env.jobId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: File[] = [];
  for (const file of kept) {
    const target = path.join(folder, path.basename(file.path));
    await rm(target, { force: true });
    await link(file.path, target).catch(() => copyFile(file.path, target));
    files.push({ ...file, path: target });
  }
  return { files, reasons: [] };
}

/**
 * The files that are still in the stash. Each one that was given up for room gets the reason STASH_FULL in place of
 * its own.
 */
export async function stillThere<File extends StashedFile>(
  files: readonly File[],
  reasons: Reason[],
): Promise<File[]> {
  const found = await Promise.all(files.map((file) => stat(file.path).catch(() => null)));
  for (const { name, arch, version } of files.filter((_, i) => found[i] === null)) {
    const before = reasons.findIndex((reason) => reason.package === `${name}:${arch}`);
    if (before >= 0) reasons.splice(before, 1);
    reasons.push(stashFull({ name, arch, version }));
  }
  return files.filter((_, i) => found[i] !== null);
}

const mostNamed = 20;

/** Logs which packages found no room: few people read the verdict in time. */
export function tellLack(env: Pick<JobEnv, 'log'>, reasons: readonly Reason[]): void {
  const names = reasons.filter(({ code }) => code === 'STASH_FULL').map((reason) => reason.package);
  if (names.length === 0) return;
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  const which = `${names.slice(0, mostNamed).join(', ')}${more}`;
  env.log('agent', `stash: no room for ${which}: this job cannot be rolled back`);
}
