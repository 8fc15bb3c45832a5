/** What a manager needs of its machine, as the doctor and the set-up both ask it. None of this changes anything. */
import { once } from 'node:events';
import { existsSync, statfsSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { json } from 'node:stream/consumers';

/** The room without which a manager is not set up. */
export const LEAST_FREE = 256 * 1024 * 1024;
export const CALL_MS = 5_000;

/** Of the disk on which the directory is, or will be made. */
export function freeBytes(directory: string): number {
  if (!existsSync(directory)) return freeBytes(dirname(directory));
  const { bsize, bavail } = statfsSync(directory);
  return bsize * bavail;
}

/** Debian itself gives a machine's own name the address 127.0.1.1 there. */
export function leadsHere(addresses: readonly string[]): boolean {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address: one }) => one));
  return addresses.some((one) => own.includes(one) || one.startsWith('127.'));
}

/** Why nothing could listen there; null: it is free. */
export async function whyTaken(listen: string, port: number): Promise<string | null> {
  const server = createServer();
  server.listen(port, listen);
  try {
    await once(server, 'listening');
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EADDRINUSE'
      ? `port ${port} is taken by another program`
      : `port ${port} cannot be used (${code})`;
  } finally {
    server.close();
  }
}

export interface Health {
  status: string;
  version: string;
  checks: Record<string, string>;
}

/** Its certificate is for names, and this asks by an address of this machine: what it says is no secret. */
export async function healthOf(listen: string, port: number): Promise<Health> {
  const asked = get({
    host: ['0.0.0.0', '::'].includes(listen) ? '127.0.0.1' : listen,
    port,
    path: '/api/v1/status/health',
    rejectUnauthorized: false,
    timeout: CALL_MS,
  });
  asked.on('timeout', () => asked.destroy(new Error(`no answer within ${CALL_MS / 1_000} s`)));
  const [answer] = (await once(asked, 'response')) as [Parameters<typeof json>[0]];
  return (await json(answer)) as Health;
}
