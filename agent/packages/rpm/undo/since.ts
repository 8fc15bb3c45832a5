import { arisenSince, findDuplicates, withoutSuperseded } from '../read/duplicates.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { rpmKey } from '../read/inventory.ts';
import type { RpmContext } from '../rpmContext.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import { diffStates } from '../read/diff.ts';
import { leftStates } from '../run/transaction.ts';

/** Which of a job's planned changes have happened since its record was written. */
export async function changesSince(
  context: RpmContext,
  record: RpmRecord,
  found: RpmInventory,
): Promise<Pick<RpmRecord, 'changes' | 'left'>> {
  const duplicates = arisenSince(record.before, await findDuplicates(context, found));
  const inventory = withoutSuperseded(found, duplicates);
  const planned = new Set(record.entries.map(rpmKey));
  const changes = diffStates(record.before, inventory).filter((change) => planned.has(rpmKey(change)));
  return { changes, left: leftStates(changes, inventory) };
}
