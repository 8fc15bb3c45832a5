import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** The state of files and folders, one level deep, by stat alone. */
export interface FileState {
  /** Sizes, times and inodes as one text, which changes with every change. */
  mark: string;
  /** When the newest of them was changed; 0 when there is none. */
  changedAtMs: number;
}

/** Two changes within one tick of the file system's clock have the same time, so the second may not show. */
const settledMs = 100;

/** The state of these files, and of the files in those that are folders. */
export async function fileState(files: readonly string[]): Promise<FileState> {
  const states = await Promise.all(files.map(oneState));
  return {
    mark: states
      .map(({ mark }) => mark)
      .toSorted()
      .join('\n'),
    changedAtMs: Math.max(0, ...states.map(({ changedAtMs }) => changedAtMs)),
  };
}

/** Whether a change after `sinceMs` would show in the mark; false when the clock was set back. */
export function isSettled({ changedAtMs }: Pick<FileState, 'changedAtMs'>, sinceMs: number): boolean {
  return sinceMs - changedAtMs > settledMs;
}

async function oneState(file: string): Promise<FileState> {
  const found = await stat(file).catch(() => null);
  if (!found) return { mark: `${file} -`, changedAtMs: 0 };
  if (!found.isDirectory()) {
    return { mark: `${file} ${found.size} ${found.mtimeMs} ${found.ino}`, changedAtMs: found.mtimeMs };
  }
  const names = await readdir(file).catch(() => []);
  const inside = await Promise.all(
    names.map(async (name) => {
      const one = await stat(path.join(file, name)).catch(() => null);
      if (!one?.isFile()) return { mark: name, changedAtMs: 0 };
      return { mark: `${name} ${one.size} ${one.mtimeMs} ${one.ino}`, changedAtMs: one.mtimeMs };
    }),
  );
  const marks = inside.map(({ mark }) => mark).toSorted();
  return {
    mark: `${file} ${marks.join(' ')}`,
    changedAtMs: Math.max(found.mtimeMs, ...inside.map(({ changedAtMs }) => changedAtMs)),
  };
}
