import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobFailure } from '../../backend.ts';
import { writeNote } from '../diskNote.ts';
import type { BackendContext } from '../context.ts';

/** Why a source failed at its last refresh. */
export interface SourceFailure {
  /** RFC 3339; set by each refresh that fails. */
  at: string;
  code: string;
  message: string;
  /**
   * Set by a job that could not fetch this source's packages either: plans then leave the source out although it has
   * a list.
   */
  unfetchable?: boolean;
}

/** What the agent remembers about a source (one Release file of apt, one repository) between refreshes. */
export interface SourceRecord {
  /** As people know it: `http://deb.example.org/debian bookworm`, the id or alias of a repository. */
  name: string;
  /** Where its lists are: for apt the beginning of their file names, else the source's name. */
  lists: string;
  /** When the agent last refreshed it; null when nobody knows. RFC 3339. */
  okAt: string | null;
  /** Its list counts also past its date, because the host's configuration does not check dates; absent: it is checked. */
  undated?: boolean;
  /** Null when the last refresh went well. */
  failure: SourceFailure | null;
}

const maxSources = 500;

/** The folder of the agent's notes on sources. Its name is not a job's, so the stash leaves it alone. */
export function sourcesFolder({ stashDir }: Pick<BackendContext, 'stashDir'>): string {
  return path.join(stashDir, '.sources');
}

const recordsFile = (context: Pick<BackendContext, 'stashDir'>) =>
  path.join(sourcesFolder(context), 'records.json');

/** The records. Empty while every source answers: then the stamp of the last refresh is enough. */
export async function readRecords(context: Pick<BackendContext, 'stashDir'>): Promise<SourceRecord[]> {
  const text = await readFile(recordsFile(context), 'utf8').catch(() => '');
  try {
    return text === '' ? [] : (JSON.parse(text) as { sources: SourceRecord[] }).sources;
  } catch {
    return [];
  }
}

/** Replaces the records; if the disk refuses, that is returned as the job's failure. */
export async function writeRecords(
  context: Pick<BackendContext, 'stashDir'>,
  records: readonly SourceRecord[],
): Promise<JobFailure | null> {
  const failing = records.some(({ failure }) => failure !== null);
  const sources = failing ? records.slice(0, maxSources) : [];
  return writeNote(recordsFile(context), JSON.stringify({ version: 1, sources }));
}

/** Deletes the folders kept for plans without some source; they are of no use once every source answers. */
export async function forgetFolders(context: Pick<BackendContext, 'stashDir'>): Promise<void> {
  const folder = sourcesFolder(context);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /^[0-9a-f]{12}\b/.test(one))) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
