import { Recent } from './recent.ts';

/**
 * Recent differences between two lists, by their ids: to compute one, segments have to be read, inflated and compared.
 * The list of an id never changes.
 */
export class SeenDiffs extends Recent<string> {
  /** Room for as many moves from list to list as a fleet makes at a time. */
  constructor() {
    super({ most: 64, mostChars: 4 * 1024 * 1024, charsOf: ({ length }) => length });
  }
}
