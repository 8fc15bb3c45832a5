import { lockTimeoutSecs } from '../shared/lock.ts';
import { createCommands } from '../shared/context.ts';
import type { BackendContext } from '../shared/context.ts';

/** What every part of the apt backend works with. */
export interface AptContext extends BackendContext {
  /** A smaller download comes with the transaction: it takes no longer than starting apt once more for it. */
  smallDownloadBytes: number;
  /** Tells contexts apart that see other lists than the host's own; absent: the host's own. */
  listsMark?: string;
  /** So much of superseded packages that own jobs have fetched may lie in apt's cache. */
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

/** Options of every apt-get call that changes packages; a changed conffile keeps the host's own text. */
export const transactionOptions: readonly string[] = [
  '-y',
  '-q',
  '-o',
  'APT::Status-Fd=3',
  '-o',
  'Dpkg::Options::=--force-confdef',
  '-o',
  'Dpkg::Options::=--force-confold',
  '-o',
  `DPkg::Lock::Timeout=${lockTimeoutSecs}`,
];

/** A source that fails is asked once more; whoever asked for the job retries by minutes. */
export const fetchOptions: readonly string[] = ['-o', 'Acquire::Retries=1'];

export const { query, queryOutput, runApart, runWithoutJob } = createCommands(aptEnv);
