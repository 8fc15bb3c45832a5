import type { Entry } from './list.ts';

export type ChangeKind = 'installed' | 'removed' | 'updated' | 'held' | 'released';

/** What became of one package between two lists of a host. */
export interface Change {
  kind: ChangeKind;
  name: string;
  arch: string;
  from: string | null;
  to: string | null;
}

/** One package that two lists do not have in the same versions. */
export interface Difference {
  name: string;
  arch: string;
  here: string[];
  there: string[];
}

/** Changes of one host that become history within a day: an upgrade to another release has some thousands. */
export const MOST_CHANGES_A_DAY = 10_000;

interface Sides {
  name: string;
  arch: string;
  here: Entry[];
  there: Entry[];
}

/** The entries of both lists by name and architecture; `here` and `there` are in the order of their lists. */
function paired(here: readonly Entry[], there: readonly Entry[]): Sides[] {
  const sides = new Map<string, Sides>();
  const of = ({ name, arch }: Entry): Sides => {
    const key = `${name} ${arch}`;
    const known = sides.get(key);
    if (known) return known;
    const made: Sides = { name, arch, here: [], there: [] };
    sides.set(key, made);
    return made;
  };
  for (const entry of here) of(entry).here.push(entry);
  for (const entry of there) of(entry).there.push(entry);
  return [...sides.values()].sort((a, b) => order(a.name, b.name) || order(a.arch, b.arch));
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The changes to what is installed, by name. Versions on offer do not count: they change daily, without anything done
 * to the host.
 */
export function changesBetween(before: readonly Entry[], after: readonly Entry[]): Change[] {
  return paired(before, after).flatMap(({ name, arch, here, there }): Change[] => {
    const [old, now] = [byVersion(here), byVersion(there)];
    const gone = here.filter(({ version }) => !now.has(version));
    const come = there.filter(({ version }) => !old.has(version));
    const of = (kind: ChangeKind, from: string | null, to: string | null): Change => ({
      kind,
      name,
      arch,
      from,
      to,
    });
    const [oldOne, newOne] = [gone[0], come[0]];
    if (oldOne && newOne && gone.length === 1 && come.length === 1)
      return [of('updated', oldOne.version, newOne.version), ...holds(here, there, of)];
    return [
      ...gone.map(({ version }) => of('removed', version, null)),
      ...come.map(({ version }) => of('installed', null, version)),
      ...holds(here, there, of),
    ];
  });
}

const byVersion = (entries: readonly Entry[]): ReadonlyMap<string, Entry> =>
  new Map(entries.map((entry) => [entry.version, entry]));

/** Holds that were set or lifted, on updated packages too. */
function holds(
  here: readonly Entry[],
  there: readonly Entry[],
  of: (kind: ChangeKind, from: string | null, to: string | null) => Change,
): Change[] {
  const old = byVersion(here);
  const isOne = here.length === 1 && there.length === 1;
  return there.flatMap((entry) => {
    const before = old.get(entry.version) ?? (isOne ? here[0] : undefined);
    if (!before || before.held === entry.held) return [];
    return [of(entry.held ? 'held' : 'released', entry.version, entry.version)];
  });
}

/** What two hosts do not have in the same versions, by name. */
export function differencesBetween(here: readonly Entry[], there: readonly Entry[]): Difference[] {
  const versions = (entries: readonly Entry[]): string[] => entries.map(({ version }) => version);
  return paired(here, there)
    .map((sides) => ({ ...sides, here: versions(sides.here), there: versions(sides.there) }))
    .filter(({ here: a, there: b }) => a.length !== b.length || a.some((version, i) => version !== b[i]));
}
