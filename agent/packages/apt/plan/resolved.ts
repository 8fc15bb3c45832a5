import type { Plan } from '../../backend.ts';
import type { IndexEntry } from '../read/catalogue.ts';
import type { ResolvedChange } from './resolve.ts';

/** What one operation resolved to. */
export interface Resolved {
  changes: ResolvedChange[];
  keptBack: Plan['keptBack'];
  /** When it was read already: sizes and hashes of all versions in `changes`. */
  index?: Map<string, IndexEntry>;
}
