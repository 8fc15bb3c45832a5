import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const typeImport = /^(import|export) type [^;]*;/gm;
/** Texts that name a source: of imports, and paths of programs that a suite starts (`server/main.ts`). */
const sourceName = /(['"`])([^'"`\n]+\.(?:ts|mjs))\1/g;

/** Which sources lead to which, by their text. Finds too much rather than too little. */
export class Imports {
  readonly #root: string;
  readonly #direct = new Map<string, string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** All sources that may run once `entry` does, with itself. */
  closure(entry: string): Set<string> {
    const found = new Set([entry]);
    for (const file of found) for (const next of this.#namedIn(file)) found.add(next);
    return found;
  }

  #namedIn(file: string): string[] {
    const known = this.#direct.get(file) ?? this.#read(file);
    this.#direct.set(file, known);
    return known;
  }

  #read(file: string): string[] {
    const absolute = path.join(this.#root, file);
    if (!existsSync(absolute)) return [];
    const text = readFileSync(absolute, 'utf8').replace(typeImport, '');
    const names = [...text.matchAll(sourceName)].map(([, , name = '']) => name);
    const paths = names.flatMap((name) => [path.join(path.dirname(file), name), path.normalize(name)]);
    return [...new Set(paths)].filter(
      (name) => !name.startsWith('..') && existsSync(path.join(this.#root, name)),
    );
  }
}
