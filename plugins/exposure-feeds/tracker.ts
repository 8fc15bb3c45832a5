import type { Decision, Entries, Fail, FileFacts, FixedIn, SourceCve } from '../exposure/api.ts';
import { Members } from './members.ts';
import { shown, type FileReader } from './reader.ts';

const NAME = /^[a-z0-9][a-z0-9.+-]{1,127}$/;
/** Entries without a CVE have a number of the tracker's own (TEMP-); a file with other names is not the tracker's. */
const ENTRY = /^(CVE|TEMP)-/;
const RELEASE = /^[a-z][a-z0-9-]{1,31}$/;
const VERSION = /^[A-Za-z0-9.+:~-]{1,256}$/;
const STATUSES: readonly unknown[] = ['resolved', 'open', 'undetermined'];
/** The tracker's urgency of CVEs that do not affect the built packages. */
const UNIMPORTANT = 'unimportant';
const END_OF_LIFE = 'end-of-life';
/** The version of a release that never had the CVE. */
const NEVER = '0';
/** Urgencies that say something; `not yet assigned` and `end-of-life` do not. A `*` marks one that was guessed. */
const SEVERITIES: ReadonlyMap<string, SourceCve['severity']> = new Map([
  ['high', 'important'],
  ['medium', 'moderate'],
  ['low', 'low'],
]);
/** From the mildest. */
const RANKED: readonly SourceCve['severity'][] = ['unrated', 'low', 'moderate', 'important'];

/**
 * Reads the Debian security tracker's file: by source package and CVE, the version in which each release fixes it. It
 * drops what is undetermined or has no CVE yet.
 */
export class TrackerReader implements FileReader {
  readonly #members = new Members(
    (source, entry, json) => this.#takeEntry(source, entry, json),
    (message) => this.#failFile(message),
  );
  readonly #into: Entries;
  readonly #seen = new Set<string>();
  #source: string | null = null;
  /** All entries of the current source, kept or not. */
  #entries = new Set<string>();
  #newest = '';

  constructor(into: Entries) {
    this.#into = into;
  }

  take(text: string): void {
    this.#members.take(text);
  }

  end(): FileFacts {
    this.#members.end();
    if (this.#into.rows === 0) this.#into.refuse('The file has no CVEs.');
    return { version: `up to ${this.#newest}`, sourceDate: null };
  }

  #takeEntry(source: string, cve: string, json: string): void {
    if (source !== this.#source) this.#beginSource(source);
    const fail = (message: string): never =>
      this.#into.refuse(message, { place: `${source}, ${shown(cve)}` });
    if (!ENTRY.test(cve)) fail('it is no CVE.');
    if (this.#entries.has(cve)) fail('it stands here a second time.');
    this.#entries.add(cve);
    const tracked = trackedOf(json, fail);
    if (!this.#into.isCve(cve)) return;
    if (isNewer(cve, this.#newest)) this.#newest = cve;
    this.#into.source({ source, cve, ...tracked }, fail);
  }

  #beginSource(source: string): void {
    if (!NAME.test(source)) this.#failFile(`${shown(source)} is no source package.`);
    if (this.#seen.has(source)) this.#failFile(`${source} stands there a second time.`);
    this.#seen.add(source);
    this.#source = source;
    this.#entries = new Set();
  }

  #failFile(message: string): never {
    this.#into.refuse(`This is no file of the Debian security tracker. ${message}`);
  }
}

/** How a CVE stands in the releases; `fixed` also has those that never had it. */
function trackedOf(json: string, fail: Fail): Omit<SourceCve, 'source' | 'cve'> {
  const { releases } = objectOf(parsed(json, fail), 'it', fail);
  const fixed: Record<string, FixedIn> = {};
  const open = new Map<string, { severity: SourceCve['severity']; decision: Decision }>();
  let rank = 0;
  for (const [release, value] of Object.entries(objectOf(releases, '"releases"', fail))) {
    if (!RELEASE.test(release)) fail(`${shown(release)} is no release.`);
    const told = objectOf(value, release, fail);
    const { status, urgency, fixed_version: version } = told;
    if (!STATUSES.includes(status)) fail(`"status" of ${release} is ${shown(status)}.`);
    if (typeof urgency !== 'string') return fail(`"urgency" of ${release} is no text.`);
    if (version !== undefined && !(typeof version === 'string' && VERSION.test(version)))
      fail(`"fixed_version" of ${release} is no version.`);
    const severity = SEVERITIES.get(urgency.replaceAll('*', '')) ?? 'unrated';
    if (urgency === UNIMPORTANT) fixed[release] = NEVER;
    else if (status === 'open') {
      fixed[release] = null;
      open.set(release, { severity, decision: decisionOf(told) });
    } else if (status === 'resolved' && version !== undefined) {
      fixed[release] = String(version);
      if (version !== NEVER) rank = Math.max(rank, RANKED.indexOf(severity));
    }
  }
  return { fixed, severity: RANKED[rank] ?? 'unrated', open };
}

/** `nodsa` (a sentence) is present if the security team decided; `nodsa_reason` names the decision, '' is too minor. */
function decisionOf({ urgency, nodsa, nodsa_reason: reason }: Record<string, unknown>): Decision {
  if (urgency === END_OF_LIFE) return 'end_of_life';
  if (nodsa === undefined) return 'none';
  return reason === 'ignored' || reason === 'postponed' ? reason : 'no_dsa';
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
