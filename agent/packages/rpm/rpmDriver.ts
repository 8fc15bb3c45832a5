import type {
  BrokenDependency,
  JobFailure,
  KeptBackReason,
  PackageBackend,
  PackageChange,
} from '../backend.ts';
import type { LockPlaces } from '../shared/lock.ts';
import type { RpmInventory, RpmRow } from './read/inventory.ts';
import { newest, nevra, rpmKey } from './read/inventory.ts';
import type { RpmContext } from './rpmContext.ts';

/** One version that a repository offers. */
export interface Offer {
  name: string;
  arch: string;
  version: string;
  repository: string;
  downloadSizeBytes: number;
  installedSizeBytes: number;
  /**
   * The vendor as the package manager compares it; null where its list does not say, absent where it has no rules for
   * vendors.
   */
  vendor?: string | null;
  /**
   * The host's own rules (priorities, vendors, lists of what a repository may give) choose a lower version: only an exact
   * request takes this one, unless it is also excluded. See {@link RpmDriver.ranked}.
   */
  onDemand?: boolean;
  /** The host's configuration files that exclude this version: it is listed, but no job can install it. */
  excludedIn?: string;
}

/** An advisory as the repository's updateinfo has it, with the exact versions that fix it. */
export interface Advisory {
  id: string;
  security: boolean;
  severity: 'low' | 'moderate' | 'important' | 'critical' | null;
  cves: string[];
  packages: { name: string; arch: string; version: string }[];
}

/** One call of the package manager; kept in the journal, so that a restarted agent repeats exactly this call. */
export interface RpmCommand {
  /**
   * `autoremove` also removes what becomes superfluous; `files` installs local files, newer or older, and may remove
   * what conflicts with them. `sync` brings packages to what the repositories have, and may remove others; `verify`
   * mends the dependencies of all that is installed, and takes no targets.
   */
  verb: 'install' | 'upgrade' | 'remove' | 'autoremove' | 'files' | 'sync' | 'verify';
  /**
   * {@link nevra}, for `upgrade` {@link upgradeTarget}, absolute paths for `files`, names for `sync`; for the `install` of
   * a repair what is needed.
   */
  targets: string[];
  /** Names of packages that must not change. */
  excludes: string[];
  /** The {@link RpmContext.sourceOptions} of its plan; absent: none. */
  options?: readonly string[];
}

/** A change in a plan; `because` is the package that obsoletes the removed one. */
export interface RpmChange extends PackageChange {
  because?: string;
}

/** A target that stays as it is; `message` adds what `reason` alone does not say. */
export interface Skipped {
  name: string;
  arch: string;
  reason: KeptBackReason;
  message?: string;
}

/** What the package manager would do. */
export interface RpmResolution {
  changes: RpmChange[];
  /** Targets that it leaves out while it runs the rest of the plan. */
  skipped: Skipped[];
  /** null when it accepts the plan; else its own words. */
  error: string | null;
}

/** A superseded version that is installed beside its successor. */
export interface Duplicate {
  superseded: RpmRow;
  newest: RpmRow;
}

