import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Where sources of the project lie. */
export const sourceFolders = [
  'server',
  'sdk',
  'plugins',
  'agent',
  'web',
  'test',
  'scripts',
  'bench',
  'generated',
];
const foreign = /^(node_modules|dist.*|\..*)$/;

/** Each source of the project with the files that it loads when it runs. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Every file below a folder of the project, if there is one, as paths from `root`, but no build results and hidden ones. */
export function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return foreign.test(entry.name) ? [] : filesBelow(root, name);
    return entry.isFile() ? [name] : [];
  });
}

/** Reads the imports of all sources, tests among them. Imports of types alone load nothing and do not count. */
export function readImports(root: string): ImportGraph {
  const sources = sourceFolders.flatMap((folder) => filesBelow(root, folder)).filter(isSource);
  return new Map(sources.map((file) => [file, importsOf(file, readFileSync(path.join(root, file), 'utf8'))]));
}

const isSource = (file: string): boolean => /\.(ts|mts|mjs|js)$/.test(file) && !file.endsWith('.d.ts');

const importing =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([.#][^']+)'|\bimport\(\s*'([.#][^']+)'|^\s*import\s+'([.#][^']+)'|new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/gm;

/** The files that a source imports, or names as an address beside itself (a thread, a program, a document). */
export function importsOf(file: string, text: string): string[] {
  const found = [...text.matchAll(importing)].filter(([, typeOnly]) => typeOnly === undefined);
  const names = found.map(([, , from, dynamic, bare, address]) => from ?? dynamic ?? bare ?? address ?? '');
  return [...new Set(names.map((name) => fileOf(file, name)))];
}

/** The file that a source means by an import: a path beside itself, or one from the root (`imports` in package.json). */
export function fileOf(source: string, name: string): string {
  if (name === '#sdk') return 'sdk/index.ts';
  if (name.startsWith('#')) return name.slice(1);
  return path.posix.join(path.posix.dirname(source), name);
}

/** The files that `from` leads to, with itself, and over how many imports. */
export function reach(graph: ImportGraph, from: Iterable<string>): Map<string, number> {
  const steps = new Map<string, number>();
  let level = [...new Set(from)];
  for (let step = 0; level.length > 0; step += 1) {
    for (const file of level) steps.set(file, step);
    level = [...new Set(level.flatMap((file) => graph.get(file) ?? []))].filter((file) => !steps.has(file));
  }
  return steps;
}
