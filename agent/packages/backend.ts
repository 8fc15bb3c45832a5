/**
 * What the agent asks of a package manager. Each manager has one backend (apt/, or rpm/ with dnf/ or zypper/);
 * nothing else in the agent depends on which one runs. Everything here is in domain shape (camelCase, Date);
 * agent/http maps it to the wire.
 */

/** One installed package, as the package manager's own database has it. */
export interface InstalledPackage {
  name: string;
  arch: string;
  version: string;
  held: boolean;
  /** Label or origin of the source that offers this version; null when none does (local or obsolete). */
  origin: string | null;
  section: string | null;
  installedSizeBytes: number;
  /** The version that the host's own resolver prefers; null when it is the installed one. */
  availableVersion: string | null;
  /** The source package it was built from; absent where that has the same name and version, or is not known. */
  source?: PackageSource;
}

export interface PackageSource {
  name: string;
  version: string;
}

export type KeptBackReason =
  | 'HELD'
  | 'PHASED'
  | 'NEEDS_NEW'
  | 'NEEDS_REMOVAL'
  | 'DEPENDENCY'
  | 'EXCLUDED'
  | 'SOURCE_FAILED'
  /** A security update that the host's own preferences suppress. */
  | 'PINNED'
  /** Nobody can tell whether it is a security update, and only those were asked for. */
  | 'SECURITY_UNKNOWN';

/** One package with a newer version on offer, whether or not it would be installed now. */
export interface AvailablePatch {
  name: string;
  arch: string;
  currentVersion: string;
  availableVersion: string;
  /**
   * Whether any version above the installed one, not only the candidate, comes from a security source. null: nobody can
   * tell, for its source publishes no advisories or has no archive of its own for security.
   */
  security: boolean | null;
  /** The version that holds every security fix; null when there is none, or when it is the candidate itself. */
  securityVersion: string | null;
  severity: string | null;
  advisories: { id: string; cves: string[] }[];
  origin: string | null;
  downloadSizeBytes: number;
  held: boolean;
  phased: boolean;
  keptBackReason: KeptBackReason | null;
  /** What `keptBackReason` alone does not say: which file of the host is the cause. */
  keptBackMessage?: string;
  /** The source package of both versions; absent where the package manager does not tell. */
  source?: PatchSource;
}

export interface PatchSource {
  name: string;
  currentVersion: string;
  availableVersion: string;
}

/** The patch list and when the package lists behind it were last refreshed (null: never on this host). */
export interface PatchReport {
  patches: AvailablePatch[];
  refreshedAt: Date | null;
  /** Why no security updates come from a whole archive that the host has for them, in words; null where they do. */
  securityPinned?: string | null;
}

export type PlanAction = 'install' | 'upgrade' | 'downgrade' | 'remove';

export interface PlanEntry {
  action: PlanAction;
  name: string;
  arch: string;
  /** Installed version; null for a new package. */
  from: string | null;
  /** Version afterwards; null for a removal. */
  to: string | null;
}

export type ReversibilityVerdict = 'yes' | 'partly' | 'no';

/** Whether a rollback of the transaction can restore every outgoing version exactly, and if not, why. */
export interface Reversibility {
  verdict: ReversibilityVerdict;
  /** `code` is from the closed list of the contract (Reversibility.reasons). */
  reasons: { code: string; package: string | null; message: string }[];
}

/** A resolved transaction. `planHash` covers the entries alone: see planHash() in shared/plan.ts. */
export interface Plan {
  entries: PlanEntry[];
  keptBack: { name: string; arch: string; reason: KeptBackReason; message: string }[];
  downloadSizeBytes: number;
  diskChangeBytes: number;
  rebootExpected: boolean;
  reversible: Reversibility;
  planHash: string;
}

/** `version`, when given, must match exactly. `name` may carry `:arch`. */
export interface PackageSpec {
  name: string;
  version?: string;
}

/** A package that is installed although something that it needs is not. */
export interface BrokenDependency {
  name: string;
  /** What it lacks, as its package manager writes it: `lab-base (>= 1.0)`, `lab-base >= 1.0`. */
  needs: string;
}

/** A change of packages that can be planned and then run; `repair`: whatever mends the broken dependencies. */
export type PackageRequest =
  | { operation: 'install'; packages: PackageSpec[] }
  | { operation: 'update'; packages: PackageSpec[] }
  | { operation: 'remove'; packages: PackageSpec[]; purge: boolean; autoremove: boolean }
  | { operation: 'patch'; packages: string[] | null; securityOnly: boolean; exclude: string[] }
  | { operation: 'repair' };

export interface PackageChange {
  name: string;
  arch: string;
  from: string | null;
  to: string | null;
}

