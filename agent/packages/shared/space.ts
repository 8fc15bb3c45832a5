import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { JobFailure } from '../backend.ts';

/** Bytes that a job still writes below a folder; the folder need not be there yet. */
export interface Need {
  folder: string;
  bytes: number;
}

/** A file system without room for what is to be written to it. */
export interface Shortage {
  device: number;
  /** The first of the folders on it. */
  path: string;
  freeBytes: number;
  neededBytes: number;
}

/** Free space to keep, for package managers write logs, lists and databases too; with less, nothing is started. */
export const reserveBytes = 4 * 1024 * 1024;

interface Disk {
  device: number;
  freeBytes: number;
  totalBytes: number;
}

/** The file system on which a folder is or would be; null where it cannot be determined. */
export async function diskOf(folder: string): Promise<Disk | null> {
  const found = await stat(folder).catch(() => null);
  if (!found) return path.dirname(folder) === folder ? null : diskOf(path.dirname(folder));
  const space = await statfs(folder).catch(() => null);
  if (!space) return null;
  const { bsize, bavail, blocks } = space;
  return { device: found.dev, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** The file systems that lack room for the sum of what is written to each. */
export async function findShortages(needs: readonly Need[]): Promise<Shortage[]> {
  const disks = new Map<number, Shortage>();
  for (const { folder, bytes } of needs) {
    const disk = await diskOf(folder);
    if (!disk) continue;
    const { device, freeBytes } = disk;
    const known = disks.get(device) ?? { device, path: folder, freeBytes, neededBytes: reserveBytes };
    disks.set(device, { ...known, neededBytes: known.neededBytes + Math.max(bytes, 0) });
  }
  return [...disks.values()].filter(({ freeBytes, neededBytes }) => freeBytes < neededBytes);
}

/** The failure NO_SPACE for such a file system. */
export function noSpace({ path: folder, freeBytes, neededBytes }: Shortage): JobFailure {
  const message = `${folder} has ${freeBytes} bytes free; ${neededBytes} are needed.`;
  return { code: 'NO_SPACE', message, details: { path: folder, freeBytes, neededBytes } };
}
