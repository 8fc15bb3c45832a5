import { AppError } from '#sdk';
import type { CveScore, DataSetKind, Where } from '../api.ts';
import { rankOf } from './rank.ts';

export const KINDS = [
  'kev',
  'epss',
  'debian-tracker',
  'csaf-redhat',
  'csaf-suse',
] as const satisfies DataSetKind[];

/**
 * What a data set says of one CVE, as it is stored: without the nulls at its end, since a file may have 300,000 entries
 * of two numbers.
 */
export type ScoreEntry = readonly [
  epss?: number | null,
  percentile?: number | null,
  exploitedSince?: string | null,
  severityRank?: number | null,
  cvss?: number | null,
  vector?: string | null,
  publishedOn?: string | null,
];

export const scoreEntry = ({ epss, exploitedSince, severity, cvss, publishedOn }: CveScore): ScoreEntry =>
  cutNulls([
    epss?.score ?? null,
    epss?.percentile ?? null,
    exploitedSince ?? null,
    severity === undefined ? null : rankOf(severity) || null,
    cvss?.score ?? null,
    cvss?.vector ?? null,
    publishedOn ?? null,
  ]);

/** The graver severity, the higher scores with what belongs to them, and the earlier days of two entries. */
export function graver(a: ScoreEntry, b: ScoreEntry): ScoreEntry {
  const higher = (at: 0 | 4): ScoreEntry => ((a[at] ?? -1) >= (b[at] ?? -1) ? a : b);
  const earlier = (at: 2 | 6): string | null =>
    [a[at], b[at]].filter((day) => typeof day === 'string').sort()[0] ?? null;
  const [epss = null, percentile = null] = higher(0);
  const [, , , , cvss = null, vector = null] = higher(4);
  const severityRank = Math.max(a[3] ?? 0, b[3] ?? 0) || null;
  return cutNulls([epss, percentile, earlier(2), severityRank, cvss, vector, earlier(6)]);
}

const cutNulls = (entry: ScoreEntry): ScoreEntry =>
  entry.slice(0, entry.findLastIndex((value) => value !== null) + 1) as unknown as ScoreEntry;

export const MAX_ROWS = 1_000_000;
const FIRST_YEAR = 1999;
const LAST_YEAR = 2099;

/**
 * The block of a CVE: its name without the last three digits. A data set has one row for each block, so that 300,000
 * scores take some hundred rows.
 */
export const blockOf = (cve: string): string => cve.slice(0, -3);

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

const CVE = /^CVE-(\d{4})-\d{4,12}$/;

export function isCve(text: string): boolean {
  const year = Number(CVE.exec(text)?.[1] ?? 0);
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}