/** A failure of the package manager, judged; `code` is from server/shared's agent error table. */
export interface JobFailure {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

/**
 * The outcome of a transaction. `changes` compares versions before and after: the exit code alone never decides.
 * `failure` null means that every planned entry has reached its target.
 */
export interface TransactionResult {
  changes: PackageChange[];
  failure: JobFailure | null;
  reversible: Reversibility | null;
  /** Who connects to whom has changed, which goes back by a rollback although no package did. Absent: it has not. */
  hasChangedConnection?: boolean;
}

/**
 * Called with the pid of a step: ends the processes below it that have run longer than the time limit, by the
 * kernel's clock. Returns whether it ended any, and after how many ms it wants to be called again.
 */
export type LimitKeeper = (pid: number, timeLimitMs: number) => Promise<{ ended: boolean; nextMs: number }>;

export interface DetachedCommand {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Called once for each line the process writes to file descriptor 3 (apt's APT::Status-Fd). */
  onStatus?: (line: string) => void;
  /** What the log gets of a line of the process's output; null: nothing. Absent: all of it. */
  logged?: (line: string) => string | null;
  /** Time limit for what `onTimeLimit` watches; without `onTimeLimit` nothing is ended. */
  timeLimitMs: number;
  onTimeLimit?: LimitKeeper;
}

export interface DetachedResult {
  /** null when the process vanished without writing its exit code (killed, power cut). */
  exitCode: number | null;
  /** Gone without an exit code, or failed under another boot id. */
  lost: boolean;
  /** A part of it was ended at its time limit, perhaps before the agent was restarted. */
  timeLimitHit: boolean;
  /** The last 64 KiB of stdout and stderr, for classifying a failure. */
  outputTail: string;
}

/**
 * What a running job offers its backend. All state that must survive a kill -9 of the agent goes through
 * `save`; a job that was interrupted is run again with the same `saved`, and `runDetached` with a step name
 * that was already started follows (or judges) that process instead of starting another.
 */
export interface JobEnv {
  readonly jobId: string;
  /** The job's own directory (0700); kept with the job. */
  readonly dir: string;
  /** True when the agent was restarted since this job began. */
  readonly resumed: boolean;
  /** What the backend saved so far; fsynced. */
  readonly saved: Readonly<Record<string, unknown>>;
  save(values: Record<string, unknown>): Promise<void>;
  log(stream: 'stdout' | 'stderr' | 'agent', text: string): void;
  /** 0 to 100. */
  progress(percent: number, message: string): void;
  /** Throws JobCancelled when a cancel was asked for. Call it only before any package was touched. */
  safePoint(): void;
  /** From here on a cancel is refused until the job ends (the transaction is about to begin or has begun). */
  enterTransaction(): Promise<void>;
  /** Reports the resolved plan; it shows in the job's detail. */
  setPlan(plan: Plan): Promise<void>;
  runDetached(step: string, command: DetachedCommand): Promise<DetachedResult>;
}

/** Thrown by JobEnv.safePoint. */
export class JobCancelled extends Error {
  constructor() {
    super('cancelled at a safe point');
    this.name = 'JobCancelled';
  }
}

export interface RunOptions {
  /** Hash of the approved plan; if the plan now differs, the job ends PLAN_CHANGED with nothing changed. */
  planHash?: string;
  /**
   * The entries of that plan if an earlier job of this agent was interrupted while running it, else null. Called when
   * the plan now differs: the rest of those entries may still be run. Absent: only the approved plan itself may be
   * run.
   */
  interrupted?: () => Promise<PlanEntry[] | null>;
  /**
   * What that plan said about a rollback; null when nobody knows any more. Nothing is changed before all that it
   * promised to go back to is stored. Absent: nothing was promised.
   */
  promised?: () => Promise<Reversibility | null>;
  /** Refresh the lists first when they are older; never when planHash is set. null: any age will do. */
  maxAgeSecs: number | null;
  /** Any source that failed at its last refresh ends the job SOURCE_FAILED with nothing changed; false if absent. */
  strictSources?: boolean;
}

/** A source of packages that failed at its last refresh. */
export interface FailedSource {
  /** As people know it: `http://deb.example.org/debian bookworm`, the id or alias of a repository. */
  name: string;
  /** Where its lists are; only the backend uses this. */
  lists: string;
  /** Why it failed: an error code as failed jobs have. */
  code: string;
  message: string;
  failedAt: Date;
  /** When the agent last refreshed it; null when nobody knows. */
  okAt: Date | null;
  /**
   * How plans are made until it answers again: with its last list (`last_list`), which is verified and has not
   * expired; or without it, because it has no such list (`left_out`) or its packages could not be fetched either
   * (`unfetchable`).
   */
  use: 'last_list' | 'left_out' | 'unfetchable';
}

/** A package in a file on this host, by its own header. */
export interface LocalPackage {
  name: string;
  arch: string;
  version: string;
  path: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
}

/** One package to install from a file. */
export interface FileInstall {
  /** What it changes, and nothing else. */
  entry: PlanEntry;
  /** Absolute; in a folder that only root enters. */
  file: string;
  /** Hex; the file is refused if it differs. */
  sha256: string;
  /** What the approved plan said of a rollback; null: nothing was promised. */
  promised: Reversibility | null;
  /** A file that may hold the outgoing version; null: there is none. */
  kept: string | null;
  /** The last step before the first change; returns why it must not begin. `back`: the outgoing version; null: not kept. */
  beforeChange(back: LocalPackage | null): Promise<JobFailure | null>;
}

export interface RebootState {
  required: boolean;
  /** Evidence, e.g. package names from reboot-required.pkgs. */
  reasons: string[];
}

export interface PackageBackend {
  readonly name: 'apt' | 'dnf' | 'zypper';
  /** False without root: every change answers NOT_PRIVILEGED. */
  readonly privileged: boolean;
  /**
   * A cheap text (stat calls only, no process, below 5 ms) that changes whenever `listPatches`, `listPackages` or the
   * reboot state may have changed. While the text is equal, earlier results still hold.
   */
  fingerprint(): Promise<string>;
  /** When the package lists were last refreshed, by stat; null: never. */
  refreshedAt(): Promise<Date | null>;
  listPackages(signal?: AbortSignal): Promise<InstalledPackage[]>;
  listPatches(signal?: AbortSignal): Promise<PatchReport>;
  rebootState(): Promise<RebootState>;
  /** The proxies of its own configuration, without credentials; empty: it reaches its sources directly. */
  proxies(): Promise<string[]>;
  /** Installed version by `name:arch`, read from the package database. */
  installedVersions(): Promise<Map<string, string>>;
  /** Throws PACKAGE_NOT_FOUND for names that are not exactly in the catalogue (never patterns or suffixes). */
  assertKnown(names: readonly string[]): Promise<void>;
  /** Resolves without changing anything. Throws AppError (PACKAGE_NOT_FOUND, CONFLICT, PACKAGE_HELD, …). */
  plan(request: PackageRequest, signal?: AbortSignal): Promise<Plan>;
  /** Plans, stashes, downloads, runs and judges; called again with the same env after a restart. */
  run(request: PackageRequest, env: JobEnv, options: RunOptions): Promise<TransactionResult>;
  /** Tries every source; if any of them fails, the result is a failure that names each. */
  refresh(env: JobEnv): Promise<TransactionResult>;
  /**
   * What `run` does before it plans; also used for a dry run. Refreshes old lists, logs which sources fail, and
   * returns the failure when the job cannot go on.
   */
  freshen(env: JobEnv, options: RunOptions): Promise<JobFailure | null>;
  /** Sources that failed at their last refresh, from the agent's own notes; starts no process. */
  failedSources(): Promise<FailedSource[]>;
  hold(names: readonly string[], held: boolean, env: JobEnv): Promise<TransactionResult>;
  /**
   * Restores what the job `record` (the `saved` of the original job) changed, to the exact versions before it.
   * Returns the failure ROLLBACK_CONFLICT, with nothing changed, when the packages no longer have the versions that
   * the job left.
   */
  rollback(record: Readonly<Record<string, unknown>>, env: JobEnv): Promise<TransactionResult>;
  /** Installs one package from a file; called again with the same env after a restart. */
  installFile(install: FileInstall, env: JobEnv): Promise<TransactionResult>;
  /** The package in a file; null where it is none of this host's package manager, or damaged. */
  describeFile(file: string): Promise<LocalPackage | null>;
  /** The entries of the transaction that a job with this `record` was to run; null when it did not get that far. */
  plannedEntries(record: Readonly<Record<string, unknown>>): PlanEntry[] | null;
  /**
   * Repairs a package database whose last change was cut off (with apt: dpkg --configure -a, then apt-get
   * --fix-broken install --no-remove). Returns what is still wrong, in words; an empty list means that it is sound.
   */
  repair(env: JobEnv | null): Promise<string[]>;
  /**
   * What a rollback of the ended job with this `record` could restore now, by stat calls alone; null when the verdict
   * with which the job ended still holds. Absent where verdicts never change.
   */
  reversibility?(record: Readonly<Record<string, unknown>>): Promise<Reversibility | null>;
  /** Deletes what was kept for a rollback of that job, which has left history. Absent where nothing is kept. */
  forget?(jobId: string): Promise<void>;
  /** What is wrong right now, for /health. Changes nothing, and is cheap: stat and dpkg's audit files only. */
  problems(): Promise<string[]>;
  /**
   * Names of packages that the boot needs (kernels, boot loaders, what makes their images) and that are not set up
   * completely; by files alone. Absent where such a state is not recorded.
   */
  unbootable?(): Promise<string[]>;
  /**
   * Dependencies of installed packages that are not met. Looks again only after the package database has changed.
   * While a package manager works, this may be what it has half done.
   */
  brokenDependencies(): Promise<BrokenDependency[]>;
  /**
   * Why old kernels are never removed here, in words; null where they are removed. Reads files only. Absent where
   * jobs remove them.
   */
  kernelsKept?(): Promise<string | null>;
  /**
   * The failure LOCK_HELD with the process that holds the package manager's lock, or null. Starts no process and does
   * not wait.
   */
  lockHeld(): Promise<JobFailure | null>;
}
