import { closeSync, fchmodSync, openSync } from 'node:fs';

/** Makes the file if it is not there, and in both cases readable and writable by its owner alone (0600). */
export function makePrivateFile(path: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
}
