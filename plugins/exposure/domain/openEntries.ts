import type { Decision, FixedByRelease } from '../api.ts';

/** From the most hopeful; the stored number is the index in this list. */
export const DECISIONS: readonly Decision[] = ['none', 'no_dsa', 'postponed', 'ignored', 'end_of_life'];

/** The version below all others: the release never had the CVE. */
export const NEVER = '0';

/**
 * A CVE that is open in a release: severity rank, index of the decision in `DECISIONS`, the version that fixes it in
 * unstable (null: none), and what the file says of the releases; hosts may have packages of any of them.
 * Files for rpm do not tell the last.
 */
export type OpenEntry = [
  severityRank: number,
  decision: number,
  mendedIn: string | null,
  byRelease?: FixedByRelease,
];
/** Content of a block: the entries of one release, by source package, then by CVE. */
export type OpenSources = Record<string, Record<string, OpenEntry>>;
/** By release: its number in the names of its blocks, and how many blocks it has. */
export type OpenIndex = Record<string, [number: number, blocks: number]>;

/** Name of the index block. */
export const OPEN_INDEX = 'open';
export const openBlock = (release: number, nth: number): string => `open:${release}:${nth}`;

/** Entries of one block: some 150 kB. */
const ENTRIES = 2_000;

/** Gathers what a file says is open, by release, so that a fleet reads only the blocks of its own releases. */
export class OpenEntries {
  readonly #releases = new Map<string, OpenSources[]>();
  readonly #last = new Map<string, number>();

  /** Callers add the CVEs of one source one after another. */
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
