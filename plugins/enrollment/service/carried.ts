import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdDecompress } from 'node:zlib';

/** A package of the agent that hosts may install. */
export interface AgentPackage {
  name: string;
  format: 'deb' | 'rpm';
  /** As Node names it: x64, arm64. */
  arch: string;
  version: string;
  sizeBytes: number;
  sha256: string;
  /** What minisign wrote when the package was released; null or absent: nobody has signed it. */
  signature?: string | null;
}

/** What of a package is not the agent's executable. The texts are base64. */
export interface PackageParts extends AgentPackage {
  /** All before the compressed payload: names, scripts, digests, and the signature of a release. */
  head: string;
  /** Of the payload, uncompressed: what comes before and after the executable. */
  before: string;
  after: string;
  /** After the payload. */
  tail: string;
  /** With which level of zlib the payload was compressed. */
  gzipLevel: number;
}

/** The file `parts.json` of a folder for one processor; the paths in it start there. */
export interface Parts {
  /** A program of the tree that the executable is most of: Node. */
  base: string;
  /** Base XOR executable, compressed by Zstandard. */
  difference: string;
  packages: PackageParts[];
}

export const PARTS_FILE = 'parts.json';

/** The packages that can be made of parts in folders below `folder`, with the folder of each. */
export function carriedIn(folder: string): Map<PackageParts, string> {
  const found = new Map<PackageParts, string>();
  if (!existsSync(folder)) return found;
  for (const name of readdirSync(folder).sort()) {
    const own = path.join(folder, name);
    if (existsSync(path.join(own, PARTS_FILE)))
      for (const one of readParts(own).packages) found.set(one, own);
  }
  return found;
}

const readParts = (folder: string): Parts =>
  JSON.parse(readFileSync(path.join(folder, PARTS_FILE), 'utf8')) as Parts;

/**
 * Writes the package `one`, whose parts lie in `folder`, into `into`, named after its SHA-256: byte for byte what was
 * built, and signed. Throws where it would be anything else; then nothing is there. What costs time is compressing,
 * some seconds, and done by a thread of libuv.
 */
export async function putTogether(
  folder: string,
  one: PackageParts,
  into: string,
  signal?: AbortSignal,
): Promise<void> {
  const { base, difference } = readParts(folder);
  const executable = () => changed(path.join(folder, base), path.join(folder, difference));
  const unfinished = path.join(into, `${one.sha256}.new`);
  const hash = createHash('sha256');
  const bytes = async function* () {
    for await (const chunk of wholeOf(one, executable, signal)) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await mkdir(into, { recursive: true, mode: 0o700 });
  try {
    await pipeline(bytes, createWriteStream(unfinished), { signal });
    const sha256 = hash.digest('hex');
    if (sha256 !== one.sha256)
      throw new Error(`${one.name} came out with SHA-256 ${sha256} instead of ${one.sha256}`);
    await rename(unfinished, path.join(into, one.sha256));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Removes what lies in `into` and is none of `wanted`: packages of versions before, and one that was never finished. */
export async function keepOnly(into: string, wanted: ReadonlySet<string>): Promise<void> {
  if (!existsSync(into)) return;
  for (const name of await readdir(into)) if (!wanted.has(name)) await rm(path.join(into, name));
}

async function* wholeOf(
  { head, before, after, tail, gzipLevel }: PackageParts,
  executable: () => AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const payload = async function* () {
    yield decoded(before);
    yield* executable();
    yield decoded(after);
  };
  yield decoded(head);
  const gzip = createGzip({ level: gzipLevel });
  const filled = pipeline(Readable.from(payload()), gzip, { signal });
  // Told by the loop, which `gzip` ends with the same error.
  filled.catch(() => undefined);
  for await (const chunk of gzip) yield chunk as Buffer;
  await filled;
  yield decoded(tail);
}

const decoded = (text: string): Buffer => Buffer.from(text, 'base64');

/** `base` with the difference applied, in pieces. */
async function* changed(base: string, difference: string): AsyncGenerator<Buffer> {
  const file = await open(base);
  const unpacked = createZstdDecompress();
  const read = pipeline(createReadStream(difference), unpacked);
  read.catch(() => undefined);
  try {
    let offset = 0;
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      const same = Buffer.alloc(chunk.length);
      const { bytesRead } = await file.read(same, 0, same.length, offset);
      for (let i = 0; i < bytesRead; i += 1) same[i] = (same[i] ?? 0) ^ (chunk[i] ?? 0);
      chunk.copy(same, bytesRead, bytesRead);
      offset += chunk.length;
      yield same;
    }
    await read;
  } finally {
    await file.close();
  }
}
