import { AppError } from '#sdk';

export const KINDS = ['kev', 'epss', 'debian-tracker', 'csaf-redhat', 'csaf-suse'] as const;
export type DataSetKind = (typeof KINDS)[number];
/** Kinds that have blocks of CVEs (`blockOf`). */
export const SCORES: readonly DataSetKind[] = ['kev', 'epss', 'csaf-redhat', 'csaf-suse'];
/** Kinds that have blocks of packages, which tell which CVEs a patch fixes. */
export const NAMES: readonly DataSetKind[] = ['debian-tracker', 'csaf-redhat', 'csaf-suse'];

/** What a data set says of one CVE: `kev` the day (YYYY-MM-DD) since when it is listed, `epss` score and percentile. */
export type KevEntry = [since: string];
export type EpssEntry = [epss: number, percentile: number];
/** The publisher's severity, the CVSS v3 base score and vector, and the day of publication. */
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

/** What a file holds, once it was read to its end and is valid. */
export interface DataSetContent {
  version: string;
  /** Null: the file does not tell it. */
  sourceDate: Date | null;
  rows: number;
  /** Counts of the products that documents call affected; absent for files that have no documents. */
  affected?: AffectedCounts;
  /** Names of blocks, each with its entries as JSON. */
  blocks: Iterable<readonly [block: string, entries: string]>;
}

/** Reads a file in pieces of its text. Both methods throw DATA_SET_INVALID. */
export interface FileReader {
  take(text: string): void;
  end(): DataSetContent;
}

export const MAX_ROWS = 1_000_000;
const FIRST_YEAR = 1999;
const LAST_YEAR = 2099;

/**
 * The block of a CVE: its name without the last three digits. A data set has one row for each block, so that 300,000
 * scores take some hundred rows.
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

/** Gathers the rows of a file; `add` returns false for a CVE that it already has. */
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

/** A value of the file, fit for a message: printable, and at most 40 characters. */
export const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? `"${String(value)
        .slice(0, 40)
        .replaceAll(/[^ -~]/g, '?')}"`
    : 'what stands here';
