/** The steps of a job that each package manager provides for packageJob.ts, transaction.ts, rollback.ts and hold.ts. */
import type {
  DetachedResult,
  FailedSource,
  JobEnv,
  JobFailure,
  PackageChange,
  PackageRequest,
  Plan,
  PlanEntry,
  TransactionResult,
} from '../backend.ts';
import type { BackendContext } from '../shared/context.ts';
import type { SourceAccess } from '../shared/sources/access.ts';
import type { Verdict } from '../shared/failures.ts';
import type { Stash } from './stash.ts';
import type { StashedFile } from '../shared/stashedFile.ts';
import type { JobFamily, TransactionRecord } from './transactionRecord.ts';

/** A plan, and what this package manager needs to run it. */
export interface Prepared {
  plan: Plan;
}

/** The result of fetching the incoming packages. */
export interface Fetched {
  failure: JobFailure | null;
  /** Bytes that the transaction itself still fetches. */
  pendingBytes: number;
}

/** How packages are held or released. */
export interface HoldChange {
  argv: readonly string[];
  /** Names of packages that are not held or released as wanted, by the package manager's own list. */
  findWrong(): Promise<string[]>;
  /** The failure for a command that left some of them wrong, from its output. */
  explain(outputTail: string, wrong: readonly string[]): JobFailure;
}

/** The types in which package managers differ. */
export interface FamilyTypes {
  prepared: Prepared;
  record: TransactionRecord;
  file: StashedFile;
  /** The installed packages as they were read at one moment. */
  installed: unknown;
}

/** What comes before the transaction. */
export interface PlanningSteps<T extends FamilyTypes> {
  readonly sources: SourceAccess;
  /** Why this host refuses any change; null when it does not. */
  findUnwritable(): Promise<JobFailure | null>;
  /** Waits until no other package manager works; returns the failure when it waited in vain. */
  waitForOthers(): Promise<JobFailure | null>;
  /** Repairs the package database before a job; returns what is still wrong, in words. */
  repair(env: JobEnv): Promise<string[]>;
  /** Resolves the request without the sources in `out`; throws AppError. */
  prepare(request: PackageRequest, out: readonly FailedSource[]): Promise<T['prepared']>;
  /** Which of these entries are not yet done on the host that was planned for. */
  findUnmet(entries: readonly PlanEntry[], prepared: T['prepared']): PlanEntry[];
  /**
   * The steps that run this plan, with the sources that it was made with. `apart`: even a small download is a step of
   * its own.
   */
  forPlan(prepared: T['prepared'], options: { apart: boolean }): JobSteps<T>;
  /** Fetches the incoming packages, or checks that the disk has room for what the transaction itself will fetch. */
  fetch(env: JobEnv, prepared: T['prepared']): Promise<Fetched>;
  /**
   * Stores the outgoing packages; returns why parts of the plan cannot be undone. Files in `inUse` stay on the disk.
   */
  stash(
    env: JobEnv,
    prepared: T['prepared'],
    options: { pendingBytes: number; inUse: readonly T['file'][] },
  ): Promise<Stash<T['file']>>;
}

/** The transaction itself. */
export interface TransactionSteps<T extends FamilyTypes> {
  /** Completes the record with all that this package manager needs to run, follow, judge and undo the transaction. */
  complete(env: JobEnv, prepared: T['prepared'], record: TransactionRecord<T['file']>): Promise<T['record']>;
  /** The last check before the first change: why the transaction must not begin, or null. */
  arm(env: JobEnv, prepared: T['prepared']): Promise<JobFailure | null>;
  /** Notes for a repair which transaction is about to begin; from here on a cancel has no effect. */
  begin?(env: JobEnv, record: T['record']): Promise<void>;
  /** Runs what is recorded or, after a restart, follows it to its end. */
  transact(env: JobEnv, record: T['record']): Promise<DetachedResult>;
  /** Repairs after a transaction that was cut off; returns what is still wrong, in words. */
  repairAfterCut(env: JobEnv, record: T['record']): Promise<string[]>;
  readInstalled(): Promise<T['installed']>;
  /** Judges by the package database alone, and restores which packages are marked as installed automatically. */
  judge(
    env: JobEnv,
    record: T['record'],
    found: { result: DetachedResult; after: T['installed'] },
  ): Promise<Verdict & Pick<T['record'], 'left'>>;
  /** Cleans up after the judged job. If that fails, it is only logged. */
  tidy?(env: JobEnv, record: T['record'], after: T['installed']): Promise<void>;
}

/** The steps of a rollback. */
export interface UndoSteps<T extends FamilyTypes> {
  /** What a job that was cut off before its verdict has changed, and the state in which it left that. */
  changesSince(
    record: T['record'],
    installed: T['installed'],
  ): Promise<Pick<T['record'], 'changes' | 'left'>>;
  /** Makes room for the rollback; returns the failure when there is none. */
  makeRoom(env: JobEnv, record: T['record']): Promise<JobFailure | null>;
  /** Whether to repair the package database before the rollback. */
  isRepairedFirst(record: T['record']): Promise<boolean>;
  /** The identity of a changed package: the same for all its versions and for what counts as its architecture. */
  keyOf(record: T['record'], change: PackageChange): string;
  /** The versions of a changed package that the job left; none: it left none installed. */
  versionsLeft(record: T['record'], change: PackageChange): readonly string[];
  /** Those that are installed now. */
  versionsNow(record: T['record'], change: PackageChange, installed: T['installed']): readonly string[];
  stashOf(record: T['record']): readonly T['file'][];
  /** Whether this file is the old version of that change. */
  isOutgoing(record: T['record'], change: PackageChange, file: T['file']): boolean;
  /** The paths at which a stored package may still be, from its name alone. */
  placesOf(file: T['file']): readonly string[];
  /** Looks for a package that the stash lost, in the cache or a source; it is checked by its hash. */
  findElsewhere(env: JobEnv, file: T['file']): Promise<T['file'] | null>;
  /** Puts the stored packages where the package manager finds them. */
  offer?(env: JobEnv, files: readonly T['file'][]): Promise<void>;
  /**
   * Asks the package manager what the rollback would do. Returns the failure unless that is the exact inverse of the
   * job.
   */
  prepareUndo(
    record: T['record'],
    installed: T['installed'],
    files: readonly T['file'][],
  ): Promise<T['prepared'] | JobFailure>;
  /** Restores whatever else the job has changed, after the versions. Safe to repeat. */
  finishUndo?(env: JobEnv, record: T['record'], result: TransactionResult): Promise<TransactionResult>;
}

/** How packages that lie on this host are installed. */
export interface LocalSteps<T extends FamilyTypes> {
  /** The package in a file, by its own header; null where it is none, or damaged. */
  describeFile(file: string): Promise<T['file'] | null>;
  /** Asks the package manager what installing these files would do. Returns the failure unless that is these entries. */
  prepareFiles(
    entries: readonly PlanEntry[],
    files: readonly T['file'][],
  ): Promise<T['prepared'] | JobFailure>;
}

/** Everything in which the jobs of two package managers differ. */
export interface JobSteps<T extends FamilyTypes>
  extends PlanningSteps<T>, TransactionSteps<T>, UndoSteps<T>, LocalSteps<T> {
  readonly family: JobFamily;
  /** The command's name. */
  readonly name: 'apt' | 'dnf' | 'zypper';
  readonly context: BackendContext;
  /** Environment of its processes. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns null when all of them are held or released already. Throws AppError for what cannot be. */
  prepareHold(names: readonly string[], held: boolean): Promise<HoldChange | null>;
}