/** The parts in which the package managers of the rpm family differ; everything else is in this folder. */
export interface RpmDriver {
  readonly name: 'dnf' | 'zypper';
  readonly locks: LockPlaces;
  /** See PackageBackend.proxies. */
  proxies(): Promise<string[]>;
  /**
   * Every version that the repositories offer, not ranked, including those that the host's own configuration
   * excludes. `whole` is false if something went wrong and there may be more.
   */
  readOffers(context: RpmContext, signal?: AbortSignal): Promise<{ offers: Offer[]; whole: boolean }>;
  /** Files and folders whose change may change {@link readOffers}: configuration and metadata. */
  offerFiles(): Promise<string[]>;
  /** Marks the versions that the host's own rules would not choose (`onDemand`); keeps the order. */
  ranked(
    context: RpmContext,
    inventory: RpmInventory,
    offers: readonly Offer[],
    signal?: AbortSignal,
  ): Promise<Offer[]>;
  advisories(context: RpmContext, signal?: AbortSignal): Promise<Advisory[]>;
  /** The repositories that publish advisories, as {@link Offer.repository} names them; reads files, and asks for names at most. */
  advising(context: RpmContext, signal?: AbortSignal): Promise<Set<string>>;
  /** {@link rpmKey} of each held package. */
  heldKeys(context: RpmContext, inventory: RpmInventory): Promise<Set<string>>;
  /** The command that holds or releases; throws UNSUPPORTED where the host cannot. */
  holdArgv(rows: readonly RpmRow[], held: boolean): Promise<string[]>;
  /** {@link rpmKey} of each package that was installed only as a dependency. */
  automaticKeys(context: RpmContext): Promise<Set<string>>;
  /** Whether an upgrade by exact name keeps the automatic marks. */
  readonly upgradeKeepsMarks: boolean;
  /** The command that marks packages as installed automatically; null where there is none. */
  markAutomaticArgv(rows: readonly RpmRow[]): string[] | null;
  /** The repository that the installed version comes from, by {@link rpmKey}. */
  origins(context: RpmContext, signal?: AbortSignal): Promise<Map<string, string>>;
  resolve(
    context: RpmContext,
    inventory: RpmInventory,
    command: RpmCommand,
    signal?: AbortSignal,
  ): Promise<RpmResolution>;
  /** The ways to mend these dependencies, the one that changes least first. */
  repairs(broken: readonly BrokenDependency[]): RpmCommand[];
  argv(command: RpmCommand, mode: 'download' | 'run'): string[];
  /** Whether `upgrade` knows an exact version only in the architecture that is installed. */
  readonly upgradesWithinArch?: boolean;
  /** Exit codes of a download that fetched everything. */
  readonly fetchedCodes: readonly number[];
  /** Refreshes all repositories, or this one. */
  refreshArgv(source?: string): string[];
  /** Ids or aliases of the enabled repositories. */
  sources(context: RpmContext): Promise<string[]>;
  /**
   * Whether the cache has metadata of this repository; it was verified when it came, as far as its configuration
   * requires.
   */
  hasList(source: string): Promise<boolean>;
  /** The files of repositories that a refresh could not read and went on without; absent: it never does. */
  skippedFiles?(output: string): string[];
  /** Options for every call that make the package manager ignore these repositories. */
  leaveOut(context: RpmContext, sources: readonly string[]): Promise<string[]>;
  /** Folders that hold downloaded packages, up to two levels deep. */
  readonly cacheFolders: readonly string[];
  /**
   * The command that fetches exact versions into a folder; they are verified as far as the repository's configuration
   * requires.
   */
  fetchArgv(
    folder: string,
    versions: readonly { name: string; arch: string; version: string }[],
    sourceOptions?: readonly string[],
  ): string[];
  /**
   * Reinstalls exactly these versions: that removes older ones that a cut has left, and runs the scripts that were
   * cut off.
   */
  reinstallArgv(rows: readonly RpmRow[]): string[];
  classify(output: string, concerned?: readonly string[]): JobFailure | null;
  /** Files and folders whose change may change an answer, besides rpm's own database. */
  readonly stateFiles: readonly string[];
  /** See {@link PackageBackend.kernelsKept}. */
  kernelsKept?: PackageBackend['kernelsKept'];
  /** Files that a refresh touches; the time of the newest one is that of the last refresh. */
  metadataFiles(): Promise<string[]>;
}

/**
 * The word for one version in an `upgrade`. Where a package changes between `noarch` and an architecture, that may have
 * to be the bare name: the caller sees by the answer whether the version is the one that was meant.
 */
export function upgradeTarget(driver: RpmDriver, inventory: RpmInventory, target: Offer): string {
  const installed = newest(inventory, rpmKey(target));
  const moves = installed !== undefined && installed.arch !== target.arch;
  return moves && driver.upgradesWithinArch ? target.name : nevra(target);
}
