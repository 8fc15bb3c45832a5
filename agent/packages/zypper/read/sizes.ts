import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { nevra } from '../../rpm/read/inventory.ts';
import { formatEvr } from '../../rpm/read/version.ts';

/** The repositories' own lists as libzypp keeps them. */
const rawFolder = '/var/cache/zypp/raw';

export interface PackageSizes {
  downloadSizeBytes: number;
  installedSizeBytes: number;
  /** In libzypp's eyes: SUSE and openSUSE are one. null when the list does not say. */
  vendor: string | null;
}

/** Sizes by {@link nevra}. */
export type SizeMap = Map<string, PackageSizes>;

interface Known {
  names: Set<string>;
  sizes: SizeMap;
}

/** Per list, whose name holds its checksum: what was looked for in it before, so that it is read once. */
const known = new Map<string, Known>();

/**
 * Sizes and vendors of every version on offer of these names. zypper tells them of whole plans only; the
 * lists it fetched have them for each package. A list that cannot be read leaves its packages out.
 */
export async function readSizes(names: readonly string[]): Promise<SizeMap> {
  const lists = names.length === 0 ? [] : await findLists();
  for (const gone of [...known.keys()].filter((file) => !lists.includes(file))) known.delete(gone);
  const sizes: SizeMap = new Map();
  for (const file of lists) {
    let seen = known.get(file);
    if (!seen || names.some((name) => !seen?.names.has(name))) {
      const all = new Set([...(seen?.names ?? []), ...names]);
      seen = { names: all, sizes: await readList(file, all).catch(() => new Map()) };
      known.set(file, seen);
    }
    for (const [key, value] of seen.sizes) sizes.set(key, value);
  }
  return sizes;
}

async function findLists(): Promise<string[]> {
  const aliases = await readdir(rawFolder).catch(() => []);
  const lists = await Promise.all(
    aliases.map(async (alias) => {
      const folder = path.join(rawFolder, alias, 'repodata');
      const files = await readdir(folder).catch(() => []);
      return files
        .filter((file) => /primary\.xml(\.gz|\.zst)?$/.test(file))
        .map((file) => path.join(folder, file));
    }),
  );
  return lists.flat();
}

const decoders: Record<string, () => Transform> = { '.gz': createGunzip, '.zst': createZstdDecompress };
/** No package's entry is longer; the rest of a broken list is not gathered in memory. */
const maxEntryLength = 4 * 1024 * 1024;

async function readList(file: string, names: ReadonlySet<string>): Promise<SizeMap> {
  const raw = createReadStream(file);
  const decoder = decoders[path.extname(file)]?.();
  const stream: Readable = decoder ? raw.pipe(decoder) : raw;
  if (decoder) raw.once('error', (error) => decoder.destroy(error));
  return scanList(stream.setEncoding('utf8'), names);
}

/** Reads a `primary.xml` entry by entry; lists have tens of thousands of them, of which a few are wanted. */
export async function scanList(chunks: AsyncIterable<string>, names: ReadonlySet<string>): Promise<SizeMap> {
  const sizes: SizeMap = new Map();
  let rest = '';
  for await (const chunk of chunks) {
    const entries = (rest + chunk).split('</package>');
    rest = entries.pop() ?? '';
    if (rest.length > maxEntryLength) break;
    for (const entry of entries) {
      const name = /<name>([^<]+)<\/name>/.exec(entry)?.[1];
      if (name !== undefined && names.has(name)) addEntry(sizes, name, entry);
    }
  }
  return sizes;
}

function addEntry(sizes: SizeMap, name: string, entry: string): void {
  const arch = /<arch>([^<]+)<\/arch>/.exec(entry)?.[1];
  const [, epoch, version, release] =
    /<version epoch="([^"]*)" ver="([^"]*)" rel="([^"]*)"/.exec(entry) ?? [];
  const [, download, installed] = /<size package="(\d+)" installed="(\d+)"/.exec(entry) ?? [];
  if (!arch || epoch === undefined || !version || !release || !download) return;
  const vendor = /<rpm:vendor>([^<]+)<\/rpm:vendor>/.exec(entry)?.[1]?.trim().toLowerCase();
  sizes.set(nevra({ name, arch, version: formatEvr({ epoch, version, release }) }), {
    downloadSizeBytes: Number(download),
    installedSizeBytes: Number(installed),
    vendor: vendor?.replace(/^(?:open)?suse\b.*$/, 'suse') ?? null,
  });
}
