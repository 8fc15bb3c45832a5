import type { JobFailure, PackageChange, PlanEntry, Reversibility } from '../backend.ts';
import type { RpmStates } from './diff.ts';
import type { RpmCommand } from './driver.ts';

export type Reason = Reversibility['reasons'][number];

/** One outgoing package as it lies in the stash. */
export interface StashedRpm {
  name: string;
  arch: string;
  version: string;
  /** Absolute. */
  path: string;
  /** Hex; checked again before the file is used. */
  sha256: string;
  sizeBytes: number;
}

/**
 * What a job keeps in its journal under `rpm`. Written whole: first when the transaction is about to begin
 * (`transaction`), then when it has been judged (`done`). A rollback reads the record of the job it undoes.
 */
export interface RpmRecord {
  phase: 'transaction' | 'done';
  entries: PlanEntry[];
  /** Run one after the other; a job has one, a rollback may need a second to remove what the job brought in. */
  commands: RpmCommand[];
  /** Every installed package before the job. */
  before: RpmStates;
  /** What had been installed automatically before, by rpmKey. */
  automatic: string[];
  stash: StashedRpm[];
  /** Why a rollback cannot restore everything. */
  reasons: Reason[];
  /** Set with `done`: what changed. */
  changes: PackageChange[];
  /** Set with `done`: what went wrong; null: nothing, or not judged yet. */
  failure: JobFailure | null;
  /** Set with `done`: versions in which the job left each changed package, by rpmKey. */
  left: RpmStates;
}

/** The record in a job's saved values; null when the job never came to its transaction. */
export function readRecord(saved: Readonly<Record<string, unknown>>): RpmRecord | null {
  const record = saved['rpm'];
  return record !== null && typeof record === 'object' && 'entries' in record ? (record as RpmRecord) : null;
}
