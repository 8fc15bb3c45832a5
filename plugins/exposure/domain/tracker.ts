import { createHash } from 'node:crypto';
import { invalid, isCve, MAX_ROWS, shown, type DataSetContent, type FileReader } from './dataSet.ts';
import { Members } from './members.ts';
import { DECISIONS, NEVER, OpenEntries } from './openEntries.ts';
import type { Decision, FixedByRelease, FixedIn, OpenEntry } from './openEntries.ts';
import { rankOf } from './rank.ts';

/** What is kept of a CVE of a source package: its severity rank and, by release, the version that fixes it. */
export type TrackedCve = [severityRank: number, fixed: FixedByRelease];
/** By source package (the block may hold several), then by CVE. */
export type TrackedSources = Record<string, Record<string, TrackedCve>>;

/** The block of a source package, named by a hash: names of packages may be too long for a block. */
export const blockOfSource = (source: string): string =>
  `src:${createHash('sha256').update(source).digest('hex').slice(0, 24)}`;

const NAME = /^[a-z0-9][a-z0-9.+-]{1,127}$/;
/** Entries without a CVE have a number of the tracker's own (TEMP-); a file with other names is not the tracker's. */
const ENTRY = /^(CVE|TEMP)-/;
const RELEASE = /^[a-z][a-z0-9-]{1,31}$/;
const VERSION = /^[A-Za-z0-9.+:~-]{1,256}$/;
const STATUSES: readonly unknown[] = ['resolved', 'open', 'undetermined'];
/** The tracker's urgency of CVEs that do not affect the built packages. */
const UNIMPORTANT = 'unimportant';
const END_OF_LIFE = 'end-of-life';
/** The release that newer versions reach first. */
const UNSTABLE = 'sid';
/** Urgencies that say something; `not yet assigned` and `end-of-life` do not. A `*` marks one that was guessed. */
const RANKS: ReadonlyMap<string, number> = new Map([
  ['high', rankOf('important')],
  ['medium', rankOf('moderate')],
  ['low', rankOf('low')],
]);

/**
 * Reads the Debian security tracker's file: by source package and CVE, the version in which each release fixes it. It
 * keeps what is mended somewhere and, apart from that, what is open in a release; it drops what is undetermined or has
 * no CVE yet.
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
  /** All entries of the current source, kept or not. */
  #entries = new Set<string>();
  #rows = 0;
  #newest = '';
  readonly #open = new OpenEntries();

  take(text: string): void {
    this.#members.take(text);
  }

  end(): DataSetContent {
    this.#members.end();
    this.#endSource();
    if (this.#rows === 0) throw invalid('The file has no CVEs.', null);
    for (const [block, entries] of this.#open.written()) this.#blocks.set(block, entries);
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
    const { mended, open } = trackedOf(json, fail);
    if (!isCve(entry)) return;
    this.#rows += 1;
    if (this.#rows > MAX_ROWS) this.#failFile(`It has more than ${MAX_ROWS} rows.`);
    if (isNewer(entry, this.#newest)) this.#newest = entry;
    if (mended) this.#cves.set(entry, mended);
    this.#open.add(source, entry, open);
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

interface Tracked {
  /** Null: no release fixes it, or the tracker says that there is nothing to mend. */
  mended: TrackedCve | null;
  /** Entries of the releases in which no version fixes it. */
  open: ReadonlyMap<string, OpenEntry>;
}

function trackedOf(json: string, fail: Fail): Tracked {
  const { releases } = objectOf(parsed(json, fail), 'it', fail);
  const fixed: Record<string, FixedIn> = {};
  let isMended = false;
  const open = new Map<string, OpenEntry>();
  let rank = 0;
  for (const [release, value] of Object.entries(objectOf(releases, '"releases"', fail))) {
    if (!RELEASE.test(release)) fail(`${shown(release)} is no release.`);
    const told = objectOf(value, release, fail);
    const { status, urgency, fixed_version: version } = told;
    if (!STATUSES.includes(status)) fail(`"status" of ${release} is ${shown(status)}.`);
    if (typeof urgency !== 'string') return fail(`"urgency" of ${release} is no text.`);
    if (version !== undefined && !(typeof version === 'string' && VERSION.test(version)))
      fail(`"fixed_version" of ${release} is no version.`);
    const own = RANKS.get(urgency.replaceAll('*', '')) ?? 0;
    if (urgency === UNIMPORTANT) fixed[release] = NEVER;
    else if (status === 'open') {
      fixed[release] = null;
      open.set(release, [own, decisionOf(told), null]);
    } else if (status === 'resolved' && version !== undefined) {
      fixed[release] = String(version);
      if (version === NEVER) continue;
      isMended = true;
      rank = Math.max(rank, own);
    }
  }
  const { [UNSTABLE]: unstable, ...byRelease } = fixed;
  for (const entry of open.values()) {
    if (unstable !== undefined && unstable !== NEVER) entry[2] = unstable;
    entry.push(byRelease);
  }
  return { mended: isMended ? [rank, fixed] : null, open };
}

/** `nodsa` (a sentence) is present if the security team decided; `nodsa_reason` names the decision, '' is too minor. */
function decisionOf({ urgency, nodsa, nodsa_reason: reason }: Record<string, unknown>): number {
  const decision: Decision =
    urgency === END_OF_LIFE
      ? 'end_of_life'
      : nodsa === undefined
        ? 'none'
        : reason === 'ignored' || reason === 'postponed'
          ? reason
          : 'no_dsa';
  return DECISIONS.indexOf(decision);
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

/** Compares by year, then by number. */
function isNewer(cve: string, than: string): boolean {
  const [, year, number] = cve.split('-').map(Number);
  const [, thanYear, thanNumber] = than.split('-').map(Number);
  return (year ?? 0) - (thanYear ?? 0) > 0 || (year === thanYear && (number ?? 0) > (thanNumber ?? 0));
}
