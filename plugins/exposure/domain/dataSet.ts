import { AppError } from '../../../server/plugin.ts';

export const KINDS = ['kev', 'epss', 'debian-tracker', 'csaf-redhat', 'csaf-suse'] as const;
export type DataSetKind = (typeof KINDS)[number];
/** Those that have blocks of CVEs (`blockOf`). */
export const SCORES: readonly DataSetKind[] = ['kev', 'epss', 'csaf-redhat', 'csaf-suse'];
/** Those that have blocks of packages: which CVEs a patch mends. */
export const NAMES: readonly DataSetKind[] = ['debian-tracker', 'csaf-redhat', 'csaf-suse'];

/** What a data set says of one CVE: `kev` the day (YYYY-MM-DD) since when it is listed, `epss` score and percentile. */
export type KevEntry = [since: string];
export type EpssEntry = [epss: number, percentile: number];
/** How grave its publisher judges it, its CVSS v3 base score and vector, and the day on which it was published. */
export type CsafEntry = [
  severityRank: number,
  cvss: number | null,
  vector: string | null,
  published: string | null,
];
export type Entry = KevEntry | EpssEntry | CsafEntry;

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

/** A file that was read whole and found right. */
export interface DataSetContent {
  version: string;
  /** Null: the file does not tell it. */
  sourceDate: Date | null;
  rows: number;
  /** What of it is affected without a fix, of documents that say so. */
  affected?: AffectedCounts;
  /** Names of blocks, each with what it says as JSON. */
  blocks: Iterable<readonly [block: string, entries: string]>;
}

/** Reads a file by pieces of its text. Both throw DATA_SET_INVALID. */
export interface FileReader {
  take(text: string): void;
  end(): DataSetContent;
}

export const MAX_ROWS = 1_000_000;
const FIRST_YEAR = 1999;
const LAST_YEAR = 2099;

/**
 * CVEs are kept by thousands of their numbers, all that is said of them in one row: some hundred rows are written for
 * 300,000 scores instead of one for each.
 */
export const blockOf = (cve: string): string => cve.slice(0, -3);

type Where = { line: number } | { entry: number } | { place: string };

export function invalid(message: string, where: Where | null): AppError {
  const place =
    where === null
      ? ''
      : 'line' in where
        ? `Line ${where.line}: `
        : 'entry' in where
          ? `Entry ${where.entry} of the catalogue: `
          : `${where.place}: `;
  const told = place === '' ? message : `${place}${message}`;
  return new AppError('DATA_SET_INVALID', {
    message: `${told} Nothing was changed.`,
    ...(where ? { details: where } : {}),
  });
}

/** Gathers the rows of a file; what is said of a CVE twice is refused by false. */
export class Gathered {
  readonly blocks = new Map<string, Map<string, Entry>>();
  rows = 0;

  add(cve: string, entry: Entry): boolean {
    const key = blockOf(cve);
    const block = this.blocks.get(key) ?? new Map<string, Entry>();
    if (block.has(cve)) return false;
    this.blocks.set(key, block.set(cve, entry));
    this.rows += 1;
    return true;
  }

  *written(): Generator<readonly [string, string]> {
    for (const [block, entries] of this.blocks) yield [block, JSON.stringify(Object.fromEntries(entries))];
  }
}

const CVE = /^CVE-(\d{4})-\d{4,12}$/;

export function isCve(text: string): boolean {
  const year = Number(CVE.exec(text)?.[1] ?? 0);
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** What the file holds, as a person may read it in a message: printable, and short. */
export const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? `"${String(value)
        .slice(0, 40)
        .replaceAll(/[^ -~]/g, '?')}"`
    : 'what stands here';

/** Null: it is no time. */
export function timeOf(text: string): Date | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
