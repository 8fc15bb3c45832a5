import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Makes the file if it is not there, and in both cases readable and writable by its owner alone (0600). */
export function makePrivateFile(path: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
}

/**
 * Makes a file (0600) that holds `text`: whole and synced to the disk, or not at all. So neither a full disk nor a power
 * cut leaves a key without content. An empty file counts as none. It belongs to
 * the owner of its directory: a command that root runs must not lock the manager's user out. Throws EEXIST if there is
 * a file with content, also if another process has just made it.
 */
export function writeNewPrivateFile(path: string, text: string): void {
  const directory = dirname(path);
  const unfinished = `${path}.${process.pid}.new`;
  try {
    rmSync(unfinished, { force: true });
    const file = openSync(unfinished, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
      const { uid, gid } = statSync(directory);
      // The open file: whoever owns the directory could put a link to another file in its place.
      if (process.getuid?.() === 0) fchownSync(file, uid, gid);
    } finally {
      closeSync(file);
    }
    if (isMissing(path)) rmSync(path, { force: true });
    linkSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  syncDirectory(directory);
}

/** Whether there is no such file, or only an empty one. */
export function isMissing(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Brings the directory's entries to the disk: without this a power cut may take a synced file's name. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
