import { createHash } from 'node:crypto';
import type { RunModel } from '../models.ts';

/**
 * The key of a step of a run, the same wherever and however often the step is done: a job is found again when a crash
 * came before the row that names it. In the form of a UUID (version 8, RFC 9562), as keys of the API.
 */
export function keyOf({ id, generation, round }: RunModel, step: 'plan' | 'run' | 'ask' | 'askLate'): string {
  const hash = createHash('sha256').update(`policies ${id} ${generation} ${round} ${step}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
