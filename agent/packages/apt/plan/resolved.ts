import type { Plan } from '../../backend.ts';
import type { IndexEntry } from '../read/catalogue.ts';
import type { ResolvedChange } from './resolve.ts';

/** The result of resolving one operation. */
export interface Resolved {
  changes: ResolvedChange[];
  keptBack: Plan['keptBack'];
  /** Sizes and hashes of all versions in `changes`; absent when they were not read. */
  index?: Map<string, IndexEntry>;
}
