/**
 * With detached.ts, the only place that starts processes: argument vectors, never a shell; a fixed PATH and locale;
 * no input; bounded time and output.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { guarded } from '../../server/shared/guarded.ts';

const FIXED_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** How long to wait for output after the process has ended; a daemon that it left may hold the pipe for ever. */
const OUTPUT_GRACE_MS = 200;
const DEFAULT_OUTPUT_BYTES = 16 * 1024 * 1024;

export interface CommandOptions {
  /** Added to PATH, LC_ALL=C and HOME; nothing else of the agent's environment is passed on. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  timeoutMs: number;
  /** Limit for each of stdout and stderr; what exceeds it is dropped. Default 16 MiB. */
  maxOutputBytes?: number;
  signal?: AbortSignal;
  /** Open file descriptors that the process gets as 3, 4, … */
  extraFds?: readonly number[];
}

export interface CommandResult {
  /** null when a signal ended it. */
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Whether output exceeded maxOutputBytes. */
  truncated: boolean;
  timedOut: boolean;
}

/** The environment of every process: a fixed PATH, locale and HOME, then `env`, which may override them. */
export function childEnv(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: FIXED_PATH, LC_ALL: 'C', HOME: '/root', ...env };
}

class OutputBuffer {
  truncated = false;
  #chunks: Buffer[] = [];
  #sizeBytes = 0;
  #limitBytes: number;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(chunk: Buffer): void {
    const room = this.#limitBytes - this.#sizeBytes;
    if (chunk.length > room) this.truncated = true;
    if (room <= 0) return;
    this.#chunks.push(chunk.subarray(0, room));
    this.#sizeBytes += Math.min(room, chunk.length);
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

/** Sends SIGKILL to the whole process group: `runCommand` is for queries, which change nothing. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * Runs a query to its end. Never use it for a package transaction (see detached.ts): at the time limit or an abort
 * the process group is killed. Rejects only when the program cannot be started or `signal` aborts; a failing exit
 * code is a result.
 */
export function runCommand(argv: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const [file, ...args] = argv;
  if (file === undefined) return Promise.reject(new TypeError('argv is empty'));
  if (options.signal?.aborted) return Promise.reject(options.signal.reason);
  const child = spawn(file, args, {
    env: childEnv(options.env),
    cwd: options.cwd ?? '/',
    detached: true,
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.extraFds ?? [])],
  });
  return collect(child, options);
}

function collect(child: ChildProcess, options: CommandOptions): Promise<CommandResult> {
  const limitBytes = options.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES;
  const stdout = new OutputBuffer(limitBytes);
  const stderr = new OutputBuffer(limitBytes);
  child.stdout?.on(
    'data',
    guarded((chunk: Buffer) => stdout.add(chunk)),
  );
  child.stderr?.on(
    'data',
    guarded((chunk: Buffer) => stderr.add(chunk)),
  );
  return new Promise((resolve, reject) => {
    let timedOut = false;
    const timer = setTimeout(
      guarded(() => {
        timedOut = true;
        killGroup(child);
      }),
      options.timeoutMs,
    );
    const onAbort = guarded(() => killGroup(child));
    options.signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (exitCode: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (options.signal?.aborted) return reject(options.signal.reason);
      const truncated = stdout.truncated || stderr.truncated;
      resolve({ exitCode, signal, stdout: stdout.text(), stderr: stderr.text(), truncated, timedOut });
    };
    child.once('error', (error) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      reject(error);
    });
    child.once(
      'exit',
      guarded((exitCode, signal) => {
        const grace = setTimeout(
          guarded(() => settle(exitCode, signal)),
          OUTPUT_GRACE_MS,
        );
        child.once(
          'close',
          guarded(() => {
            clearTimeout(grace);
            settle(exitCode, signal);
          }),
        );
      }),
    );
  });
}
