import { createHash } from 'node:crypto';
import { invalid, isCve, MAX_ROWS, shown, type DataSetContent, type FileReader } from './dataSet.ts';
import { Members } from './members.ts';
import { rankOf } from './rank.ts';

/** What is kept of a CVE of a source package: a rank of severity, and by release the version that mends it. */
export type TrackedCve = [severityRank: number, fixed: Record<string, string>];
/** By source package (the block may hold several), then by CVE. */
export type TrackedSources = Record<string, Record<string, TrackedCve>>;

/** The block of a source package: names may be longer than the name of a block. */
export const blockOfSource = (source: string): string =>
  `src:${createHash('sha256').update(source).digest('hex').slice(0, 24)}`;

const NAME = /^[a-z0-9][a-z0-9.+-]{1,127}$/;
/** What has no CVE yet stands under a number of the tracker's own; what is neither is no file of the tracker. */
const ENTRY = /^(CVE|TEMP)-/;
const RELEASE = /^[a-z][a-z0-9-]{1,31}$/;
const VERSION = /^[A-Za-z0-9.+:~-]{1,256}$/;
const STATUSES: readonly unknown[] = ['resolved', 'open', 'undetermined'];
/** The tracker's word for a version below all others: this release never had it. */
const NEVER = '0';
/** By the tracker's own judgement the packages that are built are not affected. */
const UNIMPORTANT = 'unimportant';
/** Urgencies that say something; `not yet assigned` and `end-of-life` do not. A `*` marks one that was guessed. */
const RANKS: ReadonlyMap<string, number> = new Map([
  ['high', rankOf('important')],
  ['medium', rankOf('moderate')],
  ['low', rankOf('low')],
]);

/**
 * The Debian security tracker's own file: by source package and CVE, in which version each release mends it. Kept is
 * what is mended somewhere; what is open everywhere has no version to compare with.
 */
export class TrackerReader implements FileReader {
  readonly #members = new Members(
    (source, entry, json) => this.#takeEntry(source, entry, json),
    (message) => this.#failFile(message),
  );
  readonly #blocks = new Map<string, string>();
  readonly #seen = new Set<string>();
  #source = '';
  #cves = new Map<string, TrackedCve>();
  /** Of this source, whether anything is kept of them or not. */
  #entries = new Set<string>();
  #rows = 0;
  #newest = '';

  take(text: string): void {
    this.#members.take(text);
  }

  end(): DataSetContent {
    this.#members.end();
    this.#endSource();
    if (this.#rows === 0) throw invalid('The file has no CVEs.', null);
    return { version: `up to ${this.#newest}`, sourceDate: null, rows: this.#rows, blocks: this.#blocks };
  }

  #takeEntry(source: string, entry: string, json: string): void {
    if (source !== this.#source) this.#beginSource(source);
    const fail = (message: string): never => {
      throw invalid(message, { place: `${source}, ${shown(entry)}` });
    };
    if (!ENTRY.test(entry)) fail('it is no CVE.');
    if (this.#entries.has(entry)) fail('it stands here a second time.');
    this.#entries.add(entry);
    const tracked = trackedOf(json, fail);
    if (!isCve(entry)) return;
    this.#rows += 1;
    if (this.#rows > MAX_ROWS) this.#failFile(`It has more than ${MAX_ROWS} rows.`);
    if (isNewer(entry, this.#newest)) this.#newest = entry;
    if (tracked) this.#cves.set(entry, tracked);
  }

  #beginSource(source: string): void {
    if (!NAME.test(source)) this.#failFile(`${shown(source)} is no source package.`);
    if (this.#seen.has(source)) this.#failFile(`${source} stands there a second time.`);
    this.#endSource();
    this.#seen.add(source);
    this.#source = source;
  }

  #endSource(): void {
    this.#entries = new Set();
    if (this.#cves.size === 0) return;
    const block = blockOfSource(this.#source);
    const others = JSON.parse(this.#blocks.get(block) ?? '{}') as TrackedSources;
    const all: TrackedSources = { ...others, [this.#source]: Object.fromEntries(this.#cves) };
    this.#blocks.set(block, JSON.stringify(all));
    this.#cves = new Map();
  }

  #failFile(message: string): never {
    throw invalid(`This is no file of the Debian security tracker. ${message}`, null);
  }
}

type Fail = (message: string) => never;

/** Null: no release mends it, or by the tracker nothing is to be mended. */
function trackedOf(json: string, fail: Fail): TrackedCve | null {
  const { releases } = objectOf(parsed(json, fail), 'it', fail);
  const fixed: Record<string, string> = {};
  let rank = 0;
  for (const [release, value] of Object.entries(objectOf(releases, '"releases"', fail))) {
    if (!RELEASE.test(release)) fail(`${shown(release)} is no release.`);
    const { status, urgency, fixed_version: version } = objectOf(value, release, fail);
    if (!STATUSES.includes(status)) fail(`"status" of ${release} is ${shown(status)}.`);
    if (typeof urgency !== 'string') return fail(`"urgency" of ${release} is no text.`);
    if (version !== undefined && !(typeof version === 'string' && VERSION.test(version)))
      fail(`"fixed_version" of ${release} is no version.`);
    if (status !== 'resolved' || urgency === UNIMPORTANT || version === undefined || version === NEVER)
      continue;
    fixed[release] = String(version);
    rank = Math.max(rank, RANKS.get(urgency.replaceAll('*', '')) ?? 0);
  }
  return Object.keys(fixed).length === 0 ? null : [rank, fixed];
}

function parsed(json: string, fail: Fail): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return fail('what stands here is no JSON.');
  }
}

const objectOf = (value: unknown, what: string, fail: Fail): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : fail(`${what} is no object.`);

/** By year, then by number. */
function isNewer(cve: string, than: string): boolean {
  const [, year, number] = cve.split('-').map(Number);
  const [, thanYear, thanNumber] = than.split('-').map(Number);
  return (year ?? 0) - (thanYear ?? 0) > 0 || (year === thanYear && (number ?? 0) > (thanNumber ?? 0));
}
