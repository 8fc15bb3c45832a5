import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** An entry of the host's sources: what apt tells of it nowhere else. */
export interface SourceEntry {
  /** The addresses of its Release files up to the last slash, as in `AptSource.base`. */
  bases: string[];
  /** By the names that the manual sources.list(5) uses, such as `signed-by`. */
  options: ReadonlyMap<string, string>;
}

const isFalse = (value = '') => /^(?:no|false|without|off|disable|0)$/i.test(value);

/** The entries of /etc/apt/sources.list and sources.list.d; those that are switched off are left out. */
export async function readEntries(root = '/etc/apt'): Promise<SourceEntry[]> {
  const folder = path.join(root, 'sources.list.d');
  const names = (await readdir(folder).catch(() => [])).toSorted();
  const files = [path.join(root, 'sources.list'), ...names.map((name) => path.join(folder, name))];
  const entries = files.map(async (file) => {
    const text = await readFile(file, 'utf8').catch(() => '');
    return file.endsWith('.sources') ? parseStanzas(text) : file.endsWith('.list') ? parseLines(text) : [];
  });
  return (await Promise.all(entries)).flat();
}

/** `deb [signed-by=… arch=…] http://example.org/debian stable main` */
export function parseLines(text: string): SourceEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, words = '', uri, suite] = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)/.exec(line) ?? [];
    if (uri === undefined || suite === undefined) return [];
    const pairs = words.split(/\s+/).map((word): [string, string] => {
      const at = word.indexOf('=');
      return [word.slice(0, Math.max(at, 0)).toLowerCase(), word.slice(at + 1)];
    });
    return [{ bases: [baseOf(uri, suite)], options: new Map(pairs) }];
  });
}

/** Stanzas of the format deb822 (files `*.sources`). */
export function parseStanzas(text: string): SourceEntry[] {
  const stanzas = text.replace(/^#.*\n?/gm, '').split(/\n\s*\n/);
  return stanzas.flatMap((stanza) => {
    const fields = stanza.matchAll(/^([\w-]+):[ \t]*(.*(?:\n[ \t].*)*)/gm);
    const options = new Map(
      [...fields].map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]),
    );
    const words = (name: string) => (options.get(name) ?? '').split(/\s+/).filter((word) => word !== '');
    if (isFalse(options.get('enabled')) || !words('types').includes('deb')) return [];
    const bases = words('uris').flatMap((uri) => words('suites').map((suite) => baseOf(uri, suite)));
    return [{ bases, options }];
  });
}

function baseOf(uri: string, suite: string): string {
  const site = uri.replace(/\/*$/, '/').replace(/^([\w+.-]+:\/\/)[^/@]*@/, '$1');
  if (suite === '/') return site;
  return suite.endsWith('/') ? `${site}${suite}` : `${site}dists/${suite}/`;
}

/** Whether the entry says that the dates of its lists are not checked. */
export const isUndated = ({ options }: Pick<SourceEntry, 'options'>): boolean =>
  isFalse(options.get('check-valid-until')) || isFalse(options.get('check-date'));

/**
 * The first keyring of the entry that apt's own user, as which apt checks signatures, may not read, and its mode in
 * octal; null when there is none. An entry without keyrings of its own uses those of trusted.gpg.d.
 */
export async function findUnreadableKeyring({
  options,
}: Pick<SourceEntry, 'options'>): Promise<{ file: string; mode: string } | null> {
  const named = (options.get('signed-by') ?? '').split(/[\s,]+/).filter((word) => word.startsWith('/'));
  for (const file of named.length > 0 ? named : await trustedKeyrings()) {
    for (const place of [file, ...foldersOf(file)]) {
      const found = await stat(place).catch(() => null);
      const needed = place === file ? 0o4 : 0o1;
      if (found && found.uid === 0 && (found.mode & needed) === 0 && (found.gid === 0 || place !== file))
        return { file: place, mode: (found.mode & 0o7777).toString(8) };
    }
  }
  return null;
}

const trustedFolder = '/etc/apt/trusted.gpg.d';

async function trustedKeyrings(): Promise<string[]> {
  const names = await readdir(trustedFolder).catch(() => []);
  return ['/etc/apt/trusted.gpg', ...names.map((name) => path.join(trustedFolder, name))];
}

function foldersOf(file: string): string[] {
  const folder = path.dirname(file);
  return folder === '/' ? [] : [folder, ...foldersOf(folder)];
}
