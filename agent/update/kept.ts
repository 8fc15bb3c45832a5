/** The agent's packages that stay on the host, so that an update has a way back where no source has the old one. */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateDir, syncDir } from '../files/atomic.ts';
import type { PackageBackend, PlanEntry } from '../packages/backend.ts';

/** The running one, and the one before it: after a rollback that is the running one. */
const MOST_KEPT = 2;
/** Package managers take a file by its ending, so the mark stands before the name. */
const UNFINISHED = 'new-';

/** Also written by the line that installs an agent. */
export const keptFolder = (dataDir: string): string => path.join(dataDir, 'agent-packages');

/** Where a package is fetched to; makes the folder, and removes what else was fetched in vain. */
export async function incomingFile(dataDir: string, name: string): Promise<string> {
  const folder = keptFolder(dataDir);
  await makePrivateDir(folder);
  const incoming = `${UNFINISHED}${path.basename(name)}`;
  // Of jobs that were cancelled, or failed.
  const others = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED) && name !== incoming);
  for (const name of others) await rm(path.join(folder, name), { force: true });
  return path.join(folder, incoming);
}

/** The file that holds the outgoing version of `entry`; null: none is kept. */
export async function findKept(
  dataDir: string,
  { name, arch, from }: PlanEntry,
  { describeFile }: Pick<PackageBackend, 'describeFile'>,
): Promise<string | null> {
  for (const file of await filesIn(keptFolder(dataDir))) {
    const found = await describeFile(file);
    if (found?.name === name && found.arch === arch && found.version === from) return file;
  }
  return null;
}

/** Keeps the package that was just installed under its name, and forgets the oldest beyond two. */
export async function keepInstalled(dataDir: string, incoming: string, name: string): Promise<void> {
  const folder = keptFolder(dataDir);
  await rename(incoming, path.join(folder, path.basename(name)));
  await syncDir(folder);
  const files = await filesIn(folder);
  const aged = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  for (const { file } of aged.sort((a, b) => b.at - a.at).slice(MOST_KEPT)) await rm(file, { force: true });
}

/** Removes a package that was fetched and is not installed. */
export const discardIncoming = (incoming: string): Promise<void> => rm(incoming, { force: true });

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /\.(?:deb|rpm)$/.test(name) && !name.startsWith(UNFINISHED))
    .map((name) => path.join(folder, name));
}
