import { readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Parts of a socket that Node does not publish; they may be missing. */
interface WithHandle {
  _handle?: { fd?: number; writeQueueSize?: number } | null;
}

/** Bytes that were written to the socket and that the kernel has not taken yet. */
export const unsentBytes = (socket: Socket): number => (socket as WithHandle)._handle?.writeQueueSize ?? 0;

/**
 * How much of each socket's output the kernel still holds, as /proc/net/tcp tells it (proc(5): `tx_queue`, in hex): the
 * kernel takes megabytes and gives no sign while a slow peer reads them. Sockets that the tables lack are missing.
 */
export async function kernelQueues(sockets: readonly Socket[]): Promise<ReadonlyMap<Socket, string>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readOrEmpty(`/proc/net/${name}`)));
  const queueByInode = new Map<string, string>();
  for (const line of tables.join('\n').split('\n')) {
    const columns = line.trim().split(/\s+/);
    if (columns[9] !== undefined && columns[4] !== undefined) queueByInode.set(columns[9], columns[4]);
  }
  const found = new Map<Socket, string>();
  for (const socket of sockets) {
    const queue = queueByInode.get(await inodeOf(socket));
    if (queue !== undefined) found.set(socket, queue.split(':')[0] ?? '');
  }
  return found;
}

const readOrEmpty = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

async function inodeOf(socket: Socket): Promise<string> {
  const fd = (socket as WithHandle)._handle?.fd ?? -1;
  const link = await readlink(`/proc/self/fd/${fd}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? '';
}
