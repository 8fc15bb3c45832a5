/** Where a step that was started apart stands, by its files (see detached.ts) and /proc alone. */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lookInto } from '../files/look.ts';

export interface StepProcess {
  pid: number;
  /** Field 22 of /proc/<pid>/stat: clock ticks since the boot; tells a reused pid. */
  startTime: string;
}

/**
 * `absent`: no wrapper has begun; `claimed`: one has, but its pid isn't known (yet, or it died at once). `process`:
 * the wrapper, or the command that outlived it.
 */
export type StepState =
  | { state: 'absent' | 'claimed' | 'gone' }
  | { state: 'running'; process: StepProcess }
  | { state: 'ended'; exitCode: number };

export const stepFile = (dir: string, step: string, kind: string): string => join(dir, `${step}.${kind}`);

/** Without the thread pool, see files/look.ts: it is one short line. */
function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The fields of /proc/<pid>/stat behind the command's name, from the state (field 3) on; null when it is gone. */
export function readStat(pid: number): string[] | null {
  const text = lookInto(`/proc/${pid}/stat`);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Clock ticks a second, as Linux shows them to programs on every machine that Node runs on. */
const TICKS_PER_SEC = 100;

/**
 * How long a process has lived, in ms, by `startTime` (field 22 of its stat) and /proc/uptime: neither a restart of the
 * agent nor a clock that is set changes that.
 */
export function ageMs(startTime: string): number {
  const [uptimeSecs = '0'] = readFileSync('/proc/uptime', 'utf8').split(' ');
  return Math.round((Number(uptimeSecs) - Number(startTime) / TICKS_PER_SEC) * 1000);
}

/** Whether exactly that process still lives; a zombie doesn't. */
function isAlive(expected: StepProcess): boolean {
  const fields = readStat(expected.pid) ?? [];
  return fields[19] === expected.startTime && fields[0] !== 'Z' && fields[0] !== 'X';
}

function readExit(dir: string, step: string): number | null {
  const text = readOrNull(stepFile(dir, step, 'exit'));
  const match = text === null ? null : /^(\d{1,3})\n/.exec(text);
  return match ? Number(match[1]) : null;
}

function readProcess(dir: string, step: string, kind: 'pid' | 'child'): StepProcess | null {
  const match = /^(\d+) (\d+)[ \n]/.exec(readOrNull(stepFile(dir, step, kind)) ?? '');
  return match ? { pid: Number(match[1]), startTime: match[2] as string } : null;
}

/**
 * Where a step stands. A wrapper that was killed leaves its package manager at work: that counts as running until
 * it has ended too; daemons that maintainer scripts have left don't. The caller judges a change of the boot id.
 */
export function inspectStep(dir: string, step: string): StepState {
  const exitCode = readExit(dir, step);
  if (exitCode !== null) return { state: 'ended', exitCode };
  const wrapper = readProcess(dir, step, 'pid');
  if (!wrapper) {
    return { state: existsSync(stepFile(dir, step, 'claim')) ? 'claimed' : 'absent' };
  }
  if (isAlive(wrapper)) return { state: 'running', process: wrapper };
  // The exit code is written before the wrapper ends, so it may have come between the two looks.
  const lateExitCode = readExit(dir, step);
  if (lateExitCode !== null) return { state: 'ended', exitCode: lateExitCode };
  const orphan = readProcess(dir, step, 'child');
  return orphan && isAlive(orphan) ? { state: 'running', process: orphan } : { state: 'gone' };
}

/**
 * Gives up a step that has not begun, so that it never does: a slow pid 1 may get round to it long after its job has
 * ended. False when the wrapper was quicker, which then runs the step.
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
