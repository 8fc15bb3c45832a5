/** What the kernel says of a process: proc(5). */
import { readFileSync } from 'node:fs';
import type { LabHost } from '../../test/support/lab.ts';

const ticksPerSec = 100;

/** CPU time of the whole process so far, user and system, all threads, in microseconds (10 ms steps). */
export function cpuMicros(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command in parentheses and may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticksPerSec;
}

/** Resident memory in MB (10^6 bytes) out of the text of /proc/PID/status. */
export function residentMb(status: string): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  if (kib === undefined) throw new Error('the process has no resident memory: it is gone');
  return (Number(kib) * 1024) / 1_000_000;
}

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

/** CPU time of the processes that a process inside a lab host has started and waited for, in microseconds (10 ms steps). */
export async function childrenCpuMicros(host: LabHost, pid: number): Promise<number> {
  const text = await host.run(['cat', `/proc/${pid}/stat`]);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1_000_000) / ticksPerSec;
}
