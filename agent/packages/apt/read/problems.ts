import { readdir, readFile, stat } from 'node:fs/promises';
import type { BrokenDependency } from '../../backend.ts';
import { parseUnmet } from './unmet.ts';

/** dpkg's database; replaced as a whole, so that a reader never sees half of it. */
export const statusFile = '/var/lib/dpkg/status';
const journalDir = '/var/lib/dpkg/updates';

let cached: { mark: string; broken: string[]; unmet: BrokenDependency[] } | null = null;

/** Packages whose status in dpkg's own file is neither installed nor gone, as `name (half-configured)`. */
export function parseBroken(status: string): string[] {
  const broken: string[] = [];
  for (const stanza of status.split('\n\n')) {
    const [, flag, state] = /^Status: \S+ (\S+) (\S+)$/m.exec(stanza) ?? [];
    const clean = ['installed', 'config-files', 'not-installed', 'triggers-pending', 'triggers-awaited'];
    if (state === undefined || (clean.includes(state) && flag === 'ok')) continue;
    const name = /^Package: (\S+)$/m.exec(stanza)?.[1] ?? '?';
    broken.push(`${name} (${flag === 'ok' ? state : `${state}, ${flag}`})`);
  }
  return broken;
}

/** True when dpkg was cut off: it leaves numbered files in its journal. */
export async function isInterrupted(): Promise<boolean> {
  const names = await readdir(journalDir).catch(() => []);
  return names.some((name) => /^\d+$/.test(name));
}

/**
 * What is wrong with the package database now, in words, without a process: the status file is parsed again
 * only after it has changed.
 */
export async function readProblems(): Promise<string[]> {
  const status = await readStatus();
  if (!status) return [`${statusFile} cannot be read`];
  const problems = (await isInterrupted()) ? ['dpkg was interrupted'] : [];
  if (status.broken.length > 0) problems.push(`packages in a broken state: ${status.broken.join(', ')}`);
  return problems;
}

/** Kernels, their modules, boot loaders and what makes the boot images of them. */
const forBoot =
  /^(?:linux-(?:image|modules|firmware)|firmware-|raspi-firmware|initramfs-tools|dracut|grub|shim|systemd-boot|u-boot|flash-kernel|zfs-|dkms$|cryptsetup-initramfs|lvm2$|mdadm$)/;

/** The packages of these that dpkg has not set up completely. */
export async function readUnbootable(): Promise<string[]> {
  return ((await readStatus())?.broken ?? []).filter((name) => forBoot.test(name));
}

/** Dependencies that are not met; none while dpkg's own file is not the whole truth, which is a problem by itself. */
export async function readUnmet(): Promise<BrokenDependency[]> {
  return (await isInterrupted()) ? [] : ((await readStatus())?.unmet ?? []);
}

async function readStatus(): Promise<typeof cached> {
  const found = await stat(statusFile).catch(() => null);
  if (!found) return null;
  const mark = `${found.ino} ${found.size} ${found.mtimeMs}`;
  if (cached?.mark !== mark) {
    const text = await readFile(statusFile, 'utf8');
    cached = { mark, broken: parseBroken(text), unmet: parseUnmet(text) };
  }
  return cached;
}
