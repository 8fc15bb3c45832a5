import type { JobFailure, KeptBackReason, PackageBackend, PackageChange } from '../backend.ts';
import type { LockPlaces } from '../shared/lock.ts';
import type { RpmInventory, RpmRow } from './read/inventory.ts';
import type { RpmContext } from './rpmContext.ts';

/** One version that a repository offers. */
export interface Offer {
  name: string;
  arch: string;
  version: string;
  repository: string;
  downloadSizeBytes: number;
  installedSizeBytes: number;
  /** In the package manager's eyes; null where its list does not say. Absent where the package manager has no rules about it. */
  vendor?: string | null;
  /** Above what the host's own rules (priorities, vendors) choose: only for who asks for that very version. See {@link RpmDriver.ranked}. */
  onDemand?: boolean;
  /** The files of the host's own configuration that exclude this version: it is shown, and no job can take it. */
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

/** One call of the package manager; kept in the journal, so that a restarted agent repeats the very same. */
export interface RpmCommand {
  /** `autoremove` takes along what becomes superfluous by it; `files` installs local files in whatever direction, and may remove what stands in their way. */
  verb: 'install' | 'upgrade' | 'remove' | 'autoremove' | 'files';
  /** {@link nevra}, or absolute paths for `files`. */
  targets: string[];
  /** Names that stay as they are. */
  excludes: string[];
  /** The {@link RpmContext.sourceOptions} that it was planned with; absent: none. */
  options?: readonly string[];
}

/** A change in a plan; `because` is the package that obsoletes the removed one. */
export interface RpmChange extends PackageChange {
  because?: string;
}

/** A target that stays as it is; `message` is for what the reason alone does not tell. */
export interface Skipped {
  name: string;
  arch: string;
  reason: KeptBackReason;
  message?: string;
}

/** What the package manager would do. */
export interface RpmResolution {
  changes: RpmChange[];
  /** What it leaves out of a plan that it carries out otherwise. */
  skipped: Skipped[];
  /** null when it accepts the plan; else its own words. */
  error: string | null;
}

/** A superseded version that lies beside its successor. */
export interface Duplicate {
  superseded: RpmRow;
  newest: RpmRow;
}

/** What differs between the package managers of the rpm family; everything else is in this folder. */
export interface RpmDriver {
  readonly name: 'dnf' | 'zypper';
  readonly locks: LockPlaces;
  /**
   * Every version that the repositories offer, also what the host's own configuration excludes, not ranked. `whole`
   * false: something went wrong, and there may be more.
   */
  readOffers(context: RpmContext, signal?: AbortSignal): Promise<{ offers: Offer[]; whole: boolean }>;
  /** Files and folders whose change may change {@link readOffers}: configuration and metadata. */
  offerFiles(): Promise<string[]>;
  /** Marks what the host's own rules would not choose, for who is about to choose; in the order in which they came. */
  ranked(
    context: RpmContext,
    inventory: RpmInventory,
    offers: readonly Offer[],
    signal?: AbortSignal,
  ): Promise<Offer[]>;
  advisories(context: RpmContext, signal?: AbortSignal): Promise<Advisory[]>;
  /** {@link rpmKey} of what is held. */
  heldKeys(context: RpmContext, inventory: RpmInventory): Promise<Set<string>>;
  /** The command that holds or releases; throws UNSUPPORTED where the host cannot. */
  holdArgv(rows: readonly RpmRow[], held: boolean): Promise<string[]>;
  /** {@link rpmKey} of what was installed as a dependency only. */
  automaticKeys(context: RpmContext): Promise<Set<string>>;
  /** Whether an upgrade by exact name leaves the marks as they are. */
  readonly upgradeKeepsMarks: boolean;
  /** The command that marks packages as installed automatically; null where there is none. */
  markAutomaticArgv(rows: readonly RpmRow[]): string[] | null;
  /** Where the installed version comes from, by {@link rpmKey}. */
  origins(context: RpmContext, signal?: AbortSignal): Promise<Map<string, string>>;
  resolve(
    context: RpmContext,
    inventory: RpmInventory,
    command: RpmCommand,
    signal?: AbortSignal,
  ): Promise<RpmResolution>;
  argv(command: RpmCommand, mode: 'download' | 'run'): string[];
  /** Exit codes of a command that fetched all it was asked for. */
  readonly fetchedCodes: readonly number[];
  /** Refreshes all repositories, or this one. */
  refreshArgv(source?: string): string[];
  /** Ids or aliases of the repositories that are switched on. */
  sources(context: RpmContext): Promise<string[]>;
  /** Whether the metadata of a repository lies in the cache: it was verified, as far as its configuration wants, when it came. */
  hasList(source: string): Promise<boolean>;
  /** Options, for every call, under which these repositories do not exist. */
  leaveOut(context: RpmContext, sources: readonly string[]): Promise<string[]>;
  /** Folders that hold downloaded packages, at any depth of two below. */
  readonly cacheFolders: readonly string[];
  /** Fetches packages of exact versions into a folder; verified as far as the repository is. */
  fetchArgv(
    folder: string,
    versions: readonly { name: string; arch: string; version: string }[],
    sourceOptions?: readonly string[],
  ): string[];
  /** Installs these very versions once more: it ends what a cut left of older ones, and runs the scripts that it cut off. */
  reinstallArgv(rows: readonly RpmRow[]): string[];
  classify(output: string, concerned?: readonly string[]): JobFailure | null;
  /** Files and folders whose change may change an answer, besides rpm's own database. */
  readonly stateFiles: readonly string[];
  /** As in the backend. */
  kernelsKept?: PackageBackend['kernelsKept'];
  /** Files that a refresh touches; the newest tells when. */
  metadataFiles(): Promise<string[]>;
}
