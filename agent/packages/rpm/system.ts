import { AppError } from '../../../server/contract/appError.ts';
import type { RunResult, run } from '../../exec.ts';

/** The shape of `run` in agent/exec.ts; injected, so that tests can count and fake processes. */
export type RunCommand = typeof run;

/** What every part of the rpm backends works with. */
export interface RpmContext {
  run: RunCommand;
  /** Release of the running kernel; injected, because containers and test hosts share the machine's. */
  kernelRelease: string;
  /** Holds the stashed packages, one folder a job, and the stamp of the last refresh. */
  stashDir: string;
  privileged: boolean;
  now: () => Date;
  /** Limit of one detached step, in ms; at it only a stuck scriptlet is ended. */
  timeLimitMs: number;
}

const queryTimeoutMs = 120_000;
const queryOutputBytes = 64 * 1024 * 1024;

/** C locale, no pager, no colours; wide lines where a table is made for a terminal. */
export const rpmEnv: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  LANG: 'C',
  COLUMNS: '2000',
  HOME: '/root',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

/** Runs a reading command to its end; it is the caller who judges the exit code. Throws only when it could not finish. */
export async function query(
  context: RpmContext,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<RunResult> {
  const result = await context.run(argv, {
    env: rpmEnv,
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
  context: RpmContext,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const result = await query(context, argv, signal);
  if (result.exitCode === 0) return result.stdout;
  const last = result.stderr.trim().split('\n').at(-1) ?? '';
  throw new AppError('INTERNAL_ERROR', { message: `${argv[0]} ended with ${result.exitCode}: ${last}` });
}

/** Refuses every change without root. */
export function assertPrivileged(context: RpmContext): void {
  if (!context.privileged) throw new AppError('NOT_PRIVILEGED');
}
