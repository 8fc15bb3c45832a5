import type { Reversibility } from '../../backend.ts';
import { verdictNow } from '../../job/reversibility.ts';
import { rpmKey } from '../read/inventory.ts';
import { readRecord } from '../rpmRecord.ts';

/**
 * The verdict of an ended job as its stored packages stand now, by stat calls alone; null when what was recorded
 * still holds. A package that left the stash counts as gone, although a repository may still have it.
 */
export async function reversibilityNow(
  saved: Readonly<Record<string, unknown>>,
): Promise<Reversibility | null> {
  const record = readRecord(saved);
  if (!record) return null;
  return verdictNow(
    record,
    (change, file) => rpmKey(change) === rpmKey(file) && change.from === file.version,
    ({ path }) => [path],
  );
}
