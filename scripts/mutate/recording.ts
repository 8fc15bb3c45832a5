import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What one suite executed. */
export type Recording = {
  suite: string;
  /** Hash of the suite's own text then. */
  hash: string;
  durationMs: number;
  /** Programs of processes that ended without writing what they executed: they were killed, or run in a host. */
  lost: string[];
  /** File → hash of its text then, and the lines that were executed. */
  files: Record<string, { hash: string; lines: string }>;
};

/** Where recordings and results are kept. */
export const cacheFolder = (root: string): string => path.join(root, '.cache/mutate');
const folderOf = (root: string): string => path.join(cacheFolder(root), 'coverage');

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

export function saveRecording(root: string, recording: Recording): void {
  mkdirSync(folderOf(root), { recursive: true });
  writeWhole(
    path.join(folderOf(root), `${recording.suite.replaceAll('/', '+')}.json`),
    JSON.stringify(recording),
  );
}

/** All recordings of this checkout, by the suite's name. */
export function loadRecordings(root: string): Map<string, Recording> {
  const found = new Map<string, Recording>();
  for (const name of filesIn(folderOf(root))) {
    if (!name.endsWith('.json')) continue;
    const recording = JSON.parse(readFileSync(path.join(folderOf(root), name), 'utf8')) as Recording;
    found.set(recording.suite, recording);
  }
  return found;
}

/** Writes the file so that there is the old content or the new one, never half of it. */
export function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.new`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
