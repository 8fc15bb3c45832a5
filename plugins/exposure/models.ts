import { BaseModel } from '#sdk';
import type { AffectedCounts, DataSetKind } from './api.ts';
import type { FetchError } from './domain/fetchError.ts';

export interface CvePackage {
  name: string;
  fixedVersion: string;
}

export class CveModel extends BaseModel {
  static override tableName = 'exposure_cves';
  static override timestamps = ['firstSeenAt'];
  static override booleans = ['exploited'];
  static override jsonAttributes = ['packages'];
  declare id: string;
  declare cve: string;
  /** How many hosts it is open on now; changed with the findings, in their transaction. */
  declare hostsOpen: number;
  /** Severity rank from the gravest advisory that named it, or from its distribution; 0: unrated. Never goes down. */
  declare severityRank: number;
  /** Whether the imported catalogue lists it, and since which day. */
  declare exploited: boolean;
  declare exploitedSince: string | null;
  declare epss: number | null;
  declare epssPercentile: number | null;
  /** From documents of distributions: CVSS v3 base score and vector, and the day since when it is public. */
  declare cvss: number | null;
  declare cvssVector: string | null;
  declare publishedOn: string | null;
  /** See priorityOf. */
  declare priority: number;
  /** Null: it was open on a host before that was recorded. */
  declare firstSeenAt: Date | null;
  /** The packages that mend it; at most 20. */
  declare packages: CvePackage[];
  /** Its name and those of its packages, in small letters. */
  declare searchText: string;
}

export class FindingModel extends BaseModel {
  static override tableName = 'exposure_findings';
  static override timestamps = ['openedAt', 'closedAt'];
  static override jsonAttributes = ['packages'];
  declare id: string;
  declare hostId: string;
  declare cve: string;
  /** 1; null once closed. */
  declare open: number | null;
  /** The first of `packages`. */
  declare package: string;
  declare packages: string[];
  /** The version of `package` that was offered last. */
  declare fixedVersion: string | null;
  /** Null: it was open before opening times were recorded. */
  declare openedAt: Date | null;
  declare closedAt: Date | null;
  declare closedBy: 'PATCHED' | 'NOT_NAMED' | null;
}

export class PatchModel extends BaseModel {
  static override tableName = 'exposure_patches';
  static override timestamps = ['openedAt', 'dueAt', 'exceptedUntil', 'closedAt'];
  static override booleans = ['held'];
  declare id: string;
  declare hostId: string;
  declare name: string;
  declare arch: string;
  /** The {@link AdvisoryModel} that it belongs to. */
  declare advisoryId: string;
  /** 1; null once closed. */
  declare open: number | null;
  declare severityRank: number;
  declare currentVersion: string;
  declare availableVersion: string;
  declare held: boolean;
  /** How many CVEs are named for it; null: not counted yet. */
  declare cves: number | null;
  /** Null: it was pending before that was recorded. */
  declare openedAt: Date | null;
  /** The time by which its service level requires it; null where `openedAt` is. */
  declare dueAt: Date | null;
  /** Held and excepted until then; null: not excepted. */
  declare exceptedUntil: Date | null;
  declare closedAt: Date | null;
}

/** Of open patches, and for a while of closed ones. */
export class AdvisoryModel extends BaseModel {
  static override tableName = 'exposure_advisories';
  static override jsonAttributes = ['packages', 'cves'];
  declare id: string;
  declare name: string | null;
  declare source: string | null;
  declare distribution: string | null;
  declare fixedVersion: string;
  declare packages: readonly string[];
  declare cves: readonly string[];
}

export class ExceptionModel extends BaseModel {
  static override tableName = 'exposure_exceptions';
  static override timestamps = ['expiresAt', 'createdAt'];
  declare id: string;
  declare hostId: string;
  declare package: string;
  declare reason: string;
  declare expiresAt: Date;
  declare createdById: string | null;
  declare createdByName: string;
  declare createdAt: Date;
}

/** The last import of a kind; its columns are null before the first one. */
export class DataSetModel extends BaseModel {
  static override tableName = 'exposure_data_sets';
  static override idColumn = 'kind';
  static override timestamps = ['sourceDate', 'importedAt', 'claimedUntil', 'attemptedAt'];
  static override jsonAttributes = ['affected', 'attemptError', 'fetchedAs'];
  declare kind: DataSetKind;
  declare importId: string | null;
  declare version: string | null;
  declare sourceDate: Date | null;
  declare importedAt: Date | null;
  declare importedById: string | null;
  declare importedByName: string | null;
  declare sha256: string | null;
  declare rowCount: number | null;
  /** Null: the file tells nothing of affected products, or that was not read. */
  declare affected: AffectedCounts | null;
  /** Known CVEs up to this one have what it says; `~`: all CVEs have, but not yet all hosts; null: all have. */
  declare scoredAfter: string | null;
  /** The import that is under way, and the time at which its claim ends. */
  declare claimId: string | null;
  declare claimedUntil: Date | null;
  /** When it was last fetched by URL, and why that failed; null: it did not. */
  declare attemptedAt: Date | null;
  declare attemptError: FetchError | null;
  declare fetchedAs: FetchedAs | null;
}

/** How the server identifies the imported version, so that it can answer that nothing changed. */
export interface FetchedAs {
  url: string;
  etag: string | null;
  lastModified: string | null;
}
