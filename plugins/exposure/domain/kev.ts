import { wire } from '#sdk';
import {
  Gathered,
  invalid,
  isCve,
  MAX_ROWS,
  shown,
  type DataSetContent,
  type FileReader,
} from './dataSet.ts';

/** Ten times the size of today's catalogue; it is one JSON document, so it is in memory as a whole. */
export const MAX_KEV_BYTES = 16 * 1024 * 1024;

const DAY = /^\d{4}-\d\d-\d\d$/;
const VERSION = /^[\w.-]{1,32}$/;
const RANSOMWARE = ['Known', 'Unknown'];

/** Reads CISA's catalogue of known exploited vulnerabilities. */
export class KevReader implements FileReader {
  readonly #pieces: string[] = [];

  take(text: string): void {
    this.#pieces.push(text);
  }

  end(): DataSetContent {
    const { catalogVersion, dateReleased, count, vulnerabilities } = parsed(this.#pieces.join(''));
    if (!Array.isArray(vulnerabilities))
      throw invalid('This is no catalogue of CISA KEV: it has no "vulnerabilities".', null);
    if (typeof catalogVersion !== 'string' || !VERSION.test(catalogVersion))
      throw invalid('This is no catalogue of CISA KEV: its "catalogVersion" is missing or odd.', null);
    const sourceDate = typeof dateReleased === 'string' ? wire.timeOf(dateReleased) : null;
    if (!sourceDate) throw invalid('"dateReleased" of the catalogue is no time.', null);
    if (count !== vulnerabilities.length)
      throw invalid(`The catalogue counts ${shown(count)} entries, and has ${vulnerabilities.length}.`, null);
    if (count === 0 || vulnerabilities.length > MAX_ROWS)
      throw invalid('The catalogue has no entries, or too many.', null);
    const gathered = new Gathered();
    for (const [i, one] of vulnerabilities.entries()) take(gathered, one, i + 1);
    return { version: catalogVersion, sourceDate, rows: gathered.rows, blocks: gathered.written() };
  }
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('This is no JSON, or it is cut off.', null);
  }
  if (typeof value !== 'object' || value === null) throw invalid('This is no catalogue of CISA KEV.', null);
  return value as Record<string, unknown>;
}

function take(gathered: Gathered, one: unknown, entry: number): void {
  const fail = (message: string): never => {
    throw invalid(message, { entry });
  };
  const {
    cveID,
    dateAdded,
    dueDate,
    knownRansomwareCampaignUse: use,
  } = (one ?? {}) as Record<string, unknown>;
  if (typeof cveID !== 'string' || !isCve(cveID)) return fail(`${shown(cveID)} is no CVE.`);
  if (!isDay(dateAdded)) return fail(`"dateAdded" of ${cveID} is no day.`);
  if (dueDate !== undefined && !isDay(dueDate)) return fail(`"dueDate" of ${cveID} is no day.`);
  if (use !== undefined && !RANSOMWARE.includes(use as string))
    return fail(`"knownRansomwareCampaignUse" of ${cveID} is neither Known nor Unknown.`);
  if (!gathered.add(cveID, [dateAdded])) fail(`${cveID} stands here a second time.`);
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && wire.timeOf(value)?.toISOString().slice(0, 10) === value;
