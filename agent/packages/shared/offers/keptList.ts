import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateDir } from '../../../files/atomic.ts';
import type { BackendContext } from '../context.ts';
import type { FileState } from './fileState.ts';
import { isSettled } from './fileState.ts';
import type { SortedList } from './sortedList.ts';
import { readSortedList, writeSortedList } from './sortedList.ts';

/** A list that is made of other files, and kept until these change. */
export interface KeptList {
  /** Two lists of different names never stand in each other's way. */
  name: string;
  /** Everything else that the list depends on, beside the files. */
  options: readonly string[];
  /** How the files stand that the list is made of. */
  state: () => Promise<FileState>;
  /** `whole` false: something was in the way, so that the list is good for this once alone. */
  make: () => Promise<{ list: SortedList; whole: boolean }>;
}

const mostFiles = 4;

/** What several ask for at once is made once. */
const making = new Map<string, Promise<SortedList>>();

/** Lists that found no room on the disk, by where they would lie. */
const unwritten = new Map<string, { mark: string; list: SortedList }>();

/**
 * The list as its sources stand now: the kept one if it was made of the very same, else a new one, which is then kept. It
 * is never kept where its sources changed while it was made, or so shortly before that a later change might not show.
 */
export async function keptList(
  { stashDir }: Pick<BackendContext, 'stashDir'>,
  { name, options, state, make }: KeptList,
): Promise<SortedList> {
  const folder = path.join(stashDir, '.offers');
  const suffix = options.length === 0 ? '' : `-${hashOf({ mark: '' }, options).slice(0, 12)}`;
  const file = path.join(folder, `${name}${suffix}.list`);
  const before = await state();
  const mark = hashOf(before, options);
  const kept = await readSortedList(file, mark);
  if (kept) return kept;
  const inMemory = unwritten.get(file);
  if (inMemory?.mark === mark) return inMemory.list;
  const key = `${file} ${mark}`;
  const started = making.get(key) ?? makeAndKeep({ file, mark, before, options, state, make });
  making.set(key, started);
  return started.finally(() => making.delete(key));
}

interface Making extends Omit<KeptList, 'name'> {
  file: string;
  mark: string;
  before: FileState;
}

async function makeAndKeep({ file, mark, before, options, state, make }: Making): Promise<SortedList> {
  const startedAtMs = Date.now();
  const { list, whole } = await make();
  if (!whole || !isSettled(before, startedAtMs) || hashOf(await state(), options) !== mark) return list;
  unwritten.delete(file);
  try {
    await makePrivateDir(path.dirname(file));
    await writeSortedList(file, mark, list);
    await removeOldest(path.dirname(file));
  } catch {
    unwritten.set(file, { mark, list });
  }
  return list;
}

/** With other options there are other lists; few of them are in use at a time. */
async function removeOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  const found = await Promise.all(files.map(async (file) => ({ file, ...(await stat(file)) })));
  const oldest = found.toSorted((a, b) => b.mtimeMs - a.mtimeMs).slice(mostFiles);
  for (const { file } of oldest) await rm(file, { force: true });
}

function hashOf({ mark }: Pick<FileState, 'mark'>, options: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([mark, options]))
    .digest('hex');
}
