import path from 'node:path';
import type { Reversibility } from '../../backend.ts';
import { verdictNow } from '../../job/reversibility.ts';
import { instanceKey } from '../read/inventory.ts';
import type { StashedDeb } from '../aptRecord.ts';
import { readRecord } from '../aptRecord.ts';
import { archiveDir, archiveName } from '../plan/reversibility.ts';

/**
 * The verdict of an ended job as its stored packages stand now, by stat calls alone; null when what was recorded
 * still holds. A package that left stash and cache counts as gone, although the repository may still have it.
 */
export async function reversibilityNow(
  saved: Readonly<Record<string, unknown>>,
): Promise<Reversibility | null> {
  const record = readRecord(saved);
  if (!record) return null;
  const keyOf = ({ name, arch }: { name: string; arch: string }) =>
    instanceKey(name, arch, record.nativeArch);
  return verdictNow(
    record,
    (change, file) => keyOf(change) === keyOf(file) && change.from === file.version,
    placesOf,
  );
}

function placesOf(stored: StashedDeb): string[] {
  return stored.source === 'installed'
    ? [stored.path]
    : [stored.path, path.join(archiveDir, archiveName(stored))];
}
