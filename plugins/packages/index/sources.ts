import type { FleetSources, SourcePackage, SourceVersion } from '../api.ts';
import type { VersionOrder } from '../domain/list.ts';
import type { FleetIndex, Snapshot } from './fleetIndex.ts';
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
import { entryAt, type Known } from './view.ts';

/** Which sources are asked for, and which of their packages are told apart from the others. */
interface Asked {
  isWanted: (source: string) => boolean;
  isApart: (packageName: string) => boolean;
}

/** The versions in which the fleet has packages of the wanted sources, with their hosts. It yields at each step. */
export function* sourcesOf(fleet: Snapshot, asked: Asked): Generator<void, FleetSources> {
  const wanted = new Wanted(fleet, asked);
  const found = { plain: new Found(), apart: new Found() };
  const hosts = yield* hostsBySegment(fleet);
  for (const [slot, segment] of fleet.segments.entries()) {
    if (!segment) continue;
    const keys = wanted.in(segment);
    yield;
    if (keys.plain.size + keys.apart.size === 0) continue;
    for (const [order, of] of hosts) {
      const own = of(slot);
      if (own.length === 0) continue;
      found.plain.add(order, keys.plain, own);
      found.apart.add(order, keys.apart, own);
    }
  }
  const plain = yield* found.plain.versions(wanted, false);
  const apart = yield* found.apart.versions(wanted, true);
  const untold = yield* untoldOf(fleet);
  return { hosts: fleet.hosts, versions: [...plain, ...apart], untold };
}

/** Sets of hosts, by order and by the number that `Wanted` has for a source in a version. */
class Found {
  readonly #byOrder = new Map<VersionOrder, Map<number, Int32Array[]>>();

  add(order: VersionOrder, keys: ReadonlySet<number>, hosts: Int32Array): void {
    let own = this.#byOrder.get(order);
    if (!own) this.#byOrder.set(order, (own = new Map()));
    for (const key of keys) {
      const known = own.get(key);
      if (known) known.push(hosts);
      else own.set(key, [hosts]);
    }
  }

  *versions(wanted: Wanted, isApart: boolean): Generator<void, SourceVersion[]> {
    const versions = new Map<string, SourceVersion & { hosts: Int32Array[] }>();
    for (const [order, own] of this.#byOrder)
      for (const [key, hosts] of own) {
        const { source, version } = wanted.at(key);
        const name = `${order} ${source} ${version}`;
        // Several keys may mean one source: a package may be its own source, and others may name it.
        const known = versions.get(name);
        if (known) known.hosts.push(...hosts);
        else versions.set(name, { source, version, order, isApart, hosts });
        yield;
      }
    return [...versions.values()];
  }
}

/** The hosts of a segment by its slot, for each order of versions; most fleets have one order. */
function* hostsBySegment({
  lists,
  segments,
}: Snapshot): Generator<void, ReadonlyMap<VersionOrder, (slot: number) => Int32Array>> {
  const found = new Map<VersionOrder, (slot: number) => Int32Array>();
  for (const order of new Set(lists.map((list) => list.order))) {
    // First the number of hosts of each slot, then where its hosts begin.
    const starts = new Int32Array(segments.length + 1);
    for (const list of lists) {
      if (list.order === order) for (const slot of list.slots) starts[slot + 1] = (starts[slot + 1] ?? 0) + 1;
      yield;
    }
    for (let slot = 0; slot < segments.length; slot++)
      starts[slot + 1] = (starts[slot + 1] ?? 0) + (starts[slot] ?? 0);
    const next = starts.slice();
    const hosts = new Int32Array(starts[segments.length] ?? 0);
    for (const [number, list] of lists.entries()) {
      if (list.order === order)
        for (const slot of list.slots) {
          const at = next[slot] ?? 0;
          hosts[at] = number;
          next[slot] = at + 1;
        }
      yield;
    }
    found.set(order, (slot) => hosts.subarray(starts[slot], starts[slot + 1]));
  }
  return found;
}

/** Numbers of hosts that have packages of which none tells its source. */
function* untoldOf({ lists, segments }: Snapshot): Generator<void, number[]> {
  const untold: number[] = [];
  // Every list has a package built from a source of another name or version, except those of old agents.
  const tellsSources = ({ entries, slots }: IndexedList): boolean =>
    entries === 0 || slots.some((slot) => segments[slot]?.sources === true);
  for (const [number, list] of lists.entries()) {
    if (!tellsSources(list)) untold.push(number);
    yield;
  }
  return untold;
}

/** The packages that each of these hosts has of the wanted sources. */
export function packagesBySource(
  index: FleetIndex,
  hostIds: readonly string[],
  isWanted: (source: string) => boolean,
): Map<string, SourcePackage[]> {
  const wanted = new Wanted(index, { isWanted, isApart: () => false });
  const packageAt = (columns: Int32Array, at: number): SourcePackage => {
    const { name, arch, version, source } = entryAt(index, columns, at);
    return { source: source?.name ?? name, sourceVersion: source?.version ?? version, name, arch, version };
  };
  return new Map(
    hostIds.map((hostId) => {
      const found: SourcePackage[] = [];
      const list = index.hosts.get(hostId);
      for (const { columns } of list ? index.segments.of(list) : [])
        for (let at = 0; at < rowsOf(columns); at++)
          if (wanted.isAt(columns, at)) found.push(packageAt(columns, at));
      return [hostId, found];
    }),
  );
}

/** Greater than any number of a text. */
const VERSIONS = 2 ** 26;

/** Answers by number whether a source is wanted; asks about each one once. */
class Wanted {
  readonly #index: Known;
  readonly #asked: Asked;
  /** Answers for packages that are their own source, and for other sources: 0 not asked yet, 1 wanted, 2 not. */
  readonly #own: Uint8Array;
  readonly #told: Uint8Array;
  /** Answers for the names of packages: 0 not asked yet, 1 told apart, 2 not. */
  readonly #apart: Uint8Array;

