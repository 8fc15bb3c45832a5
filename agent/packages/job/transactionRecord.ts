import type { JobFailure, PackageChange, PlanEntry, TransactionResult } from '../backend.ts';
import type { Reason } from '../shared/reversibility.ts';
import { toReversibility } from '../shared/reversibility.ts';
import type { StashedFile } from '../shared/stashedFile.ts';

/** The name under which a job's record is stored: dnf and zypper share one. */
export type JobFamily = 'apt' | 'rpm';

/**
 * What every package job keeps in its journal, under the name of its family. It is written whole, twice: when the
 * transaction is about to begin (`transaction`), and when it was judged (`done`). A rollback reads the record of the
 * job it undoes.
 */
export interface TransactionRecord<File extends StashedFile = StashedFile> {
  phase: 'transaction' | 'done';
  entries: PlanEntry[];
  stash: File[];
  /** Why a rollback cannot restore everything. */
  reasons: Reason[];
  /** Set with `done`: what changed. */
  changes: PackageChange[];
  /** Set with `done`: what went wrong; null: nothing, or not judged yet. */
  failure: JobFailure | null;
  /**
   * Set with `done`: the state in which the job left each changed package, by `name:arch`; its form depends on the
   * family.
   */
  left: Readonly<Record<string, unknown>>;
}

/** The record in a job's saved values; null when the job did not get to its transaction. */
export function savedRecord<Found extends TransactionRecord>(
  saved: Readonly<Record<string, unknown>>,
  family: JobFamily,
): Found | null {
  const record = saved[family];
  return record !== null && typeof record === 'object' && 'entries' in record ? (record as Found) : null;
}

/** The result of a job that was judged already, e.g. just before the agent was killed. */
export function recordedResult({ changes, failure, reasons }: TransactionRecord): TransactionResult {
  return { changes, failure, reversible: toReversibility(reasons) };
}
