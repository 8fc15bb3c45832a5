import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { withoutAddressSecrets } from '../../process/addressSecrets.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { runCommand } from '../../process/command.ts';
import type { CommandResult } from '../../process/command.ts';
import type { DetachedResult, JobEnv } from '../backend.ts';
import { wholeEnder } from './scripts.ts';

/** The shape of `runCommand`; injected, so that tests can count and fake processes. */
export type RunCommand = typeof runCommand;

/** What every part of a backend works with. */
export interface BackendContext {
  run: RunCommand;
  /** Release of the running kernel; injected, because containers and test hosts share the machine's. */
  kernelRelease: string;
  /** Folder (0700) that holds the stashed packages, one folder a job, and the stamp of the last refresh. */
  stashDir: string;
  /** False without root: everything is listed, every change is refused. */
  privileged: boolean;
  /** False: outgoing packages are not kept, and no job can be rolled back. Default true. */
  stash: boolean;
  now: () => Date;
  /** How long one maintainer script may take, in ms; then that script alone is ended. */
  timeLimitMs: number;
  /** Time limit of a refresh or a download, in ms; then all of it is ended, as neither changes a package. */
  fetchLimitMs: number;
}

/** What a backend must know about its host; each time limit is one hour by default. */
export type BackendOptions = Pick<BackendContext, 'kernelRelease' | 'stashDir' | 'privileged'> &
  Partial<BackendContext>;

const defaultTimeLimitMs = 60 * 60_000;
const queryTimeoutMs = 120_000;
const queryOutputBytes = 64 * 1024 * 1024;

export function createContext(options: BackendOptions): BackendContext {
  return {
    run: runCommand,
    now: () => new Date(),
    timeLimitMs: defaultTimeLimitMs,
    fetchLimitMs: defaultTimeLimitMs,
    stash: true,
    ...options,
  };
}

/** Throws NOT_PRIVILEGED without root. */
export function assertPrivileged({ privileged }: BackendContext): void {
  if (!privileged) throw new AppError('NOT_PRIVILEGED');
}

/** Lines with which zypper ends whatever happened. */
const noCause = /^(?:Please file a bug report|See https?:\/\/)/;

/**
 * The error for a reading command that failed: LISTS_UNREADABLE with the package manager's own words, whatever it was
 * asked. A disk that refuses even its lock or cache is not reported as a defect of ours.
 */
export function queryError(
  command: string,
  {
    exitCode,
    signal = null,
    stderr,
  }: Pick<CommandResult, 'exitCode' | 'stderr'> & Partial<Pick<CommandResult, 'signal'>>,
): AppError {
  const lines = withoutAddressSecrets(stderr)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !noCause.test(line));
  // apt names the file and its line first, and ends with a summary; dnf and zypper name the file some lines before.
  const errors = lines.filter((line) => line.startsWith('E: '));
  const why = (errors.length > 0 ? errors.slice(-5) : lines.slice(-4)).join(' ');
  const message = `${command} ended with ${exitCode ?? signal}: ${why}`.slice(0, 1000);
  if (/read-only file ?system|mounted as read-only/i.test(stderr))
    return new AppError('READ_ONLY', { message });
  if (/No space left on device|disk is full|cannot close temporary file/i.test(stderr))
    return new AppError('NO_SPACE', { message });
  return new AppError('LISTS_UNREADABLE', { message });
}

/** The program of a command line that may set its environment first. */
const programOf = (argv: readonly string[]): string =>
  argv.find((word) => word !== 'env' && !word.includes('=')) ?? '';

/** How a backend starts processes, all with the environment of its package manager. */
export function createCommands(environment: Readonly<Record<string, string>>) {
  /**
   * Runs a reading command to its end; the caller judges the exit code. Throws only when the command could not
   * finish.
   */
  async function query(
    context: BackendContext,
    argv: readonly string[],
    signal?: AbortSignal,
  ): Promise<CommandResult & { exitCode: number }> {
    const limits = { timeoutMs: queryTimeoutMs, maxOutputBytes: queryOutputBytes };
    const result = await context.run(argv, { env: environment, ...limits, signal });
    const { exitCode } = result;
    // dnf and zypper end by an abort where they cannot read a file of their configuration.
    if (exitCode === null && ['SIGABRT', 'SIGSEGV'].includes(String(result.signal)))
      throw queryError(programOf(argv), result);
    if (exitCode === null || result.truncated) {
      const why = result.truncated ? 'wrote too much' : `did not finish (${result.signal ?? 'killed'})`;
      throw new AppError('INTERNAL_ERROR', { message: `${argv[0]} ${why}.` });
    }
    return { ...result, exitCode };
  }

  /** Like `query`, but a failing command is an error as well. */
  async function queryOutput(
    context: BackendContext,
    argv: readonly string[],
    signal?: AbortSignal,
  ): Promise<string> {
    const result = await query(context, argv, signal);
    if (result.exitCode === 0) return result.stdout;
    throw queryError(argv[0] ?? '', result);
  }

  /**
   * Runs a small command that changes the host as a step of its own, outside the agent's unit: there the agent may be
   * allowed to write to its data directory only. The same command runs only once in a job; one of the kind `fetch` is
   * ended at its time limit.
   */
  function runApart(
    context: BackendContext,
    env: JobEnv,
    kind: string,
    argv: readonly string[],
  ): Promise<DetachedResult> {
    const hash = createHash('sha256').update(argv.join('\0')).digest('hex').slice(0, 12);
    const onTimeLimit = kind === 'fetch' ? wholeEnder((text) => env.log('agent', text)) : undefined;
    const limit = { timeLimitMs: context.fetchLimitMs, ...(onTimeLimit && { onTimeLimit }) };
    return env.runDetached(`${kind}-${hash}`, { argv, env: environment, ...limit });
  }

  /**
   * Runs a command without a job, in a session of its own and with its output in a file, so that it outlives the
   * agent. Returns its exit code.
   */
  async function runWithoutJob(
    context: BackendContext,
    step: string,
    argv: readonly string[],
  ): Promise<number | null> {
    await mkdir(context.stashDir, { recursive: true, mode: 0o700 });
    const log = path.join(context.stashDir, `.${step}.log`);
    const apart = ['setsid', '--fork', '--wait', 'sh', '-c', 'exec "$@" >"$0" 2>&1 3>/dev/null', log];
    const options = { env: environment, timeoutMs: context.timeLimitMs };
    return (await context.run([...apart, ...argv], options)).exitCode;
  }

  return { query, queryOutput, runApart, runWithoutJob };
}
