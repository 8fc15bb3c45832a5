/** The host's own preferences about versions, and which of its files say what. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { maySayElsewhere, ownConfFiles } from './ownConf.ts';

const etc = '/etc/apt';
/** The names of part files that apt reads: without a dot, or ending in `.pref`, with or without dots before that. */
const partName = /^(?:[\w:-]+|[\w:-][\w:.-]*\.pref)$/;
/** What apt makes of `Pin-Priority: never`. */
const NEVER = -32_768;
/** The priority that `APT::Default-Release` gives to its release. */
const DEFAULT_RELEASE = 990;
/** A message names so many files at most. */
const SHOWN_FILES = 3;

/** A record of a preferences file. */
export interface PinRecord {
  file: string;
  /** Its field `Package`: names, patterns, `/regular expressions/`. */
  packages: string;
  priority: number;
}

/** What may give versions a priority that is not apt's usual one. */
export interface Preferences {
  records: PinRecord[];
  /** Files of apt.conf that set `APT::Default-Release`. */
  defaultRelease: string[];
  /** Whether more may be said in files that are not known here. */
  elsewhere: boolean;
}

/** The host's own preference files, in apt's order; the last line of one may lack its line break. */
export async function preferenceFiles(): Promise<{ file: string; text: string }[]> {
  const parts = await readdir(path.join(etc, 'preferences.d')).catch(() => []);
  const names = parts.filter((name) => partName.test(name)).toSorted();
  const files = [
    path.join(etc, 'preferences'),
    ...names.map((name) => path.join(etc, 'preferences.d', name)),
  ];
  const read = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(file, 'utf8').catch(() => '') })),
  );
  return read.filter(({ text }) => text !== '');
}

/** Parses a preferences file; a record without a priority that is a number is left out. */
export function parsePreferences(file: string, text: string): PinRecord[] {
  const plain = text.replace(/^#.*\n?/gm, '');
  return plain.split(/\n\s*\n/).flatMap((record): PinRecord[] => {
    const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(record)?.[1]?.trim();
    const [packages, said] = [field('Package'), field('Pin-Priority')];
    const priority = said === 'never' ? NEVER : Number.parseInt(said ?? '', 10);
    return packages && !Number.isNaN(priority) ? [{ file, packages, priority }] : [];
  });
}

export async function readPreferences(): Promise<Preferences> {
  const files = await ownConfFiles();
  const confs = await Promise.all(
    files.map(async (file) => ({
      file,
      text: (await readFile(file, 'utf8').catch(() => '')).replace(/^\s*(?:\/\/|#(?!include)).*$/gm, ''),
    })),
  );
  return {
    records: (await preferenceFiles()).flatMap(({ file, text }) => parsePreferences(file, text)),
    defaultRelease: confs.filter(({ text }) => /Default-Release/i.test(text)).map(({ file }) => file),
    elsewhere: confs.some(({ text }) => maySayElsewhere.test(text) || /\bpreferences\b/i.test(text)),
  };
}

/** Whether anything on the host may rank versions in another way than apt does by itself. */
export function mayRank({ records, defaultRelease, elsewhere }: Preferences): boolean {
  return records.length > 0 || defaultRelease.length > 0 || elsewhere;
}

/**
 * Which files give this priority, in words; null where none of those that are known does. Without a name those count
 * that speak of all packages.
 */
export function whoRanks(
  { records, defaultRelease }: Preferences,
  { name, priority }: { name?: string; priority: number },
): string | null {
  const own = records.filter((one) => one.priority === priority && covers(one.packages, name));
  const files = [...new Set(own.map(({ file }) => file))];
  if (files.length > 0) return files.slice(0, SHOWN_FILES).join(' or ');
  if (priority !== DEFAULT_RELEASE || defaultRelease.length === 0) return null;
  return `APT::Default-Release in ${defaultRelease.slice(0, SHOWN_FILES).join(' or ')}`;
}

function covers(packages: string, name: string | undefined): boolean {
  return packages.split(/\s+/).some((word) => {
    if (word === '*' || name === undefined) return word === '*';
    // Which sources a package was built from is not known here.
    if (word.startsWith('src:')) return true;
    const [, expression] = /^\/(.+)\/$/.exec(word) ?? [];
    const [bare = ''] = word.split(':');
    return bare === name || matches(expression ?? globSource(bare), name);
  });
}

const globSource = (glob: string) =>
  `^${glob.replace(/[.+^${}()|\\]/g, String.raw`\$&`).replace(/[*?]/g, (sign) => (sign === '*' ? '.*' : '.'))}$`;

/** An expression that is none here, or is too long to be tried, may match. */
function matches(expression: string, name: string): boolean {
  if (expression.length > 200) return true;
  try {
    return new RegExp(expression).test(name);
  } catch {
    return true;
  }
}
