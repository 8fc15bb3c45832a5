import { AppError } from '../../../server/contract/appError.ts';
import type { RunResult, run } from '../../exec.ts';

/** The shape of `run` in agent/exec.ts; injected, so that tests can count and fake processes. */
export type RunCommand = typeof run;

/** What every part of the apt backend works with. */
export interface AptContext {
  run: RunCommand;
  /** Release of the running kernel; injected, because containers and test hosts share the machine's. */
  kernelRelease: string;
  /** Holds the stashed packages, one folder a job, and the stamp of the last refresh. */
  stashDir: string;
  privileged: boolean;
  now: () => Date;
  /** A smaller download comes with the transaction: it takes no longer than starting apt once more for it. */
  smallDownloadBytes: number;
  /** Limit of one detached step, in ms; at it only a stuck maintainer script is ended. */
  timeLimitMs: number;
}

/** How long apt waits for a lock that somebody else holds; whoever asked for the job retries by minutes. */
export const lockTimeoutSecs = 10;

const queryTimeoutMs = 120_000;
const queryOutputBytes = 64 * 1024 * 1024;

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

/** Runs a reading command to its end; it is the caller who judges the exit code. Throws only when it could not finish. */
export async function query(
  context: AptContext,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<RunResult> {
  const result = await context.run(argv, {
    env: aptEnv,
    timeoutMs: queryTimeoutMs,
    maxOutputBytes: queryOutputBytes,
    signal,
  });
  if (result.exitCode === null || result.truncated) {
    const why = result.truncated ? 'wrote too much' : `did not finish (${result.signal ?? 'killed'})`;
    throw new AppError('INTERNAL_ERROR', { message: `${argv[0]} ${why}.` });
  }
  return result;
}

/** Like {@link query}, but a failing command is an error as well. */
export async function queryOutput(
  context: AptContext,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const result = await query(context, argv, signal);
  if (result.exitCode === 0) return result.stdout;
  const last = result.stderr.trim().split('\n').at(-1) ?? '';
  throw new AppError('INTERNAL_ERROR', { message: `${argv[0]} ended with ${result.exitCode}: ${last}` });
}

/** Refuses every change without root. */
export function assertPrivileged(context: AptContext): void {
  if (!context.privileged) throw new AppError('NOT_PRIVILEGED');
}
