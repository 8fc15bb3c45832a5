import type { RpmSource } from '../api.ts';
import { DECISIONS, type OpenEntries, type OpenEntry } from './openEntries.ts';
import { besideOf } from './releases.ts';

/** CVEs by source package, then by release. */
type BySource<Cves> = Map<string, Map<string, Cves>>;

/** By the index of their decision; all CVEs with that decision share one entry. */
const ENTRIES = DECISIONS.map((_, decision): OpenEntry => [0, decision, null]);

/**
 * Gathers what a file calls affected, by release and source package of rpm. What it calls mended there, or in a release
 * of which hosts take packages too, is not without a fix, whatever came first.
 */
export class AffectedSources {
  readonly #open: BySource<Map<string, number>> = new Map();
  readonly #mended: BySource<Set<string>> = new Map();
  /** How many statements of what is affected there are. */
  size = 0;

  /** `decision` is an index in `DECISIONS`; of several the one counts that leaves most hope. */
  addAffected(cve: string, at: RpmSource, decision: number): void {
    const cves = cvesOf(this.#open, at, Map<string, number>);
    const before = cves.get(cve);
    if (before === undefined) this.size += 1;
    cves.set(cve, Math.min(decision, before ?? decision));
  }

  addMended(cve: string, at: RpmSource): void {
    cvesOf(this.#mended, at, Set<string>).add(cve);
  }

  counts(): { open: number; mended: number } {
    let open = 0;
    for (const one of this.#withoutFix()) open += one.cves.length;
    return { open, mended: this.size - open };
  }

  addTo(entries: OpenEntries): void {
    for (const { source, release, cves } of this.#withoutFix())
      for (const [cve, decision] of cves)
        entries.add(source, cve, new Map([[release, ENTRIES[decision] ?? [0, 0, null]]]));
  }

  *#withoutFix(): Generator<{ source: string; release: string; cves: (readonly [string, number])[] }> {
    for (const [source, releases] of this.#open)
      for (const [release, cves] of releases) {
        const beside = besideOf(release);
        const mended = [release, ...(beside === null ? [] : [beside])].flatMap(
          (one) => this.#mended.get(source)?.get(one) ?? [],
        );
        yield { source, release, cves: [...cves].filter(([cve]) => !mended.some((set) => set.has(cve))) };
      }
  }
}

function cvesOf<Cves>(all: BySource<Cves>, { source, release }: RpmSource, Empty: new () => Cves): Cves {
  const releases = all.get(source) ?? new Map<string, Cves>();
  const cves = releases.get(release) ?? new Empty();
  all.set(source, releases.set(release, cves));
  return cves;
}
