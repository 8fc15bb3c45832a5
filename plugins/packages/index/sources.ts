import type { FleetSources, SourcePackage, SourceVersion } from '../api.ts';
import type { FleetIndex } from './fleetIndex.ts';
import {
  NAME,
  NONE,
  SOURCE,
  SOURCE_VERSION,
  VERSION,
  rowsOf,
  type IndexedList,
  type IndexedSegment,
} from './segment.ts';
import { entryAt } from './view.ts';

const bitsFor = (hosts: number): Uint32Array => new Uint32Array((hosts + 31) >>> 5);
const addBit = (bits: Uint32Array, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
};

/** In which versions the fleet has packages of the sources that are wanted, and on which hosts. */
export function sourcesOf(index: FleetIndex, isWanted: (source: string) => boolean): FleetSources {
  const hosts = index.sortedHosts;
  const hostsOf = numbersByList(index);
  const wanted = new Wanted(index, isWanted);
  const found = new Map<string, { of: SourceVersion; lists: Set<IndexedList> }>();
  for (const shape of index.shapes)
    for (const segment of shape.segments)
      for (const [source, version] of wanted.in(segment))
        for (const list of segment.lists) {
          const key = `${list.order} ${source} ${version}`;
          let one = found.get(key);
          if (!one) {
            const of = { source, version, order: list.order, hosts: bitsFor(hosts.length) };
            found.set(key, (one = { of, lists: new Set() }));
          }
          // One source has packages in several segments of a list.
          if (one.lists.has(list)) continue;
          one.lists.add(list);
          for (const number of hostsOf.get(list) ?? []) addBit(one.of.hosts, number);
        }
  const untold = bitsFor(hosts.length);
  for (const [list, numbers] of hostsOf)
    if (!tellsSources(list)) for (const number of numbers) addBit(untold, number);
  return { hosts, versions: [...found.values()].map(({ of }) => of), untold };
}

/** What each of these hosts has of the wanted sources. */
export function packagesBySource(
  index: FleetIndex,
  hostIds: readonly string[],
  isWanted: (source: string) => boolean,
): Map<string, SourcePackage[]> {
  const wanted = new Wanted(index, isWanted);
  const packageAt = (columns: Int32Array, at: number): SourcePackage => {
    const { name, arch, version, source } = entryAt(index, columns, at);
    return { source: source?.name ?? name, sourceVersion: source?.version ?? version, name, arch, version };
  };
  return new Map(
    hostIds.map((hostId) => {
      const found: SourcePackage[] = [];
      for (const { columns } of index.hosts.get(hostId)?.segments ?? [])
        for (let at = 0; at < rowsOf(columns); at++)
          if (wanted.isAt(columns, at)) found.push(packageAt(columns, at));
      return [hostId, found];
    }),
  );
}

/** No list of packages that are installed together has none that was built from another source, but for an old agent's. */
const tellsSources = ({ segments, entries }: IndexedList): boolean =>
  entries === 0 || segments.some(({ sources }) => sources);

function numbersByList({ hosts, sortedHosts }: FleetIndex): ReadonlyMap<IndexedList, number[]> {
  const numbers = new Map<IndexedList, number[]>();
  for (const [number, id] of sortedHosts.entries()) {
    const list = hosts.get(id);
    if (!list) continue;
    const known = numbers.get(list);
    if (known) known.push(number);
    else numbers.set(list, [number]);
  }
  return numbers;
}

/** Each source is asked about once, by its number. */
class Wanted {
  readonly #index: FleetIndex;
  readonly #isWanted: (source: string) => boolean;
  /** Those of packages that are their own source, and the others: 0 not asked yet, 1 wanted, 2 not. */
  readonly #own: Uint8Array;
  readonly #told: Uint8Array;

  constructor(index: FleetIndex, isWanted: (source: string) => boolean) {
    this.#index = index;
    this.#isWanted = isWanted;
    this.#own = new Uint8Array(index.names.size);
    this.#told = new Uint8Array(index.texts.size);
  }

  /** Sources and their versions in a segment, each once. */
  in({ columns }: IndexedSegment): readonly (readonly [string, string])[] {
    const rows = rowsOf(columns);
    const { names, texts } = this.#index;
    const found = new Map<string, readonly [string, string]>();
    for (let at = 0; at < rows; at++) {
      if (!this.isAt(columns, at)) continue;
      const source = columns[at + SOURCE * rows] ?? NONE;
      const name = columns[at + NAME * rows] ?? NONE;
      const isOwn = source === NONE;
      const version = columns[at + (isOwn ? VERSION : SOURCE_VERSION) * rows] ?? NONE;
      const one = [isOwn ? names.at(name) : texts.at(source), texts.at(version)] as const;
      found.set(one.join(' '), one);
    }
    return [...found.values()];
  }

  isAt(columns: Int32Array, at: number): boolean {
    const rows = rowsOf(columns);
    const source = columns[at + SOURCE * rows] ?? NONE;
    if (source !== NONE) return this.#is(this.#told, source, this.#index.texts);
    return this.#is(this.#own, columns[at + NAME * rows] ?? NONE, this.#index.names);
  }

  #is(known: Uint8Array, number: number, texts: { at(number: number): string }): boolean {
    if (known[number] === 0) known[number] = this.#isWanted(texts.at(number)) ? 1 : 2;
    return known[number] === 1;
  }
}
