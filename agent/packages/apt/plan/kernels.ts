import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PlanEntry } from '../../backend.ts';
import type { Need } from '../../shared/space.ts';
import { compareDebian } from '#server/shared/versions/debian.ts';
import type { Inventory } from '../read/inventory.ts';
import { instanceKey } from '../read/inventory.ts';
import { imageRelease, isOfKernel, ofRunningKind } from '../read/kernelReleases.ts';
import type { ResolvedChange } from './resolve.ts';
import { resolve } from './resolve.ts';
import type { AptContext } from '../aptContext.ts';

/** Whether a plan brings in a kernel that the host will ask for a restart for. */
export function asksForRestart(
  entries: readonly Pick<PlanEntry, 'name' | 'from' | 'to'>[],
  { rows }: Pick<Inventory, 'rows'>,
  running: string,
): boolean {
  const releasesOf = (some: readonly { name: string }[]) =>
    some.flatMap(({ name }) => imageRelease(name) ?? []);
  const coming = releasesOf(entries.filter(({ from, to }) => from === null && to !== null));
  const counting = ofRunningKind([...releasesOf(rows), ...coming], running);
  return coming.some((release) => counting.includes(release));
}

/** Whether a plan brings in a new kernel beside the installed ones. */
export function bringsKernel(changes: readonly Pick<PlanEntry, 'name' | 'from' | 'to'>[]): boolean {
  return changes.some(({ name, from, to }) => from === null && to !== null && imageRelease(name) !== null);
}

/**
 * The old kernels to remove before a new one comes: those that apt's own `autoremove` names and that nothing else
 * needs. Never the running one, the last one, or one that is held or excluded by the caller.
 */
export async function findOldKernels(
  context: AptContext,
  inventory: Inventory,
  stays: (name: string, arch: string) => boolean,
  signal?: AbortSignal,
): Promise<ResolvedChange[]> {
  const { changes, error } = await resolve(context, inventory, ['autoremove'], signal);
  if (error !== null) return [];
  const free = changes.filter(({ name, arch, to }) => {
    const held = inventory.byKey.get(instanceKey(name, arch, inventory.nativeArch))?.held ?? false;
    return to === null && !held && !stays(name, arch);
  });
  const releases = chooseReleases(inventory, free, context.kernelRelease);
  const going = free.filter(({ name }) => releases.some((release) => isOfKernel(name, release)));
  if (going.length === 0) return [];
  const names = going.map(({ name, arch }) => `${name}:${arch}`);
  const alone = await resolve(context, inventory, ['remove', '--', ...names], signal);
  const others = alone.changes.some((change) => !names.includes(`${change.name}:${change.arch}`));
  return alone.error === null && !others && alone.changes.length === going.length ? going : [];
}

/** Leaves at least one kernel to boot, even if the running one belongs to no package. */
export function chooseReleases(
  { rows }: Pick<Inventory, 'rows'>,
  free: readonly Pick<ResolvedChange, 'name'>[],
  running: string,
): string[] {
  const releasesOf = (some: readonly { name: string }[]) => [
    ...new Set(some.flatMap(({ name }) => imageRelease(name) ?? [])),
  ];
  const installed = releasesOf(rows);
  const going = releasesOf(free)
    .filter((release) => release !== running)
    .toSorted(compareDebian);
  return installed.length > going.length ? going : going.slice(0, -1);
}

const bootFolder = '/boot';

/**
 * The room that a plan's new kernels need on a separate /boot: the size of the largest installed one for each, less
 * what the plan removes.
 */
export async function bootNeeds(entries: readonly PlanEntry[], folder = bootFolder): Promise<Need[]> {
  const coming = entries.filter(({ name, to }) => to !== null && imageRelease(name) !== null);
  if (coming.length === 0) return [];
  const [boot, usr] = await Promise.all([folder, '/usr'].map((one) => stat(one).catch(() => null)));
  if (!boot || boot.dev === usr?.dev) return [];
  const sizes = await kernelSizes(folder);
  const gone = entries.flatMap(({ name, to }) => (to === null ? (imageRelease(name) ?? []) : []));
  const freedBytes = gone.reduce((sum, release) => sum + (sizes.get(release) ?? 0), 0);
  return [{ folder, bytes: coming.length * Math.max(0, ...sizes.values()) - freedBytes }];
}

/** Bytes that each release takes on /boot, including its initrd. */
async function kernelSizes(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const file of await readdir(folder).catch(() => [])) {
    const release = /^(?:vmlinu[xz]|initrd\.img|System\.map|config)-(.+)$/.exec(file)?.[1];
    if (release === undefined) continue;
    const found = await stat(path.join(folder, file)).catch(() => null);
    sizes.set(release, (sizes.get(release) ?? 0) + (found?.size ?? 0));
  }
  return sizes;
}
