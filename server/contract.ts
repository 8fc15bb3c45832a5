import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The manager's contract as an object, read from the hand-written file. */
export function readContract(name: 'manager' | 'agent' = 'manager'): object {
  const file = new URL(`../openapi/${name}.yaml`, import.meta.url);
  return parse(readFileSync(file, 'utf8'), { merge: true }) as object;
}
