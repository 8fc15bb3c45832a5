import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { cpuMeter } from './cpu.ts';
import { readTrace, traced } from './opened.ts';
import type { Task, TaskResult } from './types.ts';

const outputLimit = 4 * 1024 * 1024;
const running = new Set<ChildProcess>();

export type RunTaskOptions = {
  root: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Also tells which of the project's files are opened. */
  records?: boolean;
};

/** Runs one task in a process group and a temporary directory of its own; both are gone afterwards. Never throws. */
export async function runTask(
  task: Task,
  { root, env, signal, records = false }: RunTaskOptions,
): Promise<TaskResult> {
  const startedAt = performance.now();
  const temporary = mkdtempSync(path.join(tmpdir(), 'fleetmend-test-'));
  chmodSync(temporary, 0o711); // as in /tmp itself, a user without rights may come as far as a suite lets it
  const trace = `${temporary}.trace`;
  const argv = records ? traced(task.argv, trace) : task.argv;
  try {
    const own = { ...env, ...task.env, TMPDIR: temporary };
    const ended = await runProcess({ ...task, argv }, { root, env: own, signal });
    const durationMs = performance.now() - startedAt;
    const opened = records ? { opened: await readTrace(root, trace) } : {};
    return { task, durationMs, cpuMs: ended.cpuMs, output: ended.output, ...opened, ...judge(task, ended) };
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
    rmSync(trace, { force: true });
  }
}

/** Aborts at the first Ctrl-C or SIGTERM, when every running task is killed with what it started. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      controller.abort();
      killAll();
    });
  }
  return controller.signal;
}

/** Ends every running task at once, with what it started. */
function killAll(): void {
  for (const child of running) killGroup(child);
}

type Ended = {
  code: number | null;
  signal: string | null;
  timedOut: boolean;
  output: string;
  cpuMs: number;
};

/**
 * Runs a command as a member of the control group that argument 0 names, if any, and afterwards writes the output of
 * `times` to descriptor 3, which the command does not see.
 */
const timedScript = '[ -z "$0" ] || echo $$ >"$0" 2>/dev/null; "$@" 3>&-; code=$?; times >&3; exit $code';

/**
 * Milliseconds from the second line of `times`, `0m1.250s 0m0.320s`: user and system time of all children that were
 * waited for.
 */
function cpuOf(times: string): number {
  const children = times.split('\n')[1] ?? '';
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce(
    (total, [, minutes, seconds]) => total + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

function runProcess(task: Task, { root, env, signal }: RunTaskOptions): Promise<Ended> {
  const meter = cpuMeter();
  const args = ['-c', timedScript, meter?.join ?? '', ...task.argv];
  return new Promise((resolve) => {
    const stdio: 'pipe'[] = ['pipe', 'pipe', 'pipe'];
    const child = spawn('bash', args, { cwd: root, env, detached: true, stdio: ['ignore', ...stdio] });
    running.add(child);
    let output = '';
    let times = '';
    let timedOut = false;
    const [, out, err, told] = child.stdio;
    readText([out, err], (text) => (output = (output + text).slice(-outputLimit)));
    readText([told], (text) => (times += text));
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup(child);
    }, task.timeLimitMs);
    const finish = (code: number | null, ended: string | null): void => {
      clearTimeout(timer);
      running.delete(child);
      killGroup(child); // what a suite left behind
      const cpuMs = meter?.usedMs() || cpuOf(times);
      void meter?.remove();
      resolve({ code, signal: ended, timedOut, output, cpuMs });
    };
    child.once('error', (error) => {
      output += String(error);
      finish(null, null);
    });
    // Waits a moment for the last output; a daemon that holds the pipe open does not hold up the runner.
    child.once('exit', (code, ended) => {
      const done = (): void => finish(code, ended);
      const grace = setTimeout(done, 500);
      child.once('close', () => {
        clearTimeout(grace);
        done();
      });
    });
    if (signal.aborted) killGroup(child);
  });
}

function readText(streams: readonly unknown[], onText: (text: string) => void): void {
  for (const stream of streams) if (stream instanceof Readable) stream.setEncoding('utf8').on('data', onText);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // already gone
  }
}

type Verdict = Pick<TaskResult, 'passed' | 'failed' | 'skipped' | 'problem'>;

function judge(task: Task, ended: Ended): Verdict {
  const nothing = { passed: 0, failed: 1, skipped: 0 };
  if (ended.timedOut)
    return { ...nothing, problem: `still running after ${task.timeLimitMs / 1000} s: killed` };
  if (task.kind === 'check') {
    return ended.code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { ...nothing, problem: exitText(ended) };
  }
  return judgeSuite(ended);
}

/**
 * Judges uvu's summary, and what uvu itself lets pass: no tests, a failing hook, a process that dies after the last
 * test.
 */
function judgeSuite(ended: Ended): Verdict {
  const counts = ['Total', 'Passed', 'Skipped'].map((label) => lastCount(ended.output, label));
  const [total, passed, skipped] = counts;
  if (total === undefined || passed === undefined || skipped === undefined) {
    const why = ended.code === 0 ? 'it ran no tests (does it end with test.run()?)' : exitText(ended);
    return { passed: 0, failed: 1, skipped: 0, problem: why };
  }
  if (total === 0) return { passed: 0, failed: 1, skipped, problem: 'it has no tests' };
  const failed = total - passed;
  if (failed === 0 && ended.code !== 0) return { passed, failed: 1, skipped, problem: exitText(ended) };
  if (failed > 0 && ended.code === 0) {
    return { passed, failed, skipped, problem: 'a before or after hook threw; uvu does not show its error' };
  }
  return { passed, failed, skipped };
}

function lastCount(output: string, label: 'Total' | 'Passed' | 'Skipped' | string): number | undefined {
  const start = output.lastIndexOf(`\n  ${label}:`);
  if (start < 0) return undefined;
  const digits = /\d+/.exec(output.slice(start, output.indexOf('\n', start + 1) + 1 || undefined));
  return digits ? Number(digits[0]) : undefined;
}

/** How a task ended. A shell reports a command that a signal ended as 128 plus the signal's number. */
function exitText({ code, signal }: Ended): string {
  const name = Object.entries(constants.signals).find(([, number]) => 128 + number === code)?.[0];
  return (signal ?? name) ? `ended by ${signal ?? name}` : `exit code ${code}`;
}
