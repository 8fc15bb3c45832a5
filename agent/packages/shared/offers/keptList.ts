import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateDir } from '#agent/files/atomic.ts';
import type { BackendContext } from '../context.ts';
import type { FileState } from './fileState.ts';
import { isSettled } from './fileState.ts';
import type { SortedList } from './sortedList.ts';
import { readSortedList, writeSortedList } from './sortedList.ts';

/** A list that is made from other files and kept until they change. */
export interface KeptList {
  /** Lists of different names are stored apart. */
  name: string;
  /** Everything else that the list depends on, beside the files. */
  options: readonly string[];
  /** The state of the files that the list is made from. */
  state: () => Promise<FileState>;
  /** Makes the list. `whole` false: something went wrong, and the list is used once but not kept. */
  make: () => Promise<{ list: SortedList; whole: boolean }>;
}

const mostFiles = 4;

/** Lists that are being made: callers that ask for the same one at once share it. */
const making = new Map<string, Promise<SortedList>>();

/** Lists that could not be written to the disk, by the path where they would be. */
const unwritten = new Map<string, { mark: string; list: SortedList }>();

/**
 * The list for the present state of its files: the kept one if that was made from the same state, else a new one. A
 * new list is not kept if its files changed while it was made, or so shortly before that a later change might not
 * show.
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

/** Each set of options has a list of its own; few of them are in use at a time. */
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
