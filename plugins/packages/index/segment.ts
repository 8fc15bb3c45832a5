import type { VersionOrder } from '../domain/list.ts';

/**
 * How many numbers an entry has in `IndexedSegment.columns`: name, arch, version, origin, available version, whether it
 * is held, name and version of its source. All names come first, then all architectures, and so on: most questions read
 * one column, which then is contiguous.
 */
export const WIDTH = 8;
export const [NAME, ARCH, VERSION, ORIGIN, AVAILABLE, HELD, SOURCE, SOURCE_VERSION] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;
/** Stands for no origin, no version on offer, and no source of another name or version. */
export const NONE = -1;

/** How many entries the columns hold. */
export const rowsOf = (columns: Int32Array): number => columns.length / WIDTH;

export interface IndexedSegment {
  readonly id: number;
  /** Its index in arrays by segment: unique, and below `Segments.slots`. */
  readonly slot: number;
  readonly columns: Int32Array;
  readonly shape: Shape;
  /** Numbers of the names with a held package, and of those with an update pending. */
  readonly held: readonly number[];
  readonly pending: readonly number[];
  /** Whether any row tells of a source. */
  readonly sources: boolean;
  /** How many lists hold it. */
  lists: number;
}

export interface IndexedList {
  readonly id: number;
  /** Its index in arrays by list: unique, and below the index's `listPlaces`. */
  readonly place: number;
  readonly order: VersionOrder;
  readonly entries: number;
  /** Slots of its segments, in their order. */
  readonly slots: readonly number[];
  /** How many hosts have it. */
  hosts: number;
}

/**
 * What segments with the same names in as many rows have in common, whatever their versions. Even where no two hosts
 * are alike, tens of thousands of segments have a few hundred shapes, so names are counted by shape.
 */
export interface Shape {
  /** Unique, and below `Shapes.size`. */
  readonly number: number;
  readonly hash: number;
  /** Numbers of its names, each once, in their order. */
  readonly names: Int32Array;
  /** The first row of each name, and after the last one the end of all rows. */
  readonly starts: Int32Array;
  /** The columns of the first segment that had this shape, which may be gone by now. */
  readonly base: Int32Array;
  readonly segments: Set<IndexedSegment>;
  /** How many hosts have one of these segments. */
  hosts: number;
}
