import {
  listOf,
  objectOf,
  textOf,
  type CsafTree,
  type Fail,
  type Json,
  type RpmOfRelease,
} from './csafTree.ts';
import type { AffectedCounts } from './dataSet.ts';
import { DECISIONS, OpenEntries, type Decision, type OpenEntry } from './openEntries.ts';
import type { CsafVendor } from './rpmReleases.ts';

/** What one vulnerability says of products. */
interface Said {
  affected: Iterable<string>;
  fixed: readonly RpmOfRelease[];
  remediations: readonly Json[];
}

/** CVEs by source package, then by release. */
type BySource<Cves> = Map<string, Map<string, Cves>>;

/** Several times the number that all documents of Red Hat come to. */
const MAX_OPEN = 3_000_000;
/** Texts that Red Hat writes, in small letters; any other text gets the decision of its category. */
const WORDS: ReadonlyMap<string, Decision> = new Map([
  ['fix deferred', 'postponed'],
  ['out of support scope', 'end_of_life'],
]);
/** By the index of their decision; all CVEs with that decision share one entry. */
const ENTRIES = DECISIONS.map((_, decision): OpenEntry => [0, decision, null]);

/**
 * Gathers what documents call affected, by release and source package. What any document of the same file calls fixed
 * there is not without a fix, whatever the order of the documents.
 */
export class AffectedSources {
  readonly #vendor: CsafVendor;
  readonly #open: BySource<Map<string, number>> = new Map();
  readonly #mended: BySource<Set<string>> = new Map();
  readonly #left = { elsewhere: 0, modules: 0, unnamed: 0 };
  #size = 0;

  constructor(vendor: CsafVendor) {
    this.#vendor = vendor;
  }

  add(
    cve: string,
    { affected, fixed, remediations }: Said,
    { products, fail }: { products: CsafTree; fail: Fail },
  ): void {
    for (const { source, release } of sourcesOf(fixed))
      cvesOf(this.#mended, { source, release }, Set).add(cve);
    const ids = [...affected];
    if (ids.length === 0) return;
    const decisions = decisionsOf(remediations, new Set(ids), fail);
    const rpms = ids.flatMap((id) => {
      const rpm = this.#packageOf(id, products);
      return rpm ? [{ ...rpm, decision: decisions.get(id) ?? 0 }] : [];
    });
    for (const {
      source,
      release,
      of: { decision },
    } of sourcesOf(rpms)) {
      const cves = cvesOf(this.#open, { source, release }, Map<string, number>);
      const before = cves.get(cve);
      if (before === undefined) this.#size += 1;
      if (this.#size > MAX_OPEN) fail(`the file has more than ${MAX_OPEN} statements of what is affected.`);
      cves.set(cve, Math.min(decision, before ?? decision));
    }
  }

  /** Counts over all that was added. */
  counts(): AffectedCounts {
    let open = 0;
    for (const one of this.#withoutFix()) open += one.cves.length;
    return { open, mended: this.#size - open, ...this.#left };
  }

  *written(): Generator<readonly [string, string]> {
    const entries = new OpenEntries();
    for (const { source, release, cves } of this.#withoutFix())
      for (const [cve, decision] of cves)
        entries.add(source, cve, new Map([[release, ENTRIES[decision] ?? [0, 0, null]]]));
    yield* entries.written();
  }

  *#withoutFix(): Generator<{ source: string; release: string; cves: (readonly [string, number])[] }> {
    for (const [source, releases] of this.#open)
      for (const [release, cves] of releases) {
        const beside = this.#vendor.besideOf(release);
        const mended = [release, ...(beside === null ? [] : [beside])].flatMap(
          (one) => this.#mended.get(source)?.get(one) ?? [],
        );
        yield { source, release, cves: [...cves].filter(([cve]) => !mended.some((set) => set.has(cve))) };
      }
  }

  /** Null if the product is no package of a release that hosts have, or is of a module's stream; `#left` counts it. */
  #packageOf(id: string, products: CsafTree): RpmOfRelease | null {
    const rpm = products.rpmOf(id);
    if (rpm && !rpm.isOfModule) return rpm;
    this.#left[rpm ? 'modules' : products.isInRelease(id) ? 'unnamed' : 'elsewhere'] += 1;
    return null;
  }
}

function cvesOf<Cves>(
  all: BySource<Cves>,
  { source, release }: { source: string; release: string },
  Empty: new () => Cves,
): Cves {
  const releases = all.get(source) ?? new Map<string, Cves>();
  const cves = releases.get(release) ?? new Empty();
  all.set(source, releases.set(release, cves));
  return cves;
}

/**
 * The source packages of the packages that one vulnerability names. If a document tells sources for a release, packages
 * there without one were built from these and are skipped; if it tells none, each package is taken for its own source.
 */
function* sourcesOf<Of extends RpmOfRelease>(
  rpms: readonly Of[],
): Generator<{ source: string; release: string; of: Of }> {
  const plain = rpms.filter(({ isOfModule }) => !isOfModule);
  const told = new Set(plain.flatMap(({ release, sources }) => (sources.length > 0 ? [release] : [])));
  for (const of of plain) {
    const { release, name } = of;
    const sources = of.sources.length > 0 || told.has(release) ? of.sources : [name];
    for (const source of sources) yield { source, release, of };
  }
}

/** Index in `DECISIONS` by product; the last of several remediations counts. */
function decisionsOf(
  remediations: readonly Json[],
  affected: ReadonlySet<string>,
  fail: Fail,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const { category, details, product_ids: ids } of remediations) {
    const decision = decisionOf(category, details);
    if (decision === null) continue;
    for (const value of listOf(ids, '"product_ids"', fail)) {
      const id = textOf(value, 'a product of a remediation', fail);
      if (affected.has(id)) found.set(id, DECISIONS.indexOf(decision));
    }
  }
  return found;
}

/** Null if the remediation does not say whether there will be a fix. */
function decisionOf(category: unknown, details: unknown): Decision | null {
  const word = typeof details === 'string' ? WORDS.get(details.trim().toLowerCase()) : undefined;
  if (category === 'none_available') return word ?? 'none';
  return category === 'no_fix_planned' ? (word ?? 'ignored') : null;
}

/** The remediations of a vulnerability. */
export const remediationsOf = (vulnerability: Json, fail: Fail): Json[] =>
  listOf(vulnerability['remediations'], '"remediations"', fail).map((value) =>
    objectOf(value, 'a remediation', fail),
  );
