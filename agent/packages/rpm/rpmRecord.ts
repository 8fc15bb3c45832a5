import type { TransactionRecord } from '../job/transactionRecord.ts';
import type { RpmStates } from './run/diff.ts';
import type { RpmCommand } from './rpmDriver.ts';

/** What a job keeps in its journal under `rpm`. */
export interface RpmRecord extends TransactionRecord {
  /** Run one after the other; a job has one, a rollback may need a second to remove what the job brought in. */
  commands: RpmCommand[];
  /** Every installed package before the job. */
  before: RpmStates;
  /** What had been installed automatically before, by rpmKey. */
  automatic: string[];
  /** Set with `done`: versions in which the job left each changed package, by rpmKey. */
  left: RpmStates;
}
