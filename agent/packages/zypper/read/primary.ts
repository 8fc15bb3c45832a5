import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { nativeArch } from '../../rpm/read/inventory.ts';
import { formatEvr } from '#server/shared/versions/rpm.ts';
import type { Offer } from '../../rpm/rpmDriver.ts';

/** The repositories' own lists as libzypp stores them, one folder for each repository. */
const rawFolder = '/var/cache/zypp/raw';

/** One version in a repository's list. */
export type Entry = Omit<Offer, 'repository'>;

/** Architectures that libzypp accepts beside the host's own; it ignores all others. */
const compatible: Readonly<Record<string, readonly string[]>> = {
  x86_64: ['x86_64_v2', 'x86_64_v3', 'x86_64_v4', 'i686', 'i586', 'i486', 'i386'],
  i686: ['i586', 'i486', 'i386'],
};
const usable = new Set(['noarch', nativeArch, ...(compatible[nativeArch] ?? [])]);

/** The name of a repository's folder in libzypp's caches. */
export const folderOf = (alias: string): string => alias.replaceAll('/', '_');

/** The `repomd.xml` of the repository with this folder ({@link folderOf}). */
export const repomdOf = (folder: string): string => path.join(rawFolder, folder, 'repodata', 'repomd.xml');

/** The `repomd.xml` of each repository; it is replaced with every new list. */
export async function repomdFiles(): Promise<string[]> {
  const folders = await readdir(rawFolder).catch(() => []);
  return folders.map(repomdOf);
}

/** All versions that a repository has for this host; null where it has no list that can be read. */
export async function readPrimary(alias: string): Promise<Entry[] | null> {
  const folder = path.join(rawFolder, folderOf(alias), 'repodata');
  const names = await readdir(folder).catch(() => []);
  const name = names.find((one) => /primary\.xml(\.gz|\.zst)?$/.test(one));
  if (name === undefined) return null;
  const entries: Entry[] = [];
  const add = (entry: Entry) => void (usable.has(entry.arch) && entries.push(entry));
  return readList(path.join(folder, name), add).then(
    () => entries,
    () => null,
  );
}

const decoders: Record<string, () => Transform> = { '.gz': createGunzip, '.zst': createZstdDecompress };
/** No package's entry is longer; the limit keeps a broken list from filling the memory. */
const maxEntryLength = 4 * 1024 * 1024;

async function readList(file: string, onEntry: (entry: Entry) => void): Promise<void> {
  const raw = createReadStream(file);
  const decoder = decoders[path.extname(file)]?.() ?? new PassThrough();
  decoder.setEncoding('utf8');
  await pipeline(raw, decoder, (chunks: AsyncIterable<string>) => scanList(chunks, onEntry));
}

/** Reads a `primary.xml` entry by entry. Throws on any other file. */
export async function scanList(
  chunks: AsyncIterable<string>,
  onEntry: (entry: Entry) => void,
): Promise<void> {
  let rest = '';
  for await (const chunk of chunks) {
    const entries = (rest + chunk).split('</package>');
    rest = entries.pop() ?? '';
    if (rest.length > maxEntryLength) throw new RangeError('a list of packages without an end of any');
    for (const entry of entries) {
      const parsed = parseEntry(entry);
      if (parsed) onEntry(parsed);
    }
  }
  if (!/<\/metadata>\s*$/.test(rest)) throw new RangeError('a list of packages that is cut off');
}

function parseEntry(entry: string): Entry | null {
  const name = /<name>([^<]+)<\/name>/.exec(entry)?.[1];
  const arch = /<arch>([^<]+)<\/arch>/.exec(entry)?.[1];
  const [, epoch, version, release] =
    /<version epoch="([^"]*)" ver="([^"]*)" rel="([^"]*)"/.exec(entry) ?? [];
  const [, download, installed] = /<size package="(\d+)" installed="(\d+)"/.exec(entry) ?? [];
  if (!name || !arch || epoch === undefined || !version || !release || !download) return null;
  const vendor = /<rpm:vendor>([^<]+)<\/rpm:vendor>/.exec(entry)?.[1]?.trim().toLowerCase();
  return {
    name,
    arch,
    version: formatEvr({ epoch, version, release }),
    downloadSizeBytes: Number(download),
    installedSizeBytes: Number(installed),
    // libzypp treats SUSE and openSUSE as one vendor.
    vendor: vendor?.replace(/^(?:open)?suse\b.*$/, 'suse') ?? null,
  };
}
