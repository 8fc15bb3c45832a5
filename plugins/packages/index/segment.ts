import type { VersionOrder } from '../domain/list.ts';

/**
 * Numbers of one entry in `IndexedSegment.columns`: name, arch, version, origin, available version, whether it is held,
 * name and version of its source. All names come first, then all architectures, and so on: most questions look at one of
 * them, which then lies together.
 */
export const WIDTH = 8;
export const [NAME, ARCH, VERSION, ORIGIN, AVAILABLE, HELD, SOURCE, SOURCE_VERSION] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;
/** Where there is no origin, no version on offer, and no source of another name or version. */
export const NONE = -1;

/** How many entries these are. */
export const rowsOf = (columns: Int32Array): number => columns.length / WIDTH;

export interface IndexedSegment {
  readonly id: number;
  /** Its place in what is counted by segment: below the index's `slots`, and no other's. */
  readonly slot: number;
  readonly columns: Int32Array;
  readonly shape: Shape;
  /** Places of the shape's names at which it does not have the versions of the shape's base: mostly few, or none. */
  readonly unlikeBase: readonly number[];
  /** Whether it has any row of these. */
  readonly held: boolean;
  readonly pending: boolean;
  /** Whether any row tells of a source. */
  readonly sources: boolean;
  /** Lists that hold it. */
  readonly lists: Set<IndexedList>;
  /** Hosts that have one of these lists. */
  hosts: number;
}

export interface IndexedList {
  readonly id: number;
  readonly order: VersionOrder;
  readonly entries: number;
  readonly segments: readonly IndexedSegment[];
  /** Hosts that have it. */
  hosts: number;
}

/**
 * What segments have in common that hold the same names in as many rows, whatever the versions: where no two hosts are
 * alike, tens of thousands of segments are still of a few hundred shapes, so that names are counted by these.
 */
export interface Shape {
  readonly hash: number;
  /** Numbers of its names, each once, in their order. */
  readonly names: Int32Array;
  /** Where the rows of each begin, and behind the last one where these end. */
  readonly starts: Int32Array;
  /** The columns of the segment by which the index came to know it, whether or not that is still there. */
  readonly base: Int32Array;
  readonly segments: Set<IndexedSegment>;
}
