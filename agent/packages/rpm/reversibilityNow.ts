import { stat } from 'node:fs/promises';
import { toReversibility } from '../apt/reversibility.ts';
import type { Reversibility } from '../backend.ts';
import { rpmKey } from './inventory.ts';
import type { Reason, StashedRpm } from './record.ts';
import { readRecord } from './record.ts';

/**
 * The verdict of an ended job as its stored packages stand now, by stat calls alone; null when what was recorded
 * still holds. A package that left the stash counts as gone, although a repository may still have it.
 */
export async function reversibilityNow(
  saved: Readonly<Record<string, unknown>>,
): Promise<Reversibility | null> {
  const record = readRecord(saved);
  if (!record) return null;
  const needed = record.stash.filter((file) =>
    record.changes.some((change) => rpmKey(change) === rpmKey(file) && change.from === file.version),
  );
  const kept = await Promise.all(
    needed.map(async (file) => (await stat(file.path).catch(() => null))?.size === file.sizeBytes),
  );
  const gone = needed.filter((_, i) => !kept[i]).map(goneReason);
  if (gone.length === 0) return null;
  const others = record.reasons.filter((reason) => !gone.some((one) => one.package === reason.package));
  return toReversibility([...others, ...gone]);
}

function goneReason({ name, arch, version }: StashedRpm): Reason {
  const message = `${name} ${version} is no longer stored: it was dropped since to make room.`;
  return { code: 'STASH_FULL', package: `${name}:${arch}`, message };
}
