import { readdir } from 'node:fs/promises';
import path from 'node:path';

const confFile = '/etc/apt/apt.conf';
const confFolder = '/etc/apt/apt.conf.d';

/** Matches configuration that may pull in more files than those of {@link ownConfFiles}. */
export const maySayElsewhere = /#include|\bparts\b|etc::main|\bmain\s*"/i;

/** The files of apt's configuration on this host; the first need not be there. */
export async function ownConfFiles(): Promise<string[]> {
  const names = await readdir(confFolder).catch(() => []);
  return [confFile, ...names.map((name) => path.join(confFolder, name))];
}
