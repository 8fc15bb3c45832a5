import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Offer, RpmDriver } from '../../rpm/rpmDriver.ts';
import { nevra, rpmKey } from '../../rpm/read/inventory.ts';
import { parseEvr } from '#server/shared/versions/rpm.ts';
import { toPattern } from './holds.ts';

const folders = ['/etc/dnf/libdnf5.conf.d', '/etc/yum.repos.d', '/etc/dnf/repos.override.d'];

interface Option {
  section: string;
  name: string;
  value: string;
}

/** The options of a file in dnf's format; a value may go on in indented lines. */
export function parseOptions(text: string): Option[] {
  let section = '';
  const lines = text.matchAll(/^\[(.+)\][ \t]*$|^(\w+)[ \t]*=(.*(?:\n[ \t]+\S.*)*)/gm);
  return [...lines].flatMap(([, title, name, value = '']) => {
    if (title !== undefined) section = title.trim();
    return name === undefined ? [] : [{ section, name, value: value.trim() }];
  });
}

const wordsOf = (value: string): string[] => value.split(/[\s,]+/).filter((one) => one !== '');

/** The values of `excludepkgs=` and its older name `exclude=`, over all sections of a file. */
export function parseExcludes(text: string): string[] {
  const options = parseOptions(text).filter(({ name }) => /^exclude(?:pkgs)?$/.test(name));
  return options.flatMap(({ value }) => wordsOf(value));
}

interface RulesFile {
  file: string;
  /** Patterns of what is left out. */
  excludes: string[];
  /** Whether it has lists of all that is let in. */
  includes: boolean;
  /** Of repositories, by id; the lowest number comes first. */
  priorities: [id: string, priority: number][];
}

/** The host's configuration files that keep dnf from packages, with what they say. */
async function readRules(): Promise<RulesFile[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => /\.(?:conf|repo)$/.test(name)).map((name) => path.join(folder, name));
    }),
  );
  const files = ['/etc/dnf/dnf.conf', ...listed.flat().toSorted()];
  const read = files.map(async (file) => parseRules(file, await readFile(file, 'utf8').catch(() => '')));
  return Promise.all(read);
}

function parseRules(file: string, text: string): RulesFile {
  const options = parseOptions(text);
  const priorities = options.filter(({ name, value }) => name === 'priority' && /^-?\d+$/.test(value));
  return {
    file,
    excludes: parseExcludes(text),
    includes: options.some(({ name, value }) => name === 'includepkgs' && value !== ''),
    priorities: priorities.map(({ section, value }) => [section, Number(value)]),
  };
}

const isHiding = ({ excludes, includes }: RulesFile): boolean => excludes.length > 0 || includes;

/** An empty value clears these lists; what version locks leave out stays out. */
const cleared = ['excludepkgs', 'includepkgs'].flatMap((name) => [
  `--setopt=${name}=`,
  `--setopt=*.${name}=`,
]);

/** The options for a query that ignores what the host's lists leave out; empty where it has none. */
export async function clearingOptions(): Promise<readonly string[]> {
  return (await readRules()).some(isHiding) ? cleared : [];
}

type Answer = Awaited<ReturnType<RpmDriver['readOffers']>>;

/**
 * The offers that a query finds, those behind a repository of higher priority marked; and, marked, those that the host's
 * excludes and includes hide, which need a second query.
 */
export async function withRules(ask: (options: readonly string[]) => Promise<Answer>): Promise<Answer> {
  const rules = await readRules();
  const priorities = new Map(rules.flatMap((one) => one.priorities));
  if (!rules.some(isHiding)) {
    const { offers, whole } = await ask([]);
    return { offers: behind(offers, priorities), whole };
  }
  const [free, all] = await Promise.all([ask([]), ask(cleared)]);
  const known = new Set(free.offers.map(nevra));
  const hidden = all.offers.filter((offer) => !known.has(nevra(offer)));
  const marked = hidden.map((offer) => ({ ...offer, ...hiddenBy(rules, offer) }));
  return { offers: [...behind(free.offers, priorities), ...marked], whole: free.whole && all.whole };
}

const USUAL_PRIORITY = 99;

/**
 * Marks the versions that dnf would not choose by itself, because a repository of higher priority has the package, in
 * whatever version. Only its upgrades without a version go by that, and the agent asks for exact versions.
 */
export function behind(offers: readonly Offer[], priorities: ReadonlyMap<string, number>): Offer[] {
  if (priorities.size === 0) return [...offers];
  const rankOf = ({ repository }: Offer): number => priorities.get(repository) ?? USUAL_PRIORITY;
  const first = new Map<string, number>();
  for (const offer of offers)
    first.set(rpmKey(offer), Math.min(rankOf(offer), first.get(rpmKey(offer)) ?? Infinity));
  return offers.map((offer) =>
    rankOf(offer) > (first.get(rpmKey(offer)) ?? 0) ? { ...offer, onDemand: true } : offer,
  );
}

/**
 * How a version is hidden. An exclude that names it holds its package. What a repository's list of all that is let in
 * leaves out is no update of this host, unless it is for security.
 */
function hiddenBy(rules: readonly RulesFile[], offer: Offer): Pick<Offer, 'excludedIn' | 'onDemand'> {
  const including = rules.filter(({ includes }) => includes);
  const naming = rules.filter(({ excludes }) => names(excludes, offer));
  if (naming.length > 0 || including.length === 0) return { excludedIn: placesOf(rules, offer) };
  return { excludedIn: including.map(({ file }) => file).join(', '), onDemand: true };
}

/** The files whose excludes name this version; if none names it in a known form, all files with excludes. */
export function placesOf(rules: readonly Pick<RulesFile, 'file' | 'excludes'>[], offer: Offer): string {
  const excluding = rules.filter(({ excludes }) => excludes.length > 0);
  const naming = excluding.filter(({ excludes }) => names(excludes, offer));
  return (naming.length > 0 ? naming : excluding).map(({ file }) => file).join(', ');
}

function names(excludes: readonly string[], offer: Offer): boolean {
  const { name, arch, version } = offer;
  const { version: upstream } = parseEvr(version);
  const forms = [name, `${name}.${arch}`, `${name}-${upstream}`, `${name}-${version}`, nevra(offer)];
  return excludes.map(toPattern).some((pattern) => forms.some((form) => pattern.test(form)));
}
