/** What a package manager puts into the frame of a job (packageJob.ts, transaction.ts, rollback.ts, hold.ts). */
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
import type { Verdict } from './failures.ts';
import type { Stash } from './stash.ts';
import type { StashedFile } from './stashedFile.ts';
import type { JobFamily, TransactionRecord } from './transactionRecord.ts';

/** A plan with what running it needs, which is the package manager's own. */
export interface Prepared {
  plan: Plan;
}

/** What came of fetching the incoming packages. */
export interface Fetched {
  failure: JobFailure | null;
  /** What the transaction itself still fetches. */
  pendingBytes: number;
}

/** How packages are held or released. */
export interface HoldChange {
  argv: readonly string[];
  /** Names of those that do not stand as wanted, by the package manager's own list. */
  findWrong(): Promise<string[]>;
  /** What the output of a command that left some wrong is told as. */
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
  /** Why this host would refuse any change; null: it does not. */
  findUnwritable(): Promise<JobFailure | null>;
  /** Waits until nobody else is at work; then the failure. */
  waitForOthers(): Promise<JobFailure | null>;
  /** Brings the package database in order before a job; what is still wrong, in words. */
  repair(env: JobEnv): Promise<string[]>;
  /** Resolves the request without these sources; throws AppError. */
  prepare(request: PackageRequest, out: readonly FailedSource[]): Promise<T['prepared']>;
  /** Which of these entries do not stand at their target on the host that was planned for. */
  findUnmet(entries: readonly PlanEntry[], prepared: T['prepared']): PlanEntry[];
  /**
   * The steps that carry out this plan: with the sources that it was made with. `apart`: what is fetched is fetched by
   * a step of its own, however little it is.
   */
  forPlan(prepared: T['prepared'], options: { apart: boolean }): JobSteps<T>;
  /** Fetches the incoming packages, or makes sure that the disk takes what the transaction itself will fetch. */
  fetch(env: JobEnv, prepared: T['prepared']): Promise<Fetched>;
  /** Keeps the outgoing packages, and tells what of the plan cannot be taken back. `inUse` stays on the disk. */
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
  /** The last look before the first change: why it must not begin, or null. */
  arm(env: JobEnv, prepared: T['prepared']): Promise<JobFailure | null>;
  /** Notes for a repair what is about to begin; from here on nothing can be cancelled. */
  begin?(env: JobEnv, record: T['record']): Promise<void>;
  /** Runs what is recorded or, after a restart, follows it to its end. */
  transact(env: JobEnv, record: T['record']): Promise<DetachedResult>;
  /** Repairs after a transaction that was cut off; what is still wrong, in words. */
  repairAfterCut(env: JobEnv, record: T['record']): Promise<string[]>;
  readInstalled(): Promise<T['installed']>;
  /** Judges by the package database alone, and puts right which packages count as installed automatically. */
  judge(
    env: JobEnv,
    record: T['record'],
    found: { result: DetachedResult; after: T['installed'] },
  ): Promise<Verdict & Pick<T['record'], 'left'>>;
  /** Clears away what the judged job leaves. What goes wrong with it is told and nothing else. */
  tidy?(env: JobEnv, record: T['record'], after: T['installed']): Promise<void>;
}

/** The way back. */
export interface UndoSteps<T extends FamilyTypes> {
  /** What a record that never came to its verdict has changed, and where it left that. */
  changesSince(
    record: T['record'],
    installed: T['installed'],
  ): Promise<Pick<T['record'], 'changes' | 'left'>>;
  /** Sees to it that the way back finds its room. */
  makeRoom(env: JobEnv, record: T['record']): Promise<JobFailure | null>;
  /** Whether the package database is brought in order before the way back. */
  isRepairedFirst(record: T['record']): Promise<boolean>;
  /** The packages that no longer stand where the job left them. */
  findMoved(record: T['record'], installed: T['installed']): { name: string }[];
  stashOf(record: T['record']): readonly T['file'][];
  /** Whether this file is what the change took away. */
  isOutgoing(record: T['record'], change: PackageChange, file: T['file']): boolean;
  /** Where a stored package may still lie; by its name alone. */
  placesOf(file: T['file']): readonly string[];
  /** A stored package that is not in the stash any more: from the cache or a source, checked by its hash. */
  findElsewhere(env: JobEnv, file: T['file']): Promise<T['file'] | null>;
  /** Readies the stored packages for the package manager. */
  offer?(env: JobEnv, files: readonly T['file'][]): Promise<void>;
  /** Asks the package manager what going back would do: the inverse of the job and nothing else, or the failure. */
  prepareUndo(
    record: T['record'],
    installed: T['installed'],
    files: readonly T['file'][],
  ): Promise<T['prepared'] | JobFailure>;
  /** After the versions: whatever else the job has changed. Safe to repeat. */
  finishUndo?(env: JobEnv, record: T['record'], result: TransactionResult): Promise<TransactionResult>;
}

/** All that differs between the jobs of two package managers. */
export interface JobSteps<T extends FamilyTypes> extends PlanningSteps<T>, TransactionSteps<T>, UndoSteps<T> {
  readonly family: JobFamily;
  /** As people know it. */
  readonly name: 'apt' | 'dnf' | 'zypper';
  readonly context: BackendContext;
  /** Environment of its processes. */
  readonly environment: Readonly<Record<string, string>>;
  /** null: all of them stand as wanted already. Throws AppError for what cannot be held or released. */
  prepareHold(names: readonly string[], held: boolean): Promise<HoldChange | null>;
}
