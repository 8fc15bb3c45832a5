import { readFileSync } from 'node:fs';

/** The manager's contract as an object: the hand-written YAML, parsed when `generated/` was made. */
export function readContract(): object {
  return JSON.parse(readFileSync(new URL('../generated/manager.json', import.meta.url), 'utf8')) as object;
}
