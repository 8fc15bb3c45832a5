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
export const EXPECTED: Rows = {
  ...rowsByRole,
  ...hostRows,
  ...fleetRows,
  ...jobRows,
  ...windowRows,
  ...approvalRows,
  ...healthCheckRows,
  ...packageRows,
  ...reportRows,
  ...policyRows,
  ...groupRows,
  ...exposureRows,
};
