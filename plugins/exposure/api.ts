/** What other plugins may use of the exposure plugin: types only. */
import type { components } from '../../generated/manager.ts';
import type { HostScope, reads, standings } from '#sdk';

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

export type DataSetKind = components['schemas']['ExposureDataSetKind'];

/** Reads the data sets of one kind, in whatever format their publisher has, into entries that no format is known of. */
export interface Feed {
  kind: DataSetKind;
  /** What such files tell of: CVEs (`score`), packages (all other entries), or both. */
  tells: readonly ('cves' | 'packages')[];
  /**
   * Reads a file to its end, in memory that the file's size does not decide, and lets other work run between pieces;
   * limits on bytes are its own. Throws by `into.refuse`, PAYLOAD_TOO_LARGE, and what `body` throws: then nothing of the
   * file counts.
   */
  read(body: AsyncIterable<Buffer>, into: Entries): Promise<FileFacts>;
}

export interface FileFacts {
  /** At most 32 characters. */
  version: string;
  /** Null: the file does not tell it. */
  sourceDate: Date | null;
  /** Affected products that are no entry, by the reason; absent for files that name no affected products. */
  left?: Pick<AffectedCounts, 'elsewhere' | 'modules' | 'unnamed'>;
}

/** What became of the products that the documents of a file call affected. */
export interface AffectedCounts {
  /** Kept as open without a fix: by release, source package and CVE. */
  open: number;
  /** The same, but mended in that release by another statement of the file. */
  mended: number;
  /** Left out, each for its CVE: containers, and other products than the releases that hosts have. */
  elsewhere: number;
  /** Left out: packages of a module's stream. */
  modules: number;
  /** Left out: in a release, but named as no package of rpm. */
  unnamed: number;
}

/** A place in a file, for people: the number of a line or of an entry, or any words. */
export type Where = { line: number } | { entry: number } | { place: string };

/** Gets what is wrong with an entry, and must throw: by `refuse`, with the entry's place. */
export type Fail = (message: string) => never;

/**
 * Takes what a file says, an entry a call. It checks CVEs and keeps the limits on the number of entries, and then calls
 * `fail`, in place of which it refuses the file without a place.
 *
 * A release is one that hosts have, by the name that `domain/releases.ts` gives it: `bookworm`, `el9`, `el9.4`,
 * `sle15.6`, `leap15.6`, `slmicro6.0`, `tumbleweed`; of Debian any code name, and `sid`.
 */
export interface Entries {
  /** How many CVEs had a score, and how many entries `source` took. */
  readonly rows: number;
  /** Refuses the file: throws DATA_SET_INVALID. */
  refuse(message: string, where?: Where): never;
  isCve(text: string): boolean;
  /**
   * How grave a CVE is. False: it has a score already; then the graver severity, the higher numbers and the earlier days
   * of both count.
   */
  score(cve: string, said: CveScore, fail?: Fail): boolean;
  /** Of packages of dpkg: how a CVE of a source package stands in all releases. Fastest if a source's follow each other. */
  source(said: SourceCve, fail?: Fail): void;
  /** Of rpm: the version of a (binary) package that fixes a CVE in a release; there may be several. */
  fix(cve: string, at: RpmFix, fail?: Fail): void;
  /** The id by which package managers know an advisory, and a CVE that it fixes. */
  advisory(id: string, cve: string): void;
  /** Of rpm: a source package that is affected in a release; open without a fix unless `mended` says otherwise. */
  affected(cve: string, at: RpmSource & { decision: Decision }, fail?: Fail): void;
  /** Of rpm: a source package of which some version fixes the CVE in a release, in whatever order they are told. */
  mended(cve: string, at: RpmSource): void;
}

/** What is not told is left out. Days are YYYY-MM-DD. */
export interface CveScore {
  severity?: standings.LackSeverity;
  /** CVSS v3: base score, and its vector. */
  cvss?: { score: number; vector: string };
  /** From 0 to 1. */
  epss?: { score: number; percentile: number };
  exploitedSince?: string;
  publishedOn?: string;
}

/** The version that fixes a CVE in a release, `0` if the release never had it; null: none yet. */
export type FixedIn = string | null;
export type FixedByRelease = Readonly<Record<string, FixedIn>>;

export interface SourceCve {
  source: string;
  cve: string;
  /** By release; one of which nothing is known is left out. */
  fixed: FixedByRelease;
  /** How grave it is where it is fixed. */
  severity: standings.LackSeverity;
  /** The releases in which it is open. */
  open: ReadonlyMap<string, { severity: standings.LackSeverity; decision: Decision }>;
}

/** A decision about a CVE that no version of a release fixes, as the Debian security tracker names them. */
export type Decision = 'none' | 'no_dsa' | 'postponed' | 'ignored' | 'end_of_life';

export interface RpmFix {
  name: string;
  release: string;
  version: string;
}

export interface RpmSource {
  source: string;
  release: string;
}

export interface ExposureService {
  feeds: {
    /** From now on the feed reads the data sets of its kind, of which no other does; called in a plugin's set-up. */
    add(feed: Feed): void;
  };
  reportQueries(asked: { from: Date; to: Date; scope: HostScope }): Promise<ExposureQueries>;
  /** `exceptionKey` of each host and package with an exception that has not expired at this time. */
  exceptedAt(now: Date): Promise<ReadonlySet<string>>;
}

declare module '#sdk' {
  interface Services {
    /** Which CVEs are open on which host, for reports, and which are excepted. */
    exposure: ExposureService;
  }
}
