/** Converts rows into the contract's shapes. */
import type { components } from '../../generated/manager.ts';
import type { Host } from '#sdk/hosts.ts';
import { severityOfRank } from './domain/rank.ts';
import type { DataSetModel } from './models.ts';
import type { SeenAdvisory } from './service/advisories.ts';
import type { SeenBreach } from './service/breaches.ts';
import type { SeenCve } from './service/cves.ts';
import type { SeenException } from './service/exceptions.ts';
import type { Source } from './service/fetch.ts';
import type { SeenFinding } from './service/findings.ts';
import type { RankedPackage } from './service/order.ts';
import { standingOf } from './domain/serviceLevel.ts';
import type { SeenPatch } from './service/patches.ts';
import type { UnfixedHost, WithoutFix } from './service/unfixedList.ts';

type Schemas = components['schemas'];

const DAY_MS = 86_400_000;
const at = (date: Date | null): string | null => date?.toISOString() ?? null;

export const cveToWire = (
  row: SeenCve,
  withoutFix: WithoutFix | null,
  lastClosedAt: Date | null = null,
): Schemas['Cve'] => ({
  cve: row.cve,
  severity: severityOfRank(row.severityRank),
  exploited: row.exploited,
  exploited_since: row.exploitedSince,
  epss: row.epss,
  epss_percentile: row.epssPercentile,
  cvss: row.cvss,
  cvss_vector: row.cvssVector,
  published_on: row.publishedOn,
  hosts_open: row.hostsOpen,
  priority: row.priority,
  first_seen_at: at(row.firstSeenAt),
  last_closed_at: at(lastClosedAt),
  packages: row.packages.map(({ name, fixedVersion }) => ({ name, fixed_version: fixedVersion })),
  without_fix: withoutFix && {
    hosts: withoutFix.hosts,
    hosts_set_aside: withoutFix.hostsSetAside,
    hosts_unknown: withoutFix.hostsUnknown,
    sources: withoutFix.sources,
  },
});

export const findingToWire = ({ finding, host }: SeenFinding): Schemas['Finding'] => ({
  id: finding.id,
  host_id: host.id,
  fqdn: host.fqdn,
  display_name: host.displayName,
  state: finding.open === null ? 'closed' : 'open',
  fix: 'available',
  packages: finding.packages,
  fixed_version: finding.fixedVersion,
  opened_at: at(finding.openedAt),
  closed_at: at(finding.closedAt),
  closed_by: finding.closedBy,
});

const MAX_PACKAGES = 20;

/** A CVE without a fix has no row of its own: the host's id stands for the row's. */
export const unfixedHostToWire = ({ packages }: UnfixedHost, host: Host): Schemas['Finding'] => ({
  id: host.id,
  host_id: host.id,
  fqdn: host.fqdn,
  display_name: host.displayName,
  state: 'open',
  fix: 'none',
  packages: packages.slice(0, MAX_PACKAGES),
  fixed_version: null,
  opened_at: null,
  closed_at: null,
  closed_by: null,
});

export const advisoryToWire = (one: SeenAdvisory): Schemas['ExposureAdvisory'] => ({
  id: one.id,
  rank: one.rank,
  advisory: one.advisory,
  source: one.source,
  distribution: one.distribution,
  fixed_version: one.fixedVersion,
  packages: [...one.packages],
  severity: severityOfRank(one.severityRank),
  cves: one.cves,
  exploited_cves: one.exploited.map(({ cve }) => cve),
  epss: one.likeliest?.epss ?? null,
  epss_cve: one.likeliest?.cve ?? null,
  hosts: one.hosts,
  hosts_held: one.hostsHeld,
  hosts_overdue: one.hostsOverdue,
  earliest_due_at: at(one.earliestDueAt),
});

export const rankedToWire = (one: RankedPackage): Schemas['PatchOrderItem'] => ({
  rank: one.rank,
  package: one.name,
  hosts: one.hosts,
  hosts_overdue: one.hostsOverdue,
  severity: severityOfRank(one.severityRank),
  exploited_cves: one.exploited.map(({ cve }) => cve),
  cves: one.cves,
  epss: one.likeliest?.epss ?? null,
  earliest_due_at: at(one.earliestDueAt),
  reasons: one.reasons,
});

const pendingToWire = ({ patch, host }: Pick<SeenPatch, 'patch' | 'host'>) => ({
  id: patch.id,
  host_id: host.id,
  fqdn: host.fqdn,
  display_name: host.displayName,
  package: patch.name,
  arch: patch.arch,
  severity: severityOfRank(patch.severityRank),
  current_version: patch.currentVersion,
  available_version: patch.availableVersion,
  held: patch.held,
});

/** Empty for a patch without a due time or an opening time: it cannot be late. */
export function breachToWire({ patch, host }: SeenBreach, now: Date): Schemas['Breach'][] {
  const { openedAt, dueAt } = patch;
  if (!openedAt || !dueAt) return [];
  return [
    {
      ...pendingToWire({ patch, host }),
      since: openedAt.toISOString(),
      due_at: dueAt.toISOString(),
      over_days: Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / DAY_MS)),
    },
  ];
}

export function patchToWire({ patch, host }: SeenPatch, now: Date): Schemas['ExposurePatch'] {
  const standing = standingOf(patch, now);
  const overMs = standing === 'late' && patch.dueAt ? now.getTime() - patch.dueAt.getTime() : null;
  return {
    ...pendingToWire({ patch, host }),
    standing,
    since: at(patch.openedAt),
    due_at: at(patch.dueAt),
    over_days: overMs === null ? null : Math.floor(overMs / DAY_MS),
    excepted_until: standing === 'excepted' ? at(patch.exceptedUntil) : null,
  };
}

export const exceptionToWire = ({ exception, host, state }: SeenException): Schemas['ExposureException'] => ({
  id: exception.id,
  host_id: host.id,
  fqdn: host.fqdn,
  package: exception.package,
  reason: exception.reason,
  state,
  expires_at: exception.expiresAt.toISOString(),
  created_by: { id: exception.createdById, username: exception.createdByName.slice(0, 64) },
  created_at: exception.createdAt.toISOString(),
});

/** Empty for a data set without a date: only imported ones have one. */
export function dataSetDateToWire(
  { kind, sourceDate }: DataSetModel,
  now: Date,
): Schemas['ExposureDataSetDate'][] {
  if (!sourceDate) return [];
  const ageDays = Math.min(100_000, Math.max(0, Math.floor((now.getTime() - sourceDate.getTime()) / DAY_MS)));
  return [{ kind, source_date: sourceDate.toISOString(), age_days: ageDays }];
}

export const dataSetToWire = (row: DataSetModel, now: Date): Schemas['ExposureDataSet'][] =>
  dataSetDateToWire(row, now).map((date) => ({
    ...date,
    version: row.version ?? '',
    imported_at: (row.importedAt ?? now).toISOString(),
    imported_by: { id: row.importedById, username: (row.importedByName ?? '').slice(0, 64) },
    sha256: row.sha256 ?? '',
    rows: row.rowCount ?? 0,
    affected: row.affected,
    applied: row.scoredAfter === null,
  }));

export const sourceToWire = (source: Source): Schemas['ExposureDataSetSource'] => ({
  kind: source.kind,
  enabled: source.enabled,
  under_way: source.underWay,
  last_attempt_at: at(source.attemptedAt),
  last_error: source.error,
  next_attempt_at: at(source.nextAt),
});
