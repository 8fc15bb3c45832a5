/** Ends what exceeds a time limit. Both keepers measure the age of processes, never the agent's own clock. */
import { readdir, readFile } from 'node:fs/promises';
import { ageMs, readStat } from '../../process/step.ts';
import type { LimitKeeper } from '../backend.ts';

interface Process {
  pid: number;
  parent: number;
  startTime: string;
  /** Arguments, each ended by NUL. */
  commandLine: string;
}

/** A process that still runs this long after SIGTERM gets SIGKILL. */
const scriptGraceMs = 60_000;
const wholeGraceMs = 10_000;

async function readProcess(pid: number): Promise<Process | null> {
  const fields = await readStat(pid);
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (fields === null || commandLine === null) return null; // it has ended meanwhile
  return { pid, parent: Number(fields[1]), startTime: fields[19] ?? '0', commandLine };
}

/** All descendants of these processes, without the processes themselves. */
function below(all: readonly Process[], ancestors: readonly number[]): Process[] {
  const known = new Set(ancestors);
  for (let size = 0; size !== known.size;) {
    size = known.size;
    for (const { pid, parent } of all) if (known.has(parent)) known.add(pid);
  }
  return all.filter(({ pid }) => known.has(pid) && !ancestors.includes(pid));
}

async function readAll(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return (await Promise.all(pids.map(readProcess))).filter((one) => one !== null);
}

/** Sends SIGTERM, and SIGKILL to a process that got SIGTERM `graceMs` ago. Returns how many processes got a signal. */
function createSignals(graceMs: number, log: (text: string) => void, what: string) {
  const askedAtMs = new Map<string, number>();
  return (processes: readonly Process[]): number => {
    const nowMs = performance.now();
    let sent = 0;
    for (const { pid, startTime } of processes) {
      const key = `${pid} ${startTime}`;
      const asked = askedAtMs.get(key);
      if (asked !== undefined && nowMs - asked < graceMs) continue;
      const signal = asked === undefined ? 'SIGTERM' : 'SIGKILL';
      if (asked === undefined) askedAtMs.set(key, nowMs);
      log(`time limit: ${signal} to ${what} ${pid}`);
      try {
        process.kill(pid, signal);
        sent += 1;
      } catch {
        // it has ended meanwhile
      }
    }
    return sent;
  };
}

/**
 * Ends a maintainer script that has run for the limit, and nothing else, so that the package manager goes on with the
 * other packages and stays consistent. The age is that of the outermost script process, however long the transaction
 * takes: a script that has just begun is left alone. `scriptPath` recognises a script by its command line.
 */
export function scriptEnder(log: (text: string) => void, scriptPath: RegExp): LimitKeeper {
  const signal = createSignals(scriptGraceMs, log, 'maintainer script');
  return async (ancestorPid, timeLimitMs) => {
    const all = await readAll();
    const scripts = below(all, [ancestorPid]).filter(({ commandLine }) => scriptPath.test(commandLine));
    const inner = new Set(scripts.flatMap(({ pid }) => below(all, [pid]).map((one) => one.pid)));
    let ended = 0;
    let nextMs = timeLimitMs;
    for (const outermost of scripts.filter(({ pid }) => !inner.has(pid))) {
      const leftMs = timeLimitMs - (await ageMs(outermost.startTime));
      nextMs = Math.min(nextMs, leftMs > 0 ? leftMs : scriptGraceMs);
      if (leftMs > 0) continue;
      const own = new Set(below(all, [outermost.pid]).map(({ pid }) => pid));
      ended += signal([outermost, ...scripts.filter(({ pid }) => own.has(pid))]);
    }
    return { ended: ended > 0, nextMs };
  };
}

/** Ends a whole step that changes no package, such as a download: all but its wrapper, which writes the exit code. */
export function wholeEnder(log: (text: string) => void): LimitKeeper {
  const signal = createSignals(wholeGraceMs, log, 'process');
  return async (pid) => {
    const all = await readAll();
    // The wrapper runs a `.run` file. If the process itself is another command, the wrapper is gone: end that one
    // too.
    const orphan = all.filter((one) => one.pid === pid && !one.commandLine.endsWith('.run\0'));
    return { ended: signal([...orphan, ...below(all, [pid])]) > 0, nextMs: wholeGraceMs };
  };
}

/** The failure of a refresh or a download that was ended at its time limit. */
export function endedFailure(what: string, timeLimitMs: number) {
  const secs = Math.round(timeLimitMs / 1000);
  const message = `The ${what} took longer than ${secs} s and was ended.`;
  return { code: 'FETCH_FAILED', message, details: { time_limit_secs: secs } };
}
