import { lockTimeoutSecs } from '../shared/lock.ts';
import { createCommands } from '../shared/context.ts';
import type { BackendContext } from '../shared/context.ts';

/** What every part of the apt backend works with. */
export interface AptContext extends BackendContext {
  /**
   * A download smaller than this is left to the transaction: starting apt once more would take as long as fetching
   * it.
   */
  smallDownloadBytes: number;
  /** Differs for each context with other lists than the host's own; absent: the host's own. */
  listsMark?: string;
  /** How many bytes of superseded packages that the agent's jobs fetched may stay in apt's cache. */
  keptArchiveBytes: number;
}

/** Keeps every front end quiet: no questions, no pagers, no service restarts by needrestart, C locale. */
export const aptEnv: Readonly<Record<string, string>> = {
  DEBIAN_FRONTEND: 'noninteractive',
  APT_LISTCHANGES_FRONTEND: 'none',
  APT_LISTBUGS_FRONTEND: 'none',
  NEEDRESTART_MODE: 'l',
  UCF_FORCE_CONFFOLD: '1',
  LC_ALL: 'C',
  LANG: 'C',
  HOME: '/root',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

/**
 * Settings of apt.conf with which apt only pretends to do its work, or does a part of it, and still ends with 0.
 * `Download=false` also makes `apt-get update` fetch nothing; without ConfigurePending all packages stay unpacked,
 * their services stopped; with pkgDPkgPM apt only prints the calls of dpkg.
 */
export const workingOptions: readonly string[] = [
  ...toOptions({ Simulate: false, 'Print-URIs': false, 'Download-Only': false, Download: true }),
  '-o',
  'DPkg::ConfigurePending=true',
  '-o',
  'Debug::pkgDPkgPM=false',
];

/**
 * Options of every apt-get call that plans or changes packages. They undo what the host's own apt.conf may set for
 * people at a terminal: with AutomaticRemove, apt refuses every call that must not remove anything; with Purge, a
 * removal deletes configuration; without Upgrade, it leaves out named packages that are installed already; without
 * Remove, and with Trivial-Only, it refuses what a rollback must do; a number for `quiet` makes apt silent about what
 * it keeps back, and from Output-Version 30 on it words that otherwise; with Ignore-Hold it would change held packages,
 * and so refuses all; with Fix-Missing it does what is left of a plan when packages cannot be fetched.
 */
export const plainOptions: readonly string[] = [
  '-y',
  '-q=1',
  ...workingOptions,
  ...toOptions({
    AutomaticRemove: false,
    Purge: false,
    Upgrade: true,
    Remove: true,
    'Trivial-Only': false,
    'Fix-Missing': false,
  }),
  '-o',
  'APT::Ignore-Hold=false',
  '-o',
  'APT::Output-Version=0',
];

/**
 * For calls that name exact versions, or none: apt refuses each call while the release that the host prefers is in no
 * list, as where its source is left out.
 */
export const noDefaultRelease: readonly string[] = ['-o', 'APT::Default-Release='];

/**
 * Options of every apt-get call that changes packages; a changed conffile keeps the host's own text. dpkg's
 * `refuse-downgrade` is for people: a downgrade is part of an agreed plan.
 */
export const transactionOptions: readonly string[] = [
  ...plainOptions,
  '-o',
  'APT::Status-Fd=3',
  '-o',
  'Dpkg::Options::=--force-confdef',
  '-o',
  'Dpkg::Options::=--force-confold',
  '-o',
  'Dpkg::Options::=--force-downgrade',
  '-o',
  `DPkg::Lock::Timeout=${lockTimeoutSecs}`,
];

/** `-o APT::Get::NAME=VALUE` for each setting. An option that follows later on the command line counts for more. */
function toOptions(settings: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `APT::Get::${name}=${value}`]);
}

/** A source that fails is tried once more; later retries come from the manager, minutes apart. */
export const fetchOptions: readonly string[] = ['-o', 'Acquire::Retries=1'];

export const { query, queryOutput, runApart, runWithoutJob } = createCommands(aptEnv);
