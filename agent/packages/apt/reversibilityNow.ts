import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Reversibility } from '../backend.ts';
import { instanceKey } from './inventory.ts';
import type { AptRecord, StashedFile } from './record.ts';
import { readRecord } from './record.ts';
import { archiveDir, archiveName, toReversibility } from './reversibility.ts';
import type { Reason } from './reversibility.ts';

/**
 * The verdict of an ended job as its stored packages stand now, by stat calls alone; null when what was recorded
 * still holds. A package that left stash and cache counts as gone, although the repository may still have it.
 */
export async function reversibilityNow(
  saved: Readonly<Record<string, unknown>>,
): Promise<Reversibility | null> {
  const record = readRecord(saved);
  if (!record) return null;
  const needed = record.stash.filter((file) => isNeeded(record, file));
  const kept = await Promise.all(needed.map(isKept));
  const gone = needed.filter((_, i) => !kept[i]).map(goneReason);
  if (gone.length === 0) return null;
  const others = record.reasons.filter((reason) => !gone.some((one) => one.package === reason.package));
  return toReversibility([...others, ...gone]);
}

/** Whether a rollback of this job would install the file. */
function isNeeded({ changes, nativeArch }: AptRecord, { name, arch, version }: StashedFile): boolean {
  const key = instanceKey(name, arch, nativeArch);
  return changes.some(
    (change) => instanceKey(change.name, change.arch, nativeArch) === key && change.from === version,
  );
}

async function isKept(stored: StashedFile): Promise<boolean> {
  const cached = stored.source === 'installed' ? [] : [path.join(archiveDir, archiveName(stored))];
  for (const file of [stored.path, ...cached]) {
    const found = await stat(file).catch(() => null);
    if (found?.size === stored.sizeBytes) return true;
  }
  return false;
}

function goneReason({ name, arch, version }: StashedFile): Reason {
  const message = `${name} ${version} is no longer stored: it was dropped since to make room.`;
  return { code: 'STASH_FULL', package: `${name}:${arch}`, message };
}
