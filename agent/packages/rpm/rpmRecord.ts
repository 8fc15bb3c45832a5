import type { TransactionRecord } from '../job/transactionRecord.ts';
import type { RpmStates } from './read/diff.ts';
import type { RpmCommand } from './rpmDriver.ts';

/** What a job keeps in its journal under `rpm`. */
export interface RpmRecord extends TransactionRecord {
  /** Run one after the other. A job has one; a rollback may need a second one to remove what the job brought in. */
  commands: RpmCommand[];
  /** Every installed package before the job. */
  before: RpmStates;
  /** rpmKeys of the packages that were marked as installed automatically before. */
  automatic: string[];
  /** Set with `done`: the versions of each changed package that the job left, by rpmKey. */
  left: RpmStates;
}
