import { fromWire, toWire } from '../../shared/wire/names.ts';
import type { components } from '#generated/manager.ts';
import { addressSortKey } from '../../kernel/http/address.ts';
import type { Host, HostFacts, HostTarget } from './api.ts';

/** Stands before the machine id in a search text, and nowhere else in one. */
export const MACHINE_ID_MARK = '\n=';
const LONGEST_NAMES = 600;
const LONGEST_TEXT = 700;

/** All that a search looks through, in one indexed text. */
export function searchTextOf(host: Pick<Host, 'fqdn' | 'displayName' | 'ipAddress' | 'machineId'>): string {
  const names = [host.fqdn, host.displayName ?? '', host.ipAddress].join('\n').slice(0, LONGEST_NAMES);
  return `${names}${MACHINE_ID_MARK}${host.machineId ?? ''}`.toLowerCase().slice(0, LONGEST_TEXT);
}

/** The columns that follow from address and port. */
export function endpointColumns(
  ipAddress: string,
  port: number,
): { ipAddress: string; ipSort: string; port: number } {
  return { ipAddress, ipSort: addressSortKey(ipAddress), port };
}

type WireHost = components['schemas']['Host'];

/**
 * The wire form of hosts, with their groups and what other features know about them, without the manager's own
 * bookkeeping.
 */
export function hostsToWire(
  hosts: readonly Host[],
  groups: ReadonlyMap<string, WireHost['groups']>,
  facts: ReadonlyMap<string, HostFacts>,
): WireHost[] {
  return hosts.map((host) => {
    const {
      loopbackAllowed: _l,
      capabilities: _c,
      apiLevel: _a,
      bootId: _b,
      packageManager: _p,
      annotations,
      ...shown
    } = host;
    const { nextWindow = null, connectedSince = null, problems = [] } = facts.get(host.id) ?? {};
    return {
      ...toWire({ ...shown, problems: [...shown.problems, ...problems] }),
      annotations,
      groups: groups.get(host.id) ?? [],
      connected_since: connectedSince?.toISOString() ?? null,
      next_window_start_at: nextWindow?.startsAt.toISOString() ?? null,
      next_window_end_at: nextWindow?.endsAt.toISOString() ?? null,
    };
  });
}

/** A target as the API names it. */
export const hostTargetOf = ({
  host_ids: hostIds,
  group_ids: groupIds,
  tags,
  filter,
}: components['schemas']['JobTarget']): HostTarget => ({
  hostIds,
  groupIds,
  tags,
  filter: filter && fromWire(filter),
});
