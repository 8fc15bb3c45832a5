/** Programs inside hosts of the lab. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ChildOutput, run } from './process.ts';
import type { Exit, RunResult } from './process.ts';

/**
 * The test runner's cache of compiled sources, as hosts see it; only programs that a test starts with `node` use it.
 * Without the runner there is none, so that what the benchmarks measure starts as it does on any host.
 */
const compileCache = process.env['NODE_COMPILE_CACHE'];
const compileCacheInHost = '/run/lab-compile-cache';
/** Where programs in hosts write what they executed, while that is recorded. V8 counts too little of cached code. */
const coverage = process.env['NODE_V8_COVERAGE'];
const coverageInHost = '/run/lab-coverage';
/** For `hosts.sh`: the folder of this machine that a host may write to, and where the host sees it. */
export const writableBind = coverage
  ? `${path.join(coverage, 'hosts')}:${coverageInHost}`
  : compileCache && `${compileCache}:${compileCacheInHost}`;

function cacheEnv(): Record<string, string> {
  if (coverage) return { NODE_V8_COVERAGE: coverageInHost };
  return compileCache ? { NODE_COMPILE_CACHE: compileCacheInHost } : {};
}

/** The arguments of `hosts.sh exec`, without a shell each time: a suite runs a thousand commands in its hosts. */
const insideHost = [
  '-m',
  '-u',
  '-i',
  '-n',
  '-p',
  '-C',
  '-T',
  '-r',
  '-w',
  '--',
  '/usr/bin/env',
  '-i',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'LANG=C.UTF-8',
];

export type ExecOptions = { env?: Record<string, string>; input?: string; timeoutMs?: number };
export type SpawnOptions = { env?: Record<string, string>; under?: string[] };
/** The pid that a host's pid 1 has for this process; each boot has another. */
export type HostPid = () => number;

/** A process that runs inside a host until it ends or is killed. */
export class HostProcess {
  readonly exited: Promise<Exit>;
  readonly pid: number;
  #hostPid: HostPid;
  #output: ChildOutput;

  constructor(hostPid: HostPid, pid: number, output: ChildOutput) {
    this.#hostPid = hostPid;
    this.#output = output;
    this.pid = pid;
    this.exited = output.exited;
  }

  /** What it wrote to standard output and error so far. */
  get output(): string {
    return this.#output.text;
  }

  /** Waits for a line in its output; throws when it ends without one. */
  waitForOutput(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray> {
    return this.#output.waitFor(pattern, timeoutMs);
  }

  untilListening(): Promise<void> {
    return this.#output.untilListening();
  }

  /** Signals this one process, from inside the host (default SIGKILL), and waits for its end after SIGKILL. */
  async kill(signal: 'KILL' | 'TERM' | 'INT' | 'STOP' | 'CONT' = 'KILL'): Promise<void> {
    await execInside(this.#hostPid, ['sh', '-c', `kill -s ${signal} ${this.pid}`]);
    if (signal === 'KILL') await this.exited;
  }
}

/**
 * Runs a command as root inside and collects its output. After `timeoutMs` (default 120,000) it is killed inside, with
 * code 137.
 */
export async function execInside(
  hostPid: HostPid,
  argv: string[],
  { env = {}, input, timeoutMs = 120_000 }: ExecOptions = {},
): Promise<RunResult> {
  const limit = ['timeout', '-s', 'KILL', String(timeoutMs / 1000)];
  return run([...enter(hostPid, argv, env), ...limit, ...argv], { input });
}

/** What a person answers in a terminal: the end of the question, and the line that is typed. */
export type Answers = readonly (readonly [question: RegExp, answer: string])[];

/**
 * Runs a shell script as root inside, in a terminal, and answers its questions; what they print is standard output.
 * Package managers refuse to ask where there is no terminal. It is killed inside after `timeoutMs`, code 137.
 */
export function talkInside(
  hostPid: HostPid,
  script: string,
  answers: Answers,
  timeoutMs: number,
): Promise<RunResult> {
  const argv = ['script', '--quiet', '--return', '--command', script, '/dev/null'];
  const limit = ['timeout', '-s', 'KILL', String(timeoutMs / 1000)];
  const [command = '', ...args] = [...enter(hostPid, argv, {}), ...limit, ...argv];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let stdout = '';
    let answered = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const found = answers.find(([question]) => question.test(stdout.slice(answered)));
      if (!found) return;
      answered = stdout.length;
      child.stdin.write(`${found[1]}\n`);
    });
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 137, stdout, stderr: '' }));
  });
}

/**
 * Starts a long-running process inside, e.g. the agent; resolves once it has its process id. `under` is a command
 * outside of the host that runs the rest, such as strace.
 */
export async function spawnInside(
  hostPid: HostPid,
  argv: string[],
  { env = {}, under = [] }: SpawnOptions = {},
): Promise<HostProcess> {
  const [command = '', ...args] = [
    ...under,
    ...enter(hostPid, argv, env),
    'sh',
    '-c',
    'echo "lab pid $$"; exec "$@"',
    'sh',
    ...argv,
  ];
  const output = new ChildOutput(spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
  const [, pid] = await output.waitFor(/^lab pid (\d+)$/m);
  return new HostProcess(hostPid, Number(pid), output);
}

function enter(hostPid: HostPid, [program]: string[], env: Record<string, string>): string[] {
  const assignments = Object.entries({ ...(program === 'node' && cacheEnv()), ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return ['nsenter', '-t', String(hostPid()), ...insideHost, ...assignments];
}
