import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { FailedSource } from '../../backend.ts';
import { sourcesFolder } from '../../shared/sources/records.ts';
import { listsFolder } from '../read/sources.ts';
import type { AptContext } from '../aptContext.ts';

/**
 * A context in which apt does not know these sources; for resolving only. It uses a folder of links to all lists but
 * theirs. A pin would not do: it matches what a Release file says of itself, so it would also hit a sound source with
 * the same words, or the same version from there; and the host's own pins by name would win over it.
 */
export async function withoutSources(
  context: AptContext,
  out: readonly Pick<FailedSource, 'lists'>[],
): Promise<AptContext> {
  if (out.length === 0) return context;
  const prefixes = out.map(({ lists }) => lists).toSorted();
  const id = createHash('sha256').update(prefixes.join('\n')).digest('hex').slice(0, 12);
  const folder = path.join(sourcesFolder(context), id);
  const lists = path.join(folder, 'lists');
  await mkdir(path.join(lists, 'partial'), { recursive: true, mode: 0o700 });
  await linkOthers(lists, prefixes);
  const options = [
    ['-o', `Dir::State::lists=${lists}`],
    ['-o', `Dir::Cache::pkgcache=${path.join(folder, 'pkgcache.bin')}`],
    ['-o', `Dir::Cache::srcpkgcache=${path.join(folder, 'srcpkgcache.bin')}`],
  ].flat();
  const run: AptContext['run'] = ([command = '', ...rest], settings) =>
    context.run(
      /^apt-(?:get|cache)$/.test(command) ? [command, ...options, ...rest] : [command, ...rest],
      settings,
    );
  return { ...context, run, listsMark: id };
}

/** Existing links are left as they are, for two plans may be made at once. */
async function linkOthers(lists: string, prefixes: readonly string[]): Promise<void> {
  const names = await readdir(listsFolder).catch(() => []);
  const wanted = names.filter(
    (name) => !['lock', 'partial', 'auxfiles'].includes(name) && !isOf(name, prefixes, names),
  );
  const present = (await readdir(lists)).filter((name) => name !== 'partial');
  for (const name of present.filter((one) => !wanted.includes(one))) {
    await rm(path.join(lists, name), { force: true });
  }
  for (const name of wanted.filter((one) => !present.includes(one))) {
    await symlink(path.join(listsFolder, name), path.join(lists, name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

/**
 * `…_dists_buster_` is also the beginning of the files of `buster/updates`: the longest matching source owns a file.
 */
function isOf(name: string, prefixes: readonly string[], names: readonly string[]): boolean {
  const release = names
    .flatMap((one) => /^(.*_)(?:In)?Release$/.exec(one)?.[1] ?? [])
    .filter((prefix) => name.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length)[0];
  return prefixes.some(
    (prefix) => name.startsWith(prefix) && (release === undefined || release.length <= prefix.length),
  );
}
