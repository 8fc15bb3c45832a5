import { lstat, mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv } from '../../backend.ts';
import { hashFile } from '../../shared/hash.ts';
import type { ConffileState } from '../aptRecord.ts';
import type { DpkgRow } from '../read/inventory.ts';
import { copyRegular } from './copyRegular.ts';
import { runApart } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

const infoDir = '/var/lib/dpkg/info';

/** The path of one of dpkg's files about a package; it has the architecture if the package may be there twice. */
export async function infoFile(
  { name, arch }: { name: string; arch: string },
  kind: string,
): Promise<string | null> {
  for (const file of [`${infoDir}/${name}:${arch}.${kind}`, `${infoDir}/${name}.${kind}`]) {
    if (await stat(file).catch(() => null)) return file;
  }
  return null;
}

/** A package's configuration files; entries with flags (`remove-on-upgrade /path`) are no longer shipped. */
export async function conffilesOf(row: { name: string; arch: string }): Promise<string[]> {
  const file = await infoFile(row, 'conffiles');
  const lines = file === null ? [] : (await readFile(file, 'utf8')).split('\n');
  return lines.filter((line) => line.startsWith('/'));
}

/**
 * Hashes the conffiles of the affected packages. With `copyDir` it also copies each of them, for a purge deletes
 * them.
 */
export async function recordConffiles(
  rows: readonly DpkgRow[],
  copyDir: string | null,
): Promise<ConffileState[]> {
  const states: ConffileState[] = [];
  for (const row of rows) {
    for (const file of await conffilesOf(row)) {
      const sha256 = await hashFile(file);
      const copy = sha256 !== null && copyDir !== null ? path.join(copyDir, sha256) : null;
      const isCopied = copy !== null && (await keepCopy(file, copy));
      states.push({ package: row.name, path: file, sha256, copy: isCopied ? copy : null });
    }
  }
  return states;
}

/** Returns false for a symbolic link: a purge removes only the link. */
async function keepCopy(file: string, copy: string): Promise<boolean> {
  await mkdir(path.dirname(copy), { recursive: true, mode: 0o700 });
  await rm(copy, { force: true });
  return (await copyRegular(file, copy)) !== null;
}

/**
 * Writes each copy into the file named after it, which keeps its owner and mode; a symbolic link there is not
 * followed.
 */
const copyPairs =
  'while [ $# -gt 0 ]; do dd if="$1" of="$2" oflag=nofollow status=none || exit; shift 2; done';

/** Restores the contents of conffiles that a purge deleted. Returns the files that still differ from what they were. */
export async function restoreConffiles(
  context: AptContext,
  env: JobEnv,
  states: readonly ConffileState[],
): Promise<string[]> {
  const different: string[] = [];
  const copies: string[] = [];
  for (const { path: file, sha256, copy } of states) {
    if ((await hashFile(file)) === sha256) continue;
    const isFile = await lstat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (copy !== null && isFile && (await hashFile(copy)) === sha256) copies.push(copy, file);
    else different.push(file);
  }
  if (copies.length === 0) return different;
  const { exitCode } = await runApart(context, env, 'conffiles', ['sh', '-c', copyPairs, 'sh', ...copies]);
  if (exitCode !== 0) env.log('agent', 'deleted configuration could not be put back');
  return different;
}
