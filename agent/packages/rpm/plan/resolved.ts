import type { Plan } from '../../backend.ts';
import type { Offer, RpmChange, RpmCommand } from '../rpmDriver.ts';

/** The result of resolving one operation; `command` is null when there is nothing to do. */
export interface Resolved {
  changes: RpmChange[];
  command: RpmCommand | null;
  keptBack: Plan['keptBack'];
  /** rpmKeys of new packages to mark as installed automatically; absent: none. */
  automatic?: readonly string[];
  /** The offers that were looked up on the way: every version on offer of these names. */
  known?: { names: readonly string[]; offers: readonly Offer[] };
}
