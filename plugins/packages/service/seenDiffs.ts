import { Recent } from './recent.ts';

/** What changed between two lists, as it is stored. */
export interface Diff {
  /** The changes as JSON; '': nothing installed has changed. */
  text: string;
  entries: number;
  /** Changes that are more than is kept of one host. */
  leftOut: number;
}

/**
 * Recent differences between two lists, by their ids: to compute one, segments have to be read, inflated and compared.
 * The list of an id never changes.
 */
export class SeenDiffs extends Recent<Diff> {
  /** Room for as many moves from list to list as a fleet makes at a time. */
  constructor() {
    super({ most: 64, mostChars: 4 * 1024 * 1024, charsOf: ({ text }) => text.length });
  }
}
