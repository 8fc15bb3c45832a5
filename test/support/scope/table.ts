import { approvalRows } from './approvals.ts';
import { rowsByRole } from './byRole.ts';
import { exposureRows } from './exposure.ts';
import { fleetRows } from './fleet.ts';
import { groupRows } from './groups.ts';
import { healthCheckRows } from './healthChecks.ts';
import { hostRows } from './hosts.ts';
import { jobRows } from './jobs.ts';
import { packageRows } from './packages.ts';
import { policyRows } from './policies.ts';
import { reportRows } from './reports.ts';
import type { Rows } from './row.ts';
import { windowRows } from './windows.ts';

/** What is expected of each operation, in the order of the tests: later ones find what earlier ones have made. */
export const EXPECTED = together([
  rowsByRole,
  hostRows,
  fleetRows,
  jobRows,
  windowRows,
  approvalRows,
  healthCheckRows,
  packageRows,
  reportRows,
  policyRows,
  groupRows,
  exposureRows,
]);

/** Throws when two parts name the same operation: of its two expectations one would silently be dropped. */
function together(parts: readonly Rows[]): Rows {
  const names = parts.flatMap((rows) => Object.keys(rows));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`more than one part of the scope table names ${twice.join(', ')}`);
  return Object.assign({}, ...parts) as Rows;
}
