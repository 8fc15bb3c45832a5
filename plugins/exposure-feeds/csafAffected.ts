import type { Decision, Entries, Fail, FileFacts } from '../exposure/api.ts';
import { listOf, objectOf, textOf, type CsafTree, type Json, type RpmOfRelease } from './csafTree.ts';

/** What one vulnerability says of products. */
interface Said {
  affected: Iterable<string>;
  fixed: readonly RpmOfRelease[];
  remediations: readonly Json[];
}

/** Texts that Red Hat writes, in small letters; any other text gets the decision of its category. */
const WORDS: ReadonlyMap<string, Decision> = new Map([
  ['fix deferred', 'postponed'],
  ['out of support scope', 'end_of_life'],
]);

/** Tells what documents call affected and fixed, by release and source package. */
export class AffectedProducts {
  readonly #into: Entries;
  /** How many were left out, and why. */
  readonly left: NonNullable<FileFacts['left']> = { elsewhere: 0, modules: 0, unnamed: 0 };

  constructor(into: Entries) {
    this.#into = into;
  }

  add(
    cve: string,
    { affected, fixed, remediations }: Said,
    { products, fail }: { products: CsafTree; fail: Fail },
  ): void {
    for (const { source, release } of sourcesOf(fixed)) this.#into.mended(cve, { source, release });
    const ids = [...affected];
    if (ids.length === 0) return;
    const decisions = decisionsOf(remediations, new Set(ids), fail);
    const rpms = ids.flatMap((id) => {
      const rpm = this.#packageOf(id, products);
      return rpm ? [{ ...rpm, decision: decisions.get(id) ?? 'none' }] : [];
    });
    for (const { source, release, of } of sourcesOf(rpms))
      this.#into.affected(cve, { source, release, decision: of.decision }, fail);
  }

  /** Null if the product is no package of a release that hosts have, or is of a module's stream; `left` counts it. */
  #packageOf(id: string, products: CsafTree): RpmOfRelease | null {
    const rpm = products.rpmOf(id);
    if (rpm && !rpm.isOfModule) return rpm;
    this.left[rpm ? 'modules' : products.isInRelease(id) ? 'unnamed' : 'elsewhere'] += 1;
    return null;
  }
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

/** By product; the last of several remediations counts. */
function decisionsOf(
  remediations: readonly Json[],
  affected: ReadonlySet<string>,
  fail: Fail,
): Map<string, Decision> {
  const found = new Map<string, Decision>();
  for (const { category, details, product_ids: ids } of remediations) {
    const decision = decisionOf(category, details);
    if (decision === null) continue;
    for (const value of listOf(ids, '"product_ids"', fail)) {
      const id = textOf(value, 'a product of a remediation', fail);
      if (affected.has(id)) found.set(id, decision);
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
