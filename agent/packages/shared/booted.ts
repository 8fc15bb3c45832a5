import { readFile } from 'node:fs/promises';

/** When this system booted, in ms since 1970 by its present clock. */
export async function bootedAtMs(now: Date): Promise<number> {
  const uptimeSecs = Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0]);
  return now.getTime() - uptimeSecs * 1000;
}
