import { readFileSync } from 'node:fs';

/** How much memory this machine has left for new work without swapping, in MB (10^6 bytes); MemAvailable of proc(5). */
export function availableMb(): number {
  const kib = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  return kib === undefined ? Infinity : (Number(kib) * 1024) / 1_000_000;
}
