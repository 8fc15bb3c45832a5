/** The state of a step that runs apart from the agent, from its files (see detached.ts) and /proc alone. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StepProcess {
  pid: number;
  /** Field 22 of /proc/<pid>/stat: clock ticks since the boot; shows whether a pid was reused. */
  startTime: string;
}

/**
 * `absent`: no wrapper has begun; `claimed`: one has, but its pid isn't known (not yet, or because it died at once).
 * `process`: the wrapper, or the command that outlived it.
 */
export type StepState =
  | { state: 'absent' | 'claimed' | 'gone' }
  | { state: 'running'; process: StepProcess }
  | { state: 'ended'; exitCode: number };

/**
 * Steps that bring in no other versions. Any other may have changed packages: what became of a lost one is judged by the
 * package database.
 */
const REPEATABLE =
  /^(?:repair|ready|refresh|download|fetch|discard|clean|offer|repack|marks|conffiles|restore-holds|settle)\b/;

/** Whether a step that was lost may be started again, under another name. */
export const isRepeatable = (step: string): boolean => REPEATABLE.test(step);

export const stepFile = (dir: string, step: string, kind: string): string => join(dir, `${step}.${kind}`);

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The fields of /proc/<pid>/stat after the command's name, from the state (field 3) on; null when the process is
 * gone.
 */
export async function readStat(pid: number): Promise<string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Clock ticks per second, as Linux reports them to programs on every machine that Node runs on. */
const TICKS_PER_SEC = 100;

/**
 * The age of a process in ms, from `startTime` (field 22 of its stat) and /proc/uptime. Neither a restart of the
 * agent nor a change of the clock affects it.
 */
export async function ageMs(startTime: string): Promise<number> {
  const [uptimeSecs = '0'] = (await readFile('/proc/uptime', 'utf8')).split(' ');
  return Math.round((Number(uptimeSecs) - Number(startTime) / TICKS_PER_SEC) * 1000);
}

/** Whether exactly this process is still alive; a zombie is not. */
async function isAlive(expected: StepProcess): Promise<boolean> {
  const fields = (await readStat(expected.pid)) ?? [];
  return fields[19] === expected.startTime && fields[0] !== 'Z' && fields[0] !== 'X';
}

async function readExit(dir: string, step: string): Promise<number | null> {
  const text = await readOrNull(stepFile(dir, step, 'exit'));
  const match = text === null ? null : /^(\d{1,3})\n/.exec(text);
  return match ? Number(match[1]) : null;
}

async function readProcess(dir: string, step: string, kind: 'pid' | 'child'): Promise<StepProcess | null> {
  const match = /^(\d+) (\d+)[ \n]/.exec((await readOrNull(stepFile(dir, step, kind))) ?? '');
  return match ? { pid: Number(match[1]), startTime: match[2] as string } : null;
}

/**
 * The state of a step. If a wrapper was killed, its package manager goes on: the step counts as running until that
 * has ended too. Daemons that maintainer scripts left do not count. The caller checks for another boot id.
 */
export async function inspectStep(dir: string, step: string): Promise<StepState> {
  const exitCode = await readExit(dir, step);
  if (exitCode !== null) return { state: 'ended', exitCode };
  const wrapper = await readProcess(dir, step, 'pid');
  if (!wrapper) {
    const claimed = await stat(stepFile(dir, step, 'claim')).catch(() => null);
    return { state: claimed ? 'claimed' : 'absent' };
  }
  if (await isAlive(wrapper)) return { state: 'running', process: wrapper };
  // The wrapper writes the exit code before it ends, so the code may have come between the two checks.
  const lateExitCode = await readExit(dir, step);
  if (lateExitCode !== null) return { state: 'ended', exitCode: lateExitCode };
  const orphan = await readProcess(dir, step, 'child');
  return orphan && (await isAlive(orphan)) ? { state: 'running', process: orphan } : { state: 'gone' };
}

/**
 * Claims a step that has not begun, so that it never starts: a slow pid 1 may start it long after its job has ended.
 * Returns false when the wrapper has claimed the step already; then it runs.
 */
export async function giveUpStep(dir: string, step: string): Promise<boolean> {
  try {
    await writeFile(stepFile(dir, step, 'claim'), '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
