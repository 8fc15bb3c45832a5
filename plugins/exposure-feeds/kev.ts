import type { Entries, FileFacts } from '../exposure/api.ts';
import { shown, type FileReader, type Kit } from './reader.ts';

/** Ten times the size of today's catalogue; it is one JSON document, so it is in memory as a whole. */
export const MAX_KEV_BYTES = 16 * 1024 * 1024;

const MAX_ENTRIES = 1_000_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const VERSION = /^[\w.-]{1,32}$/;
const RANSOMWARE = ['Known', 'Unknown'];

/** Reads CISA's catalogue of known exploited vulnerabilities. */
export class KevReader implements FileReader {
  readonly #pieces: string[] = [];
  readonly #into: Entries;
  readonly #kit: Kit;

  constructor(into: Entries, kit: Kit) {
    this.#into = into;
    this.#kit = kit;
  }

  take(text: string): void {
    this.#pieces.push(text);
  }

  end(): FileFacts {
    const { catalogVersion, dateReleased, count, vulnerabilities } = this.#parsed();
    const fail = (message: string): never => this.#into.refuse(message);
    if (!Array.isArray(vulnerabilities))
      return fail('This is no catalogue of CISA KEV: it has no "vulnerabilities".');
    if (typeof catalogVersion !== 'string' || !VERSION.test(catalogVersion))
      return fail('This is no catalogue of CISA KEV: its "catalogVersion" is missing or odd.');
    const sourceDate = typeof dateReleased === 'string' ? this.#kit.wire.timeOf(dateReleased) : null;
    if (!sourceDate) return fail('"dateReleased" of the catalogue is no time.');
    if (count !== vulnerabilities.length)
      fail(`The catalogue counts ${shown(count)} entries, and has ${vulnerabilities.length}.`);
    if (count === 0 || vulnerabilities.length > MAX_ENTRIES)
      fail('The catalogue has no entries, or too many.');
    for (const [i, one] of vulnerabilities.entries()) this.#takeEntry(one, i + 1);
    return { version: catalogVersion, sourceDate };
  }

  #parsed(): Record<string, unknown> {
    let value: unknown;
    try {
      value = JSON.parse(this.#pieces.join(''));
    } catch {
      return this.#into.refuse('This is no JSON, or it is cut off.');
    }
    if (typeof value !== 'object' || value === null)
      return this.#into.refuse('This is no catalogue of CISA KEV.');
    return value as Record<string, unknown>;
  }

  #takeEntry(one: unknown, entry: number): void {
    const fail = (message: string): never => this.#into.refuse(message, { entry });
    const {
      cveID,
      dateAdded,
      dueDate,
      knownRansomwareCampaignUse: use,
    } = (one ?? {}) as Record<string, unknown>;
    if (typeof cveID !== 'string' || !this.#into.isCve(cveID)) return fail(`${shown(cveID)} is no CVE.`);
    if (!this.#isDay(dateAdded)) return fail(`"dateAdded" of ${cveID} is no day.`);
    if (dueDate !== undefined && !this.#isDay(dueDate)) return fail(`"dueDate" of ${cveID} is no day.`);
    if (use !== undefined && !RANSOMWARE.includes(use as string))
      return fail(`"knownRansomwareCampaignUse" of ${cveID} is neither Known nor Unknown.`);
    if (!this.#into.score(cveID, { exploitedSince: dateAdded }, fail))
      fail(`${cveID} stands here a second time.`);
  }

  #isDay(value: unknown): value is string {
    if (typeof value !== 'string' || !DAY.test(value)) return false;
    return this.#kit.wire.timeOf(value)?.toISOString().slice(0, 10) === value;
  }
}
