import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DpkgRow, Inventory } from '../read/inventory.ts';
import { preferenceFiles } from '../read/preferences.ts';

/** A version that must be the candidate, whatever the host's other preferences say. */
export interface Pin {
  name: string;
  /** Instance architecture, never `all`. */
  arch: string;
  version: string;
}

/** Name and instance architecture, as apt wants them in pins and arguments. */
export function instance({ nativeArch }: Inventory, { name, arch }: DpkgRow): { name: string; arch: string } {
  return { name, arch: arch === 'all' ? nativeArch : arch };
}

/** The largest priority that apt knows; the first matching record wins, so ours come first. */
const priority = 32767;

/**
 * Runs `act` with apt options that make the pinned versions the candidates; the host's own preferences apply to all
 * other packages. A package pinned to its installed version is left alone by the resolver, like a held one.
 */
export async function withPins<T>(
  pins: readonly Pin[],
  act: (options: readonly string[]) => Promise<T>,
): Promise<T> {
  if (pins.length === 0) return act([]);
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetmend-pins-'));
  try {
    const ours = pins.map(
      ({ name, arch, version }) =>
        `Package: ${name}:${arch}\nPin: version ${version}\nPin-Priority: ${priority}\n`,
    );
    const file = path.join(folder, 'preferences');
    const hosts = (await preferenceFiles()).map(({ text }) => text);
    await writeFile(file, [...ours, ...hosts].join('\n\n'));
    return await act(['-o', `Dir::Etc::preferences=${file}`, '-o', 'Dir::Etc::preferencesparts=/dev/null']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
