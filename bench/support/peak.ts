import { readFileSync } from 'node:fs';

/** The most memory that this process has held, in MB (10^6 bytes; VmHWM of proc(5)), its threads included. */
export function peakMemoryMb(): number {
  const kb = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return (Number(kb ?? 0) * 1_024) / 1_000_000;
}
