/** Rows as the statements give them, for reports without a manager. */
import type { standings } from '#sdk';
import { patchItem } from '../../server/core/hosts/patchItem.testing.ts';

export const SEEN = new Date('2026-01-15T12:00:00Z');
export const DEFAULT_LEVELS: standings.ServiceLevels = {
  critical_days: 7,
  important_days: 14,
  moderate_days: 30,
  low_days: 90,
  unrated_days: 14,
};

const SEVERITIES = ['critical', 'important', 'moderate', 'low', null] as const;

/** A host that lacks one security patch, of each severity in turn, seen a hundred days ago: beyond every service level. */
export function hostRow(fqdn: string, index: number): Record<string, unknown> {
  const patch = patchItem(`lib-${index}`, {
    severity: SEVERITIES[index % SEVERITIES.length] ?? null,
    origin: 'security',
    advisories: [{ id: `ADV-${index}`, cves: [`CVE-2026-${1_000 + index}`] }],
  });
  return {
    id: `host-${index}`,
    fqdn,
    display_name: null,
    os_name: 'Debian',
    os_version: '13',
    health_status: 'healthy',
    package_manager: 'apt',
    patches_total: 1,
    patches_security: 1,
    reboot_required: 0,
    patches_polled_at: SEEN.getTime(),
    patches: JSON.stringify([patch]),
    first_seen: JSON.stringify({ [`lib-${index}:amd64`]: SEEN.getTime() - 100 * 86_400_000 }),
  };
}
