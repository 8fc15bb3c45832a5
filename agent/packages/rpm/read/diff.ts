import type { PackageChange } from '../../backend.ts';
import type { RpmInventory } from './inventory.ts';
import { rpmKey } from './inventory.ts';

/** Every installed package as the journal keeps it: versions by `name:arch`, oldest first. */
export type RpmStates = Record<string, string[]>;

export function toStates({ rows }: Pick<RpmInventory, 'rows'>): RpmStates {
  const states: RpmStates = {};
  for (const { name, arch, version } of rows) (states[`${name}:${arch}`] ??= []).push(version);
  return states;
}

interface Side {
  name: string;
  arch: string;
  version: string;
}

function byIdentity(sides: readonly Side[]): Map<string, Side[]> {
  const map = new Map<string, Side[]>();
  for (const side of sides) map.set(rpmKey(side), [...(map.get(rpmKey(side)) ?? []), side]);
  return map;
}

function fromStates(states: RpmStates): Side[] {
  return Object.entries(states).flatMap(([key, versions]) => {
    const [name = '', arch = ''] = key.split(':');
    return versions.map((version) => ({ name, arch, version }));
  });
}

/**
 * The changes between two moments. A version that went and one that came make one change; a package with several
 * installed versions (kernels) gets one change for each version that came or went.
 */
export function diffStates(before: RpmStates, after: Pick<RpmInventory, 'rows'>): PackageChange[] {
  const [old, now] = [byIdentity(fromStates(before)), byIdentity(after.rows)];
  const changes: PackageChange[] = [];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [then, since] = [old.get(key) ?? [], now.get(key) ?? []];
    const has = (sides: readonly Side[], version: string) => sides.some((one) => one.version === version);
    const gone = then.filter((one) => !has(since, one.version));
    const came = since.filter((one) => !has(then, one.version));
    const [from, to] = [gone[0], came[0]];
    if (then.length === 1 && since.length === 1 && from && to) {
      changes.push({ name: to.name, arch: to.arch, from: from.version, to: to.version });
      continue;
    }
    for (const { name, arch, version } of gone) changes.push({ name, arch, from: version, to: null });
    for (const { name, arch, version } of came) changes.push({ name, arch, from: null, to: version });
  }
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return changes.toSorted((a, b) => byText(a.name, b.name) || byText(a.arch, b.arch));
}
