import { readFile, stat } from 'node:fs/promises';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { searchOffered } from './search.ts';
import { metadataFiles } from './state.ts';

/**
 * Every name on offer. libzypp keeps an index beside each repository's cache, for the completion of zypper's command
 * line; only where that is missing, or older than what it indexes, zypper itself is asked.
 */
export async function offeredNames(context: RpmContext, signal?: AbortSignal): Promise<ReadonlySet<string>> {
  const indexes = await Promise.all((await metadataFiles()).map(readIndex));
  const complete = indexes.every((names) => names !== null);
  if (complete) return new Set(indexes.flat());
  return new Set((await searchOffered(context, signal)).map(({ name }) => name));
}

/** null when the index does not tell what is in the cache now. */
async function readIndex(solvFile: string): Promise<string[] | null> {
  const indexFile = `${solvFile}.idx`;
  try {
    const [solv, index] = await Promise.all([stat(solvFile), stat(indexFile)]);
    return index.mtimeMs < solv.mtimeMs ? null : parseIndex(await readFile(indexFile, 'utf8'));
  } catch {
    return null;
  }
}

/** Parses lines of `name TAB version TAB architecture`; what has a kind before its name (`patch:…`) is no package. */
export function parseIndex(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', , arch = ''] = line.split('\t');
    return name === '' || name.includes(':') || ['', 'src', 'nosrc'].includes(arch) ? [] : [name];
  });
}
