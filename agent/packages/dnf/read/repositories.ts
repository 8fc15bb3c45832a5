import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { queryOutput } from '../../rpm/rpmContext.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import type { DnfTool } from '../tool.ts';
import { dnf } from '../tool.ts';

/** Parses `repolist`: the id is the first word of each line after the title, in both generations. */
export function parseRepositories(output: string): string[] {
  const lines = output.split('\n');
  const title = lines.findIndex((line) => /^repo id\b/.test(line));
  if (title < 0) return [];
  return lines.slice(title + 1).flatMap((line) => /^[\w.:+-]+/.exec(line)?.[0] ?? []);
}

/** Ids of the enabled repositories. */
export async function readRepositories(context: RpmContext, tool: DnfTool): Promise<string[]> {
  const options = await tool.readOptions(context);
  return parseRepositories(await queryOutput(context, [dnf, '-q', ...options, 'repolist', '--enabled']));
}

/**
 * dnf 4 works on without the files of repositories that it cannot read, and the repositories whose section it cannot
 * read, and only warns. A section is given with its brackets, for the warning does not name the file.
 */
export function skippedFiles(output: string): string[] {
  const files = output.matchAll(/^Warning: failed loading '(\/[^'\n]+)', skipping\./gm);
  const sections = output.matchAll(
    /^(?:Bad id for repo: (.+?)(?: \([^()\n]*\))?, byte = |Repository '([^'\n]+)'(?: \([^()\n]*\))?: Error parsing config: )/gm,
  );
  return [
    ...[...files].map(([, file = '']) => file),
    ...[...sections].map(([, odd, other]) => `[${odd ?? other}]`),
  ];
}

/** Whether `--disablerepo` may name this source: dnf itself leaves out a file or section that it cannot read. */
export const isRepository = (source: string): boolean => !/^[/[]/.test(source);

const repomd = (cache: string, folder: string) => path.join(cache, folder, 'repodata', 'repomd.xml');

/** The `repomd.xml` of each repository in the cache; a refresh that finds something new replaces it. */
export async function metadataFiles(cache: string): Promise<string[]> {
  const files = (await readdir(cache).catch(() => [])).map((name) => repomd(cache, name));
  const found = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  return files.filter((_, i) => found[i] !== null);
}

/** The newest `repomd.xml` by repository id: a folder of an address that it had before may still be there. */
export async function newestMetadata(cache: string): Promise<Map<string, string>> {
  const files = await metadataFiles(cache);
  const dated = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(file).catch(() => null))?.mtimeMs ?? 0 })),
  );
  const found = new Map<string, string>();
  for (const { file } of dated.toSorted((a, b) => a.at - b.at)) {
    const [, id] = folderName.exec(path.basename(path.dirname(path.dirname(file)))) ?? [];
    if (id !== undefined) found.set(id, file);
  }
  return found;
}

/** dnf names the folder by the id and a hash of the addresses. */
const folderName = /^(.+)-[0-9a-f]{16}$/;

/** Whether the cache has metadata of this repository. */
export async function hasMetadata(cache: string, id: string): Promise<boolean> {
  return (await newestMetadata(cache)).has(id);
}
