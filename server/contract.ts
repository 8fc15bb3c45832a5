import { readFileSync } from 'node:fs';
import { managerOperations, rolePermissions } from '../generated/managerOperations.ts';
import type { ContractDocument } from './kernel/http/operations.ts';
import type { Permissions } from './kernel/security/permissions.ts';
import type { OperationRow } from './shared/wire/dispatch.ts';

/** What the manager serves: the document, and what the pipeline reads of it at every call. */
export interface Contract {
  document: ContractDocument;
  operations: readonly OperationRow[];
  permissions: Permissions;
}

let shipped: Contract | undefined;

/** The contract of what ships: the hand-written YAML, parsed when `generated/` was made. The same object each time. */
export function readContract(): Contract {
  shipped ??= parseContract();
  return shipped;
}

function parseContract(): Contract {
  const text = readFileSync(new URL('../generated/manager.json', import.meta.url), 'utf8');
  return {
    document: JSON.parse(text) as ContractDocument,
    operations: managerOperations,
    permissions: rolePermissions,
  };
}
