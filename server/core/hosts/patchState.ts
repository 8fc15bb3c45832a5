import { fromTs } from '../../kernel/db/database.ts';
import type { HealthStatus, PatchItem, PatchState } from './api.ts';
import { patchKey, type FirstSeen } from './exposure.ts';

interface PatchStateRow {
  id: string;
  fqdn: string;
  display_name: string | null;
  os_name: string | null;
  os_version: string | null;
  health_status: HealthStatus;
  package_manager: string | null;
  patches_total: number | null;
  patches_security: number | null;
  reboot_required: number | boolean | null;
  patches_polled_at: unknown;
  patches: string | null;
  first_seen: string | null;
}

/** Converts one row of `HostsService.patchStates`. */
export function patchStateOf(row: unknown): PatchState {
  const { id, fqdn, reboot_required: reboot, patches, first_seen: seen, ...rest } = row as PatchStateRow;
  const pending = patches === null ? [] : (JSON.parse(patches) as PatchItem[]);
  return {
    hostId: id,
    fqdn,
    displayName: rest.display_name,
    os: [rest.os_name, rest.os_version].filter((part) => part !== null).join(' ') || null,
    osName: rest.os_name,
    osVersion: rest.os_version,
    packageManager: rest.package_manager,
    healthStatus: rest.health_status,
    patchesTotal: numberOf(rest.patches_total),
    securityTotal: numberOf(rest.patches_security),
    rebootRequired: reboot === null ? null : Number(reboot) === 1,
    polledAt: fromTs(rest.patches_polled_at),
    security: securityOf(pending, seen),
    unclear: pending.filter(({ security }) => security === null),
  };
}

const numberOf = (value: unknown): number | null => (value === null ? null : Number(value));

function securityOf(patches: readonly PatchItem[], seen: string | null): PatchState['security'] {
  const firstSeen = seen === null ? {} : (JSON.parse(seen) as FirstSeen);
  return patches
    .filter(({ security }) => security)
    .map((patch) => {
      const at = firstSeen[patchKey(patch)];
      return { patch, since: typeof at === 'number' ? new Date(at) : null };
    });
}
