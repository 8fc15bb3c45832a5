/** What other plugins may use of the exposure plugin: types only. */
import type { HostScope, reads } from '#sdk';

/**
 * SQL statements over the hosts of the scope, to be run in a reading thread. Columns are as the databases return them:
 * times in the form that `fromTs` takes, sums as numbers or as strings.
 */
export interface ExposureQueries {
  /** Each CVE that is open on a host now: {@link OpenFindingRow}. */
  open: reads.Query;
  /** Sums of what was closed since the period began, by CVE: {@link ClosedCveRow}. */
  cves: reads.Query;
  /** The same sums for packages, by severity: {@link ClosedPatchRow}. */
  patches: reads.Query;
  /** Each closing within the period, by host, CVEs before packages: {@link ClosedRow}. There may be millions. */
  closed: reads.Query;
  /** Rows that were closed before this time may have been deleted. */
  keptSince: Date;
}

export interface OpenFindingRow {
  host_id: string;
  cve: string;
  /** JSON: names of the packages. */
  packages: string;
}

interface ClosedSums {
  /** Index in `RANKED`, 0 is `unrated`; null: no longer known. */
  severity_rank: number | string | null;
  /** How many were closed within the period. */
  closed: number | string;
  /** How many were closed after the period, and so were open at its end. */
  closed_later: number | string;
  /** How many of `closed` have a recorded opening; `open_ms` is the sum of the times that these were open. */
  closed_dated: number | string;
  open_ms: number | string | null;
}

export interface ClosedCveRow extends ClosedSums {
  cve: string;
}

export interface ClosedPatchRow extends ClosedSums {
  /** How many of `closed` were closed by their due time or while excepted; none without a recorded due time. */
  closed_in_time: number | string;
}

export interface ClosedRow {
  host_id: string;
  kind: 'cve' | 'patch';
  /** Name of the CVE or of the package. */
  name: string;
  arch: string | null;
  /** JSON: names of the packages of a CVE; null for a package. */
  packages: string | null;
  severity_rank: number | string | null;
  opened_at: unknown;
  closed_at: unknown;
  due_at: unknown;
  closed_by: 'PATCHED' | 'NOT_NAMED' | null;
}

export interface ExposureService {
  reportQueries(asked: { from: Date; to: Date; scope: HostScope }): Promise<ExposureQueries>;
  /** `exceptionKey` of each host and package with an exception that has not expired at this time. */
  exceptedAt(now: Date): Promise<ReadonlySet<string>>;
}

declare module '#sdk' {
  interface Services {
    exposure: ExposureService;
  }
}
