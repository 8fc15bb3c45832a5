import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export type RunResult = { code: number; stdout: string; stderr: string };
export type RunOptions = { input?: string; env?: NodeJS.ProcessEnv; cwd?: string };

/** How a process ended: `code` is null after a signal. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/**
 * Runs a command to its end and collects its output. A non-zero exit is a result, not an exception; a signal gives 128
 * + 9.
 */
export function run(argv: string[], { input, env, cwd }: RunOptions = {}): Promise<RunResult> {
  const [command = '', ...args] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: env ?? process.env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined); // a command that ends without reading its input
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 137, stdout, stderr }));
    child.stdin.end(input ?? '');
  });
}

/** Like {@link run}, but throws with the command's output unless it exits 0. */
export async function runOrThrow(argv: string[], options?: RunOptions): Promise<string> {
  const result = await run(argv, options);
  if (result.code !== 0) {
    throw new Error(`${argv.join(' ')} ended with ${result.code}\n${result.stdout}${result.stderr}`);
  }
  return result.stdout;
}

/**
 * The output of a running child: everything so far, and a wait for a line in it.
 * `exited` settles on the child's exit, not on the end of its pipes, which daemons it left behind may hold open.
 */
export class ChildOutput {
  readonly exited: Promise<Exit>;
  #text = '';
  #listeners = new Set<() => void>();
  #exit: Exit | undefined;

  constructor(child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#text += text;
        this.#notify();
      });
    }
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#exit = { code, signal };
        resolve(this.#exit);
        this.#notify();
      });
    });
  }

  /** Standard output and error so far, in the order of arrival. */
  get text(): string {
    return this.#text;
  }

  /**
   * Resolves with the first match of `pattern`; throws with the output when the child ends or `timeoutMs` (null: any
   * time) pass without one.
   */
  waitFor(pattern: RegExp, timeoutMs: number | null = 30_000): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        this.#listeners.delete(check);
        settle();
      };
      const fail = (why: string): void =>
        finish(() => reject(new Error(`no ${pattern} in the output (${why}):\n${this.#text}`)));
      const check = (): void => {
        const match = pattern.exec(this.#text);
        if (match) finish(() => resolve(match));
        else if (this.#exit) fail(`it ended with ${this.#exit.code ?? this.#exit.signal}`);
      };
      const timer =
        timeoutMs === null ? undefined : setTimeout(() => fail(`after ${timeoutMs} ms`), timeoutMs);
      this.#listeners.add(check);
      check();
    });
  }

  /**
   * Resolves once the program, a manager or an agent, says that it listens, or that its link to the manager holds; throws with the output when it ends before.
   * There is no time limit but that of the suite: how long a start takes depends on what else the machine does.
   */
  async untilListening(): Promise<void> {
    await this.waitFor(/"event":"(listening|linkOpened)"/, null);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
