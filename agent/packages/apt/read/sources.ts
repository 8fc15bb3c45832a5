import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withoutAddressSecrets } from '#agent/process/addressSecrets.ts';
import type { SourceRecord } from '../../shared/sources/records.ts';
import { query } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

export const listsFolder = '/var/lib/apt/lists';

/** One Release file of the host's sources: it is signed, expires and fails as a whole. */
export interface AptSource {
  /** As people know it: address and suite, without a password. */
  name: string;
  /** What the names of its files in the lists' folder begin with. */
  lists: string;
  /** The address of its Release file without a password, up to the last slash. */
  base: string;
}

/** Without secrets; apt's messages have either `cdrom:[Disk]/` or `cdrom://[Disk]/`. */
export const plainAddresses = (text: string): string =>
  withoutAddressSecrets(text).replace(/cdrom:(?=\[)/g, 'cdrom://');

/**
 * Parses `apt-get update --print-uris`: a line for each file, the Release files first. Its second word is what apt
 * itself calls the file on this disk.
 */
export function parseSources(output: string): AptSource[] {
  const sources = new Map<string, AptSource>();
  for (const line of output.split('\n')) {
    const [, uri = '', lists] = /^'([^']+\/)InRelease' (\S*)InRelease \d/.exec(line) ?? [];
    if (lists === undefined) continue;
    const base = plainAddresses(uri);
    sources.set(lists, { name: nameOf(base), lists, base });
  }
  return [...sources.values()];
}

/** `deb http://example.org/repo ./` has no suite: its last folder is used instead. */
function nameOf(base: string): string {
  const splits = splitsOf(base);
  return (splits.find(({ isSuite }) => isSuite) ?? splits[0] ?? { name: base }).name;
}

/**
 * All names that apt may write for the source of this address: `http://x/a/b/` is `deb http://x/a/b/ /` (written with
 * nothing after the blank), `deb http://x/a b/` and `deb http://x a/b/`. The last folder first, the whole address last.
 */
export function splitsOf(base: string): { name: string; written: string; isSuite: boolean }[] {
  const bare = base.replace(/\/$/, '');
  const start = /^[\w+.-]+:\/\/[^/]+/.exec(bare)?.[0].length ?? bare.indexOf(':') + 1;
  const cuts = [...bare].flatMap((letter, at) => (letter === '/' && at >= start ? [at] : [])).toReversed();
  const splits = cuts.flatMap((at) => {
    const [site, rest] = [bare.slice(0, at), `${bare.slice(at + 1)}/`];
    const flat = { name: `${site} ${rest}`, written: `${site} ${rest}`, isSuite: false };
    if (!rest.startsWith('dists/')) return [flat];
    const suite = `${site} ${rest.slice('dists/'.length, -1)}`;
    return [{ name: suite, written: suite, isSuite: true }, flat];
  });
  return [...splits, { name: `${bare} /`, written: `${bare} `, isSuite: false }];
}

/** apt lists no source whose transport is not installed; only its name is asked for here, so any program will do. */
const anyMethod = '/usr/lib/apt/methods/http';

/** The sources that the host's configuration names, also those that no list is there of. */
export async function readSources(context: AptContext): Promise<AptSource[]> {
  const list = ['apt-get', 'update', '--print-uris'];
  const { stdout, stderr } = await query(context, list);
  const absent = [...stderr.matchAll(/^E: The method driver \S*\/([a-z][\w+.-]*) could not be found/gim)];
  if (absent.length === 0) return parseSources(stdout);
  const names = new Set(absent.map(([, name = '']) => name));
  const options = [...names].flatMap((name) => ['-o', `Dir::Bin::Methods::${name}=${anyMethod}`]);
  return parseSources((await query(context, [...list, ...options])).stdout);
}

/**
 * Whether the Release file is there and still valid; reads files only. apt itself checks that only when it refreshes.
 */
export async function hasValidList(
  { lists, undated = false }: Pick<SourceRecord, 'lists' | 'undated'>,
  now: Date,
): Promise<boolean> {
  for (const kind of ['InRelease', 'Release']) {
    const text = await readFile(path.join(listsFolder, `${lists}${kind}`), 'utf8').catch(() => null);
    if (text === null) continue;
    const until = /^Valid-Until: *(.+)$/m.exec(text)?.[1];
    return undated || until === undefined || Date.parse(until) > now.getTime();
  }
  return false;
}
