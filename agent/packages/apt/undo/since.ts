import type { AptContext } from '../aptContext.ts';
import { instanceKey, isConfigured, readInventory } from '../read/inventory.ts';
import type { Inventory } from '../read/inventory.ts';
import { isInterrupted } from '../read/problems.ts';
import type { AptRecord } from '../aptRecord.ts';
import { diffStates } from '../run/judge.ts';
import { leftStates } from '../run/transaction.ts';

/** Which of a job's planned changes have happened since its record was written. */
export function changesSince(record: AptRecord, inventory: Inventory): Pick<AptRecord, 'changes' | 'left'> {
  const keyOf = ({ name, arch }: { name: string; arch: string }) =>
    instanceKey(name, arch, inventory.nativeArch);
  const planned = new Set(record.entries.map(keyOf));
  const changes = diffStates(record.before, inventory).filter((change) => planned.has(keyOf(change)));
  return { changes, left: leftStates(changes, inventory) };
}

/**
 * The database is repaired first, unless the broken packages are the job's own: a repair would only run the failing
 * script again, while the old version is what fixes them.
 */
export async function isRepairedFirst(context: AptContext, { left }: AptRecord): Promise<boolean> {
  const failing = new Set(
    Object.entries(left).flatMap(([key, state]) => (state && state.status !== 'installed' ? [key] : [])),
  );
  // After a cut nothing works until dpkg's own journal is replayed.
  if (failing.size === 0 || (await isInterrupted())) return true;
  const { rows } = await readInventory(context);
  return rows.some((row) => !isConfigured(row) && !failing.has(`${row.name}:${row.arch}`));
}
