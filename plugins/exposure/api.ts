/** What other plugins may know of the exposure: types alone. */
import type { HostScope, ReadQuery } from '../../server/plugin.ts';

/**
 * Statements for a thread, over the hosts of the scope. Columns are as the databases give them: times as `fromTs` takes
 * them, sums as numbers or as texts of them.
 */
export interface ExposureQueries {
  /** Each CVE that is open on a host now: {@link OpenFindingRow}. */
  open: ReadQuery;
  /** Sums of what was closed since the period began, by CVE: {@link ClosedCveRow}. */
  cves: ReadQuery;
  /** The same of packages, by severity: {@link ClosedPatchRow}. */
  patches: ReadQuery;
  /** Each closing within the period, by host, CVEs before packages: {@link ClosedRow}. There may be millions. */
  closed: ReadQuery;
  /** What was closed before may be deleted. */
  keptSince: Date;
}

export interface OpenFindingRow {
  host_id: string;
  cve: string;
  /** JSON: names of the packages. */
  packages: string;
}

interface ClosedSums {
  /** From the mildest, `unrated`; null: not known any more. */
  severity_rank: number | string | null;
  /** Within the period. */
  closed: number | string;
  /** After it: open at its end. */
  closed_later: number | string;
  /** Of `closed`: those whose opening is recorded, and how long they were open together. */
  closed_dated: number | string;
  open_ms: number | string | null;
}

export interface ClosedCveRow extends ClosedSums {
  cve: string;
}

export interface ClosedPatchRow extends ClosedSums {
  /** Of `closed`: while its service level allowed it still. What has no recorded opening is not among them. */
  closed_in_time: number | string;
}

export interface ClosedRow {
  host_id: string;
  kind: 'cve' | 'patch';
  /** Of the CVE or of the package. */
  name: string;
  arch: string | null;
  /** Of a CVE; JSON. */
  packages: string | null;
  severity_rank: number | string | null;
  opened_at: unknown;
  closed_at: unknown;
  due_at: unknown;
  closed_by: 'PATCHED' | 'NOT_NAMED' | null;
}

export interface ExposureService {
  reportQueries(asked: { from: Date; to: Date; scope: HostScope }): Promise<ExposureQueries>;
  /** `exceptionKey` of the held packages that break no service level at this time. */
  exceptedAt(now: Date): Promise<ReadonlySet<string>>;
}

declare module '../../server/plugin.ts' {
  interface Services {
    exposure: ExposureService;
  }
}
