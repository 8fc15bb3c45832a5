import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { PlanEntry } from '../../backend.ts';
import type { Reason } from '../../shared/reversibility.ts';
import { withLost } from '../../job/lostWays.ts';
import { stashOff } from '../../shared/reversibility.ts';
import type { IndexEntry } from '../read/catalogue.ts';
import { exactKey } from '../read/catalogue.ts';
import type { AptContext } from '../aptContext.ts';

export const archiveDir = '/var/cache/apt/archives';

/** How apt names a package file in its cache: the epoch's colon is escaped. */
export function archiveName({
  name,
  arch,
  version,
}: {
  name: string;
  arch: string;
  version: string;
}): string {
  return `${name}_${version.replaceAll(':', '%3a')}_${arch}.deb`;
}

export function unsignedReason({ name, arch }: { name: string; arch: string }): Reason {
  return {
    code: 'UNSIGNED_STASH',
    package: `${name}:${arch}`,
    message:
      'The old version is not in the repository any more; it is rebuilt from the installed files, without a signature.',
  };
}

/** The reason for a plan that changes the running kernel: undoing that takes a restart. */
export function kernelReasons({ kernelRelease }: AptContext, entries: readonly PlanEntry[]): Reason[] {
  return entries
    .filter(
      ({ name, from }) => from !== null && /^linux-image-/.test(name) && name.endsWith(`-${kernelRelease}`),
    )
    .map(({ name, arch }) => ({
      code: 'RUNNING_KERNEL',
      package: `${name}:${arch}`,
      message: 'This is the running kernel: going back takes effect with a reboot.',
    }));
}

/** Why a rollback of a plan may not restore everything, from what the cache and the index hold now; nothing is stored yet. */
export async function predictReasons(
  context: AptContext,
  entries: readonly PlanEntry[],
  index: ReadonlyMap<string, IndexEntry>,
): Promise<Reason[]> {
  const reasons = kernelReasons(context, entries);
  const leaving = entries.flatMap(({ name, arch, from }) =>
    from === null ? [] : [{ name, arch, version: from }],
  );
  if (!context.stash) {
    return [...reasons, ...leaving.map(stashOff)];
  }
  for (const outgoing of leaving) {
    if (index.get(exactKey(outgoing))?.sha256) continue;
    const cached = await stat(path.join(archiveDir, archiveName(outgoing))).catch(() => null);
    if (!cached) reasons.push(unsignedReason(outgoing));
  }
  return withLost(context, leaving, reasons);
}
