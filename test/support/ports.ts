import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A free port of 127.0.0.1, for a server that has to know it before it listens. */
export function freePort(): Promise<number> {
  return freePorts(1);
}

/**
 * The first of `count` free ports in a row. They lie below those that the kernel gives to outgoing connections, which
 * could take one before its server starts.
 */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 32_000 - count);
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
