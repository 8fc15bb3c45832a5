import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './mutants.ts';

/** A change that no test can notice; by content, so that it holds wherever in the file the lines are. */
export type Equivalent = { file: string; was: string; now: string; reason: string };

const listFile = path.join(import.meta.dirname, 'equivalent.json');

/** Reads `equivalent.json`; throws if an entry lacks something, a reason for example. */
export function readEquivalents(file = listFile): Equivalent[] {
  const entries = JSON.parse(readFileSync(file, 'utf8')) as Partial<Equivalent>[];
  return entries.map(({ file: source = '', was = '', now = '', reason = '' }, index) => {
    const isWhole = [source, was, now, reason].every((text) => text.trim() !== '');
    if (!isWhole) throw new Error(`${file}: entry ${index + 1} needs "file", "was", "now" and "reason"`);
    return { file: source, was, now, reason };
  });
}

export function isEquivalent(mutant: Mutant, list: readonly Equivalent[]): boolean {
  return list.some(({ file, was, now }) => file === mutant.file && was === mutant.was && now === mutant.now);
}
