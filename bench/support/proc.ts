/** What the kernel says of a process: proc(5). */
import { readFileSync } from 'node:fs';

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
