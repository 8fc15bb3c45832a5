/** Which repositories publish advisories: of updates from others nobody can tell whether they are for security. */
import { readFile } from 'node:fs/promises';

/**
 * An `updateinfo.xml` below this size (unpacked) holds no advisory: mirrors that drop them publish an empty list. The
 * shortest advisory is longer.
 */
const EMPTY_BYTES = 150;

/** Whether a repository with this `repomd.xml` has a list of advisories that is not empty. */
export function hasAdvisories(repomd: string): boolean {
  const lists = repomd.match(/<data\s[^>]*\btype="updateinfo"[^>]*>[\s\S]*?<\/data>/g) ?? [];
  return lists.some((list) => {
    const size = /<open-size>(\d+)<\/open-size>/.exec(list)?.[1];
    return size === undefined || Number(size) >= EMPTY_BYTES;
  });
}

/** Those of the names whose `repomd.xml` tells of advisories; a file that cannot be read tells of none. */
export async function advisingOf(files: ReadonlyMap<string, string>): Promise<Set<string>> {
  const read = await Promise.all(
    [...files].map(async ([name, file]) => {
      const text = await readFile(file, 'utf8').catch(() => '');
      return hasAdvisories(text) ? [name] : [];
    }),
  );
  return new Set(read.flat());
}
