import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findMutants, kinds } from './mutants.ts';
import type { Mutant } from './mutants.ts';

const folders = ['server/core', 'plugins', 'agent'];

/**
 * No faults go into tests and what only they use (the simulator too), into pages of the web UI (browsers run them from
 * one built file, so no recording says which suite executes a line), or into migrations (nobody edits one that was
 * released, and a fault in one breaks every suite at once).
 */
const excluded = /\.test\.ts$|testing[^/]*\.ts$|\.d\.ts$|(^|\/)(testing|simulator|migrations|fixtures)\//i;
const webPages = /^plugins\/[^/]+\/web\//;

/** Whether faults may be planted in this file of the checkout. */
export function isMutable(file: string): boolean {
  const isInside = folders.some((folder) => file.startsWith(`${folder}/`));
  return isInside && file.endsWith('.ts') && !excluded.test(file) && !webPages.test(file);
}

/** The files in which faults may be planted, at or below one of the `only` paths if there are any. Throws if none is. */
export function mutableFiles(root: string, only: readonly string[]): string[] {
  const all = folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter(isMutable)
    .sort();
  const paths = only.map((name) => path.normalize(name).replace(/\/$/, ''));
  const isBelow = (file: string, name: string): boolean => file === name || file.startsWith(`${name}/`);
  for (const name of paths)
    if (!all.some((file) => isBelow(file, name)))
      throw new Error(
        `--only ${name}: no such file or folder takes faults (they go into ${folders.join(', ')})`,
      );
  return paths.length === 0 ? all : all.filter((file) => paths.some((name) => isBelow(file, name)));
}

/**
 * All faults in an order that depends on the seed alone, one of each kind in turn. An edit elsewhere in the code changes
 * neither the names nor the order of the others.
 */
export function* inOrder(root: string, files: readonly string[], seed: number): Generator<Mutant> {
  const all = files.flatMap((file) => findMutants(file, readFileSync(path.join(root, file), 'utf8')));
  const rank = (id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const ranked = all.map((mutant) => ({ mutant, rank: rank(mutant.id) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const queues = kinds.map((kind) => ranked.filter(({ mutant }) => mutant.kind === kind));
  for (let turn = 0; queues.some((queue) => turn < queue.length); turn++)
    for (const queue of queues) {
      const next = queue[turn];
      if (next) yield next.mutant;
    }
}
