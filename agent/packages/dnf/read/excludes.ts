import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Offer, RpmDriver } from '../../rpm/rpmDriver.ts';
import { nevra } from '../../rpm/read/inventory.ts';
import { parseEvr } from '../../../../server/shared/versions/rpm.ts';
import { toPattern } from './holds.ts';

const folders = ['/etc/dnf/libdnf5.conf.d', '/etc/yum.repos.d', '/etc/dnf/repos.override.d'];

/** The values of `excludepkgs=` and its older name `exclude=`, over all sections of a file. */
export function parseExcludes(text: string): string[] {
  const values = text.matchAll(/^exclude(?:pkgs)?[ \t]*=(.*(?:\n[ \t]+\S.*)*)/gm);
  return [...values].flatMap(([, value = '']) => value.split(/[\s,]+/)).filter((one) => one !== '');
}

interface ExcludesFile {
  file: string;
  globs: string[];
}

/** The host's configuration files that exclude packages, with the patterns in them. */
async function readExcludes(): Promise<ExcludesFile[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => /\.(?:conf|repo)$/.test(name)).map((name) => path.join(folder, name));
    }),
  );
  const files = ['/etc/dnf/dnf.conf', ...listed.flat().toSorted()];
  const read = files.map(async (file) => {
    const text = await readFile(file, 'utf8').catch(() => '');
    return { file, globs: parseExcludes(text) };
  });
  return (await Promise.all(read)).filter(({ globs }) => globs.length > 0);
}

/** An empty value clears these lists; what `includepkgs` and version locks leave out stays out. */
const cleared = ['--setopt=excludepkgs=', '--setopt=*.excludepkgs='];

/** The options for a query that ignores the host's excludes; empty where it has none. */
export async function clearingOptions(): Promise<readonly string[]> {
  return (await readExcludes()).length > 0 ? cleared : [];
}

type Answer = Awaited<ReturnType<RpmDriver['readOffers']>>;

/** The offers that a query finds, and, marked, those that the host's excludes hide; these need a second query. */
export async function withExcluded(ask: (options: readonly string[]) => Promise<Answer>): Promise<Answer> {
  const excludes = await readExcludes();
  if (excludes.length === 0) return ask([]);
  const [free, all] = await Promise.all([ask([]), ask(cleared)]);
  const known = new Set(free.offers.map(nevra));
  const hidden = all.offers.filter((offer) => !known.has(nevra(offer)));
  const marked = hidden.map((offer) => ({ ...offer, excludedIn: placesOf(excludes, offer) }));
  return { offers: [...free.offers, ...marked], whole: free.whole && all.whole };
}

/** The files whose excludes name this version; if none names it in a known form, all files with excludes. */
export function placesOf(excludes: readonly ExcludesFile[], offer: Offer): string {
  const { name, arch, version } = offer;
  const { version: upstream } = parseEvr(version);
  const forms = [name, `${name}.${arch}`, `${name}-${upstream}`, `${name}-${version}`, nevra(offer)];
  const naming = excludes.filter(({ globs }) =>
    globs.map(toPattern).some((pattern) => forms.some((form) => pattern.test(form))),
  );
  return (naming.length > 0 ? naming : excludes).map(({ file }) => file).join(', ');
}
