import path from 'node:path';
import { isSea } from 'node:sea';

/** The command that starts this program again: the single executable, or Node with the sources. */
export function selfArgv(): string[] {
  if (isSea()) return [process.execPath];
  return [process.execPath, path.join(import.meta.dirname, '..', 'main.ts')];
}
