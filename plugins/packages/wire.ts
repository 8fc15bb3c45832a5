import type { components } from '../../generated/manager.ts';
import type { Host } from '#sdk/hosts.ts';
import type { Entry } from './domain/list.ts';
import type { HostChange } from './service/history.ts';
import type { Coverage, ListState } from './service/read.ts';

type Schemas = components['schemas'];

/** Converts values into the shapes of the API. */
export const coverageToWire = (coverage: Coverage): Schemas['PackageCoverage'] => ({
  hosts_total: coverage.hostsTotal,
  hosts_known: coverage.hostsKnown,
  hosts_failing: coverage.hostsFailing,
});

export const entryToWire = ({ available, source, ...entry }: Entry): Schemas['InstalledPackage'] => ({
  ...entry,
  available_version: available,
  ...(source ? { source } : {}),
});

export const stateToWire = ({ hostId, row }: ListState): Schemas['PackageListState'] => ({
  host_id: hostId,
  collected_at: timeOf(row?.collected_at),
  changed_at: timeOf(row?.changed_at),
  known_since: timeOf(row?.known_since),
  problem: row?.problem ?? null,
  problem_since: timeOf(row?.problem_since),
});

function timeOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return (value instanceof Date ? value : new Date(Number(value))).toISOString();
}

export const changeToWire = ({ id, at, changes, total }: HostChange): Schemas['HostPackageChange'] => ({
  id,
  at: at.toISOString(),
  changes: changes.map(({ from, to, ...change }) => ({ ...change, from_version: from, to_version: to })),
  changes_total: total,
});

interface HostWith {
  host: Pick<Host, 'id' | 'fqdn' | 'displayName'>;
  packages: Entry[];
  state: ListState;
}

export const hostToWire = ({ host, packages, state }: HostWith): Schemas['PackageHost'] => ({
  host_id: host.id,
  fqdn: host.fqdn,
  display_name: host.displayName,
  packages: packages.map(entryToWire),
  state: stateToWire(state),
});
