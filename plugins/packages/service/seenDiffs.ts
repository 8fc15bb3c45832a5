import { Recent } from './recent.ts';

/**
 * What lies between two lists, by their ids, of those that hosts went through lately: it is made of their segments, which
 * have to be read, inflated and compared. Neither a list nor what its id stands for ever changes.
 */
export class SeenDiffs extends Recent<string> {
  /** As many ways from list to list as a fleet goes at a time. */
  constructor() {
    super({ most: 64, mostChars: 4 * 1024 * 1024, charsOf: ({ length }) => length });
  }
}
