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
  /** Its place in what is counted by segment: below `slots` of all segments, and no other's. */
  readonly slot: number;
  readonly columns: Int32Array;
  readonly shape: Shape;
  /** Numbers of the names that it holds, and of those with an update pending. */
  readonly held: readonly number[];
  readonly pending: readonly number[];
  /** Whether any row tells of a source. */
  readonly sources: boolean;
  /** How many lists hold it. */
  lists: number;
}

export interface IndexedList {
  readonly id: number;
  /** Its place in what is counted by list: below the index's `listPlaces`, and no other's. */
  readonly place: number;
  readonly order: VersionOrder;
  readonly entries: number;
  /** Of its segments, in their order. */
  readonly slots: readonly number[];
  /** Hosts that have it. */
  hosts: number;
}

/**
 * What segments have in common that hold the same names in as many rows, whatever the versions: where no two hosts are
 * alike, tens of thousands of segments are still of a few hundred shapes, so that names are counted by these.
 */
export interface Shape {
  /** Below the number of all shapes, and no other's. */
  readonly number: number;
  readonly hash: number;
  /** Numbers of its names, each once, in their order. */
  readonly names: Int32Array;
  /** Where the rows of each begin, and behind the last one where these end. */
  readonly starts: Int32Array;
  /** The columns of the segment by which the index came to know it, whether or not that is still there. */
  readonly base: Int32Array;
  readonly segments: Set<IndexedSegment>;
  /** Hosts that have one of these. */
  hosts: number;
}