  constructor(index: Known, asked: Asked) {
    this.#index = index;
    this.#asked = asked;
    this.#own = new Uint8Array(index.names.size);
    this.#told = new Uint8Array(index.texts.size);
    this.#apart = new Uint8Array(index.names.size);
  }

  /** Sources and their versions in a segment, each once, as numbers that `at` takes. */
  in({ columns }: IndexedSegment): { plain: ReadonlySet<number>; apart: ReadonlySet<number> } {
    const { names } = this.#index;
    const rows = rowsOf(columns);
    const [plain, apart] = [new Set<number>(), new Set<number>()];
    for (let at = 0; at < rows; at++) {
      if (!this.isAt(columns, at)) continue;
      const name = columns[at + NAME * rows] ?? NONE;
      const isApart = isSo(this.#apart, name, names, this.#asked.isApart);
      const source = columns[at + SOURCE * rows] ?? NONE;
      const isOwn = source === NONE;
      const version = columns[at + (isOwn ? VERSION : SOURCE_VERSION) * rows] ?? NONE;
      const number = isOwn ? 2 * name : 2 * source + 1;
      (isApart ? apart : plain).add(number * VERSIONS + version);
    }
    return { plain, apart };
  }

  at(key: number): { source: string; version: string } {
    const { names, texts } = this.#index;
    const number = Math.floor(key / VERSIONS);
    const source = (number % 2 === 0 ? names : texts).at(Math.floor(number / 2));
    return { source, version: texts.at(key % VERSIONS) };
  }

  isAt(columns: Int32Array, at: number): boolean {
    const rows = rowsOf(columns);
    const source = columns[at + SOURCE * rows] ?? NONE;
    const { names, texts } = this.#index;
    if (source !== NONE) return isSo(this.#told, source, texts, this.#asked.isWanted);
    const name = columns[at + NAME * rows] ?? NONE;
    return isSo(this.#own, name, names, this.#asked.isWanted);
  }
}

/** The answer for a number; asks once. */
function isSo(
  answers: Uint8Array,
  number: number,
  texts: { at(number: number): string },
  ask: (text: string) => boolean,
): boolean {
  if (answers[number] === 0) answers[number] = ask(texts.at(number)) ? 1 : 2;
  return answers[number] === 1;
}
