/** What was decided of a CVE that no version of a release mends, as the Debian security tracker has it. */
export const DECISIONS = ['none', 'no_dsa', 'postponed', 'ignored', 'end_of_life'] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * A CVE that is open in a release: a rank of severity, the place of the decision in `DECISIONS`, and the version that mends
 * it in unstable, which hosts may have all the same; null: none does.
 */
export type OpenEntry = [severityRank: number, decision: number, mendedIn: string | null];
/** By source package, then by CVE: what one block says of one release. */
export type OpenSources = Record<string, Record<string, OpenEntry>>;
/** By release, its number in the names of its blocks and how many these are. */
export type OpenIndex = Record<string, [number: number, blocks: number]>;

/** An import that knows nothing of what is open (of an earlier release of this manager) has no such block. */
export const OPEN_INDEX = 'open';
export const openBlock = (release: number, nth: number): string => `open:${release}:${nth}`;

/** Some 150 kB. */
const ENTRIES = 2_000;

/** Gathers, by release, what a file says is open; so that a fleet reads that of its own releases alone. */
export class OpenEntries {
  readonly #releases = new Map<string, OpenSources[]>();
  readonly #last = new Map<string, number>();

  /** All that is said of a source comes together. */
  add(source: string, cve: string, open: ReadonlyMap<string, OpenEntry>): void {
    for (const [release, entry] of open) {
      const blocks = this.#releases.get(release) ?? [];
      this.#releases.set(release, blocks);
      const count = this.#last.get(release) ?? ENTRIES;
      if (count >= ENTRIES) blocks.push(Object.create(null) as OpenSources);
      this.#last.set(release, count >= ENTRIES ? 1 : count + 1);
      const block = blocks.at(-1) ?? {};
      (block[source] ??= {})[cve] = entry;
    }
  }

  *written(): Generator<readonly [string, string]> {
    const index: OpenIndex = {};
    for (const [number, [release, blocks]] of [...this.#releases].entries()) {
      index[release] = [number, blocks.length];
      for (const [nth, block] of blocks.entries()) yield [openBlock(number, nth), JSON.stringify(block)];
    }
    yield [OPEN_INDEX, JSON.stringify(index)];
  }
}
