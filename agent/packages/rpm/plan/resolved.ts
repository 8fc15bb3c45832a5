import type { Plan } from '../../backend.ts';
import type { Offer, RpmChange, RpmCommand } from '../rpmDriver.ts';

/** What one operation resolved to; `command` null: nothing to do. */
export interface Resolved {
  changes: RpmChange[];
  command: RpmCommand | null;
  keptBack: Plan['keptBack'];
  /** What was asked of the repositories on the way: every version on offer of these names. */
  known?: { names: readonly string[]; offers: readonly Offer[] };
}
