/** Figures of processes, as proc(5) tells them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LabHost } from '../../test/support/lab.ts';

const ticksPerSec = 100;

/** CPU time of the whole process so far, user and system, all threads, in microseconds (10 ms steps). */
export function cpuMicros(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command in parentheses and may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticksPerSec;
}

const restLookMs = 3_000;
const restLimitMs = 15 * 60_000;
const restLooks = 3;
/**
 * A process that takes more than this, in ms of processor time a second, still works on what came before. A manager
 * at rest asks its database some twenty-five times a second, which takes 20 ms/s where its code is compiled, and 130
 * in the minutes before.
 */
const restAtMost = 200;

/**
 * Waits until the process is at rest for three looks in a row, and returns its processor time then, in ms a second:
 * what it began before (a manager reads the lists of all hosts when it starts) would fall into what is measured next.
 * Throws after a quarter of an hour.
 */
export async function untilAtRest(pid: number): Promise<number> {
  const deadline = performance.now() + restLimitMs;
  let rates: number[] = [];
  while (rates.length < restLooks) {
    const before = cpuMicros(pid);
    await sleep(restLookMs);
    const rate = (cpuMicros(pid) - before) / restLookMs;
    rates = rate <= restAtMost ? [...rates, rate] : [];
    if (rates.length === 0 && performance.now() > deadline)
      throw new Error(`the process did not come to rest: it still takes ${rate.toFixed(0)} ms/s`);
  }
  return rates.reduce((sum, rate) => sum + rate, 0) / restLooks;
}

/** CPU time of the threads that a process of this machine has now, in milliseconds, as the scheduler counts it (in ns). */
export function threadsCpuMsOf(pid: number): number {
  const nanos = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanos.reduce((sum, one) => sum + one, 0) / 1_000_000;
}

/** Resident memory in MB (10^6 bytes), from the text of /proc/PID/status. */
export function residentMb(status: string): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  if (kib === undefined) throw new Error('the process has no resident memory: it is gone');
  return (Number(kib) * 1024) / 1_000_000;
}

/** The most memory that a process of this machine has held, in MB (10^6 bytes). */
export function peakResidentMbOf(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kib) * 1024) / 1_000_000;
}

/** Counts the peak anew from now on: the start may have taken more than what is measured (proc(5)). */
export const resetPeakOf = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Resident memory of a process of this machine, in MB. */
export const residentMbOf = (pid: number): number => residentMb(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** CPU time of all threads of a process inside a lab host, in microseconds, as the scheduler counts it (in ns). */
export async function threadsCpuMicros(host: LabHost, pid: number): Promise<number> {
  const text = await host.run(['sh', '-c', `cat /proc/${pid}/task/*/schedstat`]);
  const nanos = text
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[0]));
  return nanos.reduce((sum, one) => sum + one, 0) / 1000;
}

/**
 * CPU time of all processes that run in a lab host, or have run and were waited for, since its start, in microseconds
 * (10 ms steps for each process that runs). What is entered from outside the host counts only while it runs.
 */
export async function hostCpuMicros(host: LabHost): Promise<number> {
  // Processes come and go meanwhile: one that is gone was counted with the process that waited for it.
  const text = await host.run(['sh', '-c', 'cat /proc/[0-9]*/stat 2>/dev/null; true']);
  const ticks = text
    .trim()
    .split('\n')
    .flatMap((line) =>
      line
        .slice(line.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 15)
        .map(Number),
    );
  return (ticks.reduce((sum, one) => sum + one, 0) * 1_000_000) / ticksPerSec;
}

/**
 * CPU time of a shell's ended children in microseconds, from the last lines of its output, which are those of `times`.
 */
export function timesMicros(output: string): number {
  const children = output.trim().split('\n').at(-1) ?? '';
  const secs = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, min, sec]) => Number(min) * 60 + Number(sec),
  );
  if (secs.length !== 2) throw new Error(`the shell told no times: ${output}`);
  return secs.reduce((sum, one) => sum + one, 0) * 1_000_000;
}
