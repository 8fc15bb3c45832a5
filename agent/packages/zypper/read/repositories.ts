import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { sourcesFolder } from '../../shared/sources/records.ts';
import { askOrThrow } from '../ask.ts';
import { folderOf, repomdOf } from './primary.ts';
import type { XmlElement } from '../xml.ts';
import { findAll } from '../xml.ts';

const definitions = '/etc/zypp/repos.d';
const caches = '/var/cache/zypp';

/** Parses `repos --show-enabled-only`. `name` is for people; it is the alias where there is none. */
export function parseRepositories(root: XmlElement): { alias: string; name: string }[] {
  return findAll(root, 'repo').flatMap(({ attributes: { alias, name, enabled } }) =>
    alias !== undefined && alias !== '' && enabled !== '0' ? [{ alias, name: name || alias }] : [],
  );
}

/** The enabled repositories. */
export async function readNamedRepositories(
  context: RpmContext,
  signal?: AbortSignal,
): Promise<{ alias: string; name: string }[]> {
  return parseRepositories(await askOrThrow(context, ['repos', '--show-enabled-only'], signal));
}

/** The `repomd.xml` of each enabled repository, by the name for people. */
export async function repomdByName(context: RpmContext, signal?: AbortSignal): Promise<Map<string, string>> {
  const all = await readNamedRepositories(context, signal);
  return new Map(all.map(({ alias, name }) => [name, repomdOf(folderOf(alias))]));
}

/** Aliases of the enabled repositories. */
export async function readRepositories(context: RpmContext): Promise<string[]> {
  return (await readNamedRepositories(context)).map(({ alias }) => alias);
}

/** Whether libzypp has both the metadata that it verified and the cache that it made from it; it needs both. */
export async function hasMetadata(alias: string): Promise<boolean> {
  const folder = folderOf(alias);
  const places = [path.join(caches, 'solv', folder, 'solv'), path.join(caches, 'raw', folder)];
  const found = await Promise.all(places.map((place) => stat(place).catch(() => null)));
  return found.every((one) => one !== null);
}

/** The text of a `.repo` file with the sections of these aliases disabled. */
export function switchedOff(text: string, aliases: readonly string[]): string {
  const sections = text.split(/^(?=[ \t]*\[)/m);
  const changed = sections.map((section) => {
    const [head, alias = ''] = /^[ \t]*\[([^\]\n]*)\][^\n]*\n?/.exec(section) ?? [''];
    if (!aliases.includes(alias.trim())) return section;
    const rest = section.slice(head.length).replace(/^[ \t]*enabled[ \t]*=.*\n?/gm, '');
    return `${head.trimEnd()}\nenabled=0\n${rest}`;
  });
  return changed.join('');
}

/**
 * Options that make zypper ignore these repositories. It can only ignore all repositories or none, and always asks
 * one whose metadata it lacks. So it gets a folder of definitions in which these are disabled. They must still be
 * defined: zypper deletes the cache, and with it the last list, of a repository that is defined nowhere.
 */
export async function leaveOut({ stashDir }: RpmContext, aliases: readonly string[]): Promise<string[]> {
  if (aliases.length === 0) return [];
  const names = (await readdir(definitions)).filter((name) => name.endsWith('.repo')).toSorted();
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      text: switchedOff(await readFile(path.join(definitions, name), 'utf8'), aliases),
    })),
  );
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  const folder = path.join(sourcesFolder({ stashDir }), id);
  if (!(await stat(folder).catch(() => null))) await writeFolder(folder, files);
  return ['--reposd-dir', folder];
}

/** Writes the folder completely or not at all, for two plans may be made at once. */
async function writeFolder(folder: string, files: readonly { name: string; text: string }[]): Promise<void> {
  const own = `${folder}.${randomUUID()}`;
  await mkdir(own, { recursive: true, mode: 0o700 });
  for (const { name, text } of files) await writeFile(path.join(own, name), text, { mode: 0o600 });
  await rename(own, folder).catch(async (error: unknown) => {
    await rm(own, { recursive: true, force: true });
    if (!(await stat(folder).catch(() => null))) throw error;
  });
}
