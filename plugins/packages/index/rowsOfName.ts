import { versions } from '#sdk';
import type { VersionOrder } from '../domain/list.ts';
import type { FleetIndex } from './fleetIndex.ts';
import type { IndexedList } from './segment.ts';
import { nearTo } from './view.ts';

const COMPARERS: Readonly<Record<VersionOrder, versions.Compare | null>> = {
  debian: versions.comparerOf('apt'),
  rpm: versions.comparerOf('dnf'),
  none: null,
};

export const compareIn = (order: VersionOrder): versions.Compare | null => COMPARERS[order];

/** By the slot of each segment: the first row of the name plus 1; 0: the segment does not hold the name. */
export function firstsOf(index: FleetIndex, name: number): Int32Array {
  const firsts = new Int32Array(index.segments.slots);
  const isNear = nearTo(index, new Set([name]));
  for (const shape of index.segments.shapes) {
    const nth = isNear(shape) ? shape.names.indexOf(name) : -1;
    if (nth === -1) continue;
    for (const { slot } of shape.segments) firsts[slot] = (shape.starts[nth] ?? 0) + 1;
  }
  return firsts;
}

/** The slot of the one segment of a list that holds the name; undefined: none does. */
export const slotIn = ({ slots }: IndexedList, firsts: Int32Array): number | undefined => {
  for (const slot of slots) if (firsts[slot] !== 0) return slot;
  return undefined;
};
