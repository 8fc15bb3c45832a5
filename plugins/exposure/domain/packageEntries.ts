import { createHash } from 'node:crypto';
import type { FixedByRelease, RpmFix } from '../api.ts';

/**
 * The block of a source package of dpkg, of a package of rpm, or of an advisory, named by a hash: their own names may be
 * too long for a block. One block may hold several.
 */
export const namedBlock = (of: 'src' | 'rpm' | 'adv', name: string): string =>
  `${of}:${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;

/** What is kept of a CVE of a source package: its severity rank and, by release, the version that fixes it. */
export type SourceFixes = [severityRank: number, fixed: FixedByRelease];
/** Content of a block of sources: by source package, then by CVE. */
export type FixedSources = Record<string, Record<string, SourceFixes>>;
/** Content of a block of rpm: CVEs by package, then by release, then by the version that fixes them. */
export type FixedRpms = Record<string, Record<string, Record<string, string[]>>>;
/** Content of a block of advisories: their CVEs. */
export type Advisories = Record<string, string[]>;

type Blocks = Generator<readonly [block: string, entries: string]>;

/** Gathers what is fixed of source packages; those of one source are written away as soon as another one follows. */
export class SourceEntries {
  readonly #blocks = new Map<string, string>();
  #source = '';
  #cves = new Map<string, SourceFixes>();

  add(source: string, cve: string, fixes: SourceFixes): void {
    if (source !== this.#source) this.#endSource();
    this.#source = source;
    this.#cves.set(cve, fixes);
  }

  *written(): Blocks {
    this.#endSource();
    yield* this.#blocks;
  }

  #endSource(): void {
    if (this.#cves.size === 0) return;
    const block = namedBlock('src', this.#source);
    const others = JSON.parse(this.#blocks.get(block) ?? '{}') as FixedSources;
    const own = Object.hasOwn(others, this.#source) ? others[this.#source] : {};
    const all = { ...others, [this.#source]: { ...own, ...Object.fromEntries(this.#cves) } };
    this.#blocks.set(block, JSON.stringify(all satisfies FixedSources));
    this.#cves = new Map();
  }
}

/** CVEs by release, then by version. */
type Fixes = Map<string, Map<string, Set<string>>>;

/** Gathers what fixes CVEs in packages of rpm, by package and by advisory. */
export class RpmEntries {
  readonly #packages = new Map<string, Fixes>();
  readonly #advisories = new Map<string, Set<string>>();
  /** How many statements there are: one is a package, release, version and CVE. */
  size = 0;

  add(cve: string, { name, release, version }: RpmFix): void {
    const versions = within(within(this.#packages, name), release);
    const cves = versions.get(version) ?? new Set();
    versions.set(version, cves);
    if (cves.has(cve)) return;
    cves.add(cve);
    this.size += 1;
  }

  addAdvisory(id: string, cve: string): void {
    this.#advisories.set(id, (this.#advisories.get(id) ?? new Set()).add(cve));
  }

  *written(): Blocks {
    yield* joined('rpm', this.#packages, fixesOf);
    yield* joined('adv', this.#advisories, (cves) => [...cves]);
  }
}

function within<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const own = all.get(name) ?? new Map<string, T>();
  all.set(name, own);
  return own;
}

const fixesOf = (fixes: Fixes): FixedRpms[string] =>
  Object.fromEntries(
    [...fixes].map(([release, versions]) => [
      release,
      Object.fromEntries([...versions].map(([version, cves]) => [version, [...cves]])),
    ]),
  );

function* joined<T>(of: 'rpm' | 'adv', all: ReadonlyMap<string, T>, written: (value: T) => unknown): Blocks {
  for (const [block, names] of Map.groupBy(all.keys(), (name) => namedBlock(of, name))) {
    const entries = names.map((name) => [name, written(all.get(name) as T)] as const);
    yield [block, JSON.stringify(Object.fromEntries(entries))];
  }
}
