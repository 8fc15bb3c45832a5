import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { JobOperation, JobSpec } from '../domain/jobSpec.ts';
import type { PlannedAct, StoredPlan } from '../models.ts';

/**
 * The plan of a hold, an unhold or a reboot. It is the same for every host, because its effect does not depend on the
 * host. Its hash covers the actions, so that an approval covers exactly these.
 */
export function managerPlan(operation: JobOperation, { packages }: Pick<JobSpec, 'packages'>): StoredPlan {
  const acts = actsOf(operation, packages.map(({ name }) => name).sort());
  return {
    ...{ install: [], upgrade: [], downgrade: [], remove: [], kept_back: [] },
    ...{ download_size_bytes: 0, disk_change_bytes: 0 },
    reboot_expected: operation === 'reboot',
    reversible: { verdict: 'no', reasons: [] },
    manager_does: acts,
    plan_hash: createHash('sha256')
      .update(canonicalize({ manager_does: acts }) ?? '')
      .digest('hex'),
  };
}

function actsOf(operation: JobOperation, names: readonly string[]): PlannedAct[] {
  if (operation === 'reboot') return [{ action: 'reboot', package: null }];
  if (operation !== 'hold' && operation !== 'unhold')
    throw new Error(`the manager cannot plan the operation ${operation}`);
  return names.map((name) => ({ action: operation, package: name }));
}
