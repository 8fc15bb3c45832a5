import type { AffectedCounts, CveScore, Entries, Fail, FileFacts, SourceCve, Where } from '../api.ts';
import type { Decision, RpmFix, RpmSource } from '../api.ts';
import { AffectedSources } from './affected.ts';
import { blockOf, graver, invalid, isCve, MAX_ROWS, scoreEntry, type ScoreEntry } from './dataSet.ts';
import { UNSTABLE } from './debian.ts';
import { DECISIONS, NEVER, OpenEntries, type OpenEntry } from './openEntries.ts';
import { RpmEntries, SourceEntries } from './packageEntries.ts';
import { rankOf } from './rank.ts';

/** A statement is one package, release, version and CVE; the kernel alone has some hundred thousand. */
const MAX_STATEMENTS = 5_000_000;
/** Several times the number that all documents of Red Hat come to. */
const MAX_AFFECTED = 3_000_000;

/** Gathers what a file says, in the form in which it is stored. */
export class GatheredEntries implements Entries {
  rows = 0;
  readonly #scores = new Map<string, Map<string, ScoreEntry>>();
  readonly #sources = new SourceEntries();
  readonly #rpms = new RpmEntries();
  readonly #affected = new AffectedSources();
  readonly #open = new OpenEntries();
  readonly #fail: Fail = (message) => this.refuse(`It is wrong: ${message}`);

  refuse(message: string, where: Where | null = null): never {
    throw invalid(message, where);
  }

  isCve(text: string): boolean {
    return isCve(text);
  }

  score(cve: string, said: CveScore, fail = this.#fail): boolean {
    const key = blockOf(cve);
    const block = this.#scores.get(key) ?? new Map<string, ScoreEntry>();
    const before = block.get(cve);
    if (!before) this.#addRow(cve, fail);
    this.#scores.set(key, block.set(cve, before ? graver(before, scoreEntry(said)) : scoreEntry(said)));
    return !before;
  }

  source({ source, cve, fixed, severity, open }: SourceCve, fail = this.#fail): void {
    this.#addRow(cve, fail);
    if (Object.values(fixed).some((version) => version !== null && version !== NEVER))
      this.#sources.add(source, cve, [rankOf(severity), fixed]);
    if (open.size === 0) return;
    const { [UNSTABLE]: unstable = null, ...byRelease } = fixed;
    const mendedIn = unstable === NEVER ? null : unstable;
    const entries = new Map<string, OpenEntry>();
    for (const [release, { severity: own, decision }] of open)
      entries.set(release, [rankOf(own), DECISIONS.indexOf(decision), mendedIn, byRelease]);
    this.#open.add(source, cve, entries);
  }

  fix(cve: string, at: RpmFix, fail = this.#fail): void {
    this.#rpms.add(cve, at);
    if (this.#rpms.size > MAX_STATEMENTS) fail(`the file has more than ${MAX_STATEMENTS} statements.`);
  }

  advisory(id: string, cve: string): void {
    this.#rpms.addAdvisory(id, cve);
  }

  affected(cve: string, at: RpmSource & { decision: Decision }, fail = this.#fail): void {
    this.#affected.addAffected(cve, at, DECISIONS.indexOf(at.decision));
    if (this.#affected.size > MAX_AFFECTED)
      fail(`the file has more than ${MAX_AFFECTED} statements of what is affected.`);
  }

  mended(cve: string, at: RpmSource): void {
    this.#affected.addMended(cve, at);
  }

  /** Null where the feed tells nothing of affected products. */
  affectedCounts({ left }: FileFacts): AffectedCounts | null {
    return left ? { ...this.#affected.counts(), ...left } : null;
  }

  /** Names of blocks, each with its entries as JSON; with an index of what is open only where packages are told of. */
  *written(tells: readonly string[]): Generator<readonly [block: string, entries: string]> {
    for (const [block, cves] of this.#scores) yield [block, JSON.stringify(Object.fromEntries(cves))];
    if (!tells.includes('packages')) return;
    yield* this.#rpms.written();
    yield* this.#sources.written();
    this.#affected.addTo(this.#open);
    yield* this.#open.written();
  }

  #addRow(cve: string, fail: Fail): void {
    if (!isCve(cve)) fail('it names a CVE that is none.');
    this.rows += 1;
    if (this.rows > MAX_ROWS) fail(`the file has more than ${MAX_ROWS} rows.`);
  }
}
