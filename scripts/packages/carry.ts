/** Packages of the agent inside of the manager's: in parts, because Node, most of both, is in there once already. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { PARTS_FILE, putTogether } from '#plugins/enrollment/service/carried.ts';
import type { PackageParts, Parts } from '#plugins/enrollment/service/carried.ts';
import type { MadeFile } from './make.ts';
import { divide } from './payload.ts';

export interface Carried {
  /** What `npm run package:agent` has made, with its manifest. */
  agents: string;
  /** A folder of the manager's tree, for one processor. */
  into: string;
  /** The Node in that tree, which the agent's executable was made of; from `into`. */
  base: string;
  isFast: boolean;
}

/** Writes the parts of each package, and puts each together once, as a manager will. Throws where that fails. */
export async function carry({ agents, into, base, isFast }: Carried): Promise<void> {
  const { files } = JSON.parse(readFileSync(path.join(agents, 'manifest.json'), 'utf8')) as {
    files: MadeFile[];
  };
  const executable = readFileSync(path.join(agents, 'fleetmend-agent'));
  mkdirSync(into, { recursive: true });
  const difference = 'executable.zst';
  const node = readFileSync(path.join(into, base));
  const level = isFast ? 3 : 19;
  writeFileSync(
    path.join(into, difference),
    zstdCompressSync(xor(executable, node), { params: { [constants.ZSTD_c_compressionLevel]: level } }),
  );
  const packages = files
    .filter(({ format }) => format === 'deb' || format === 'rpm')
    .map((file) => partsOf(file, readFileSync(path.join(agents, file.name)), executable));
  const parts: Parts = { base, difference, packages };
  writeFileSync(path.join(into, PARTS_FILE), JSON.stringify(parts));
  const trial = path.join(into, '.trial');
  for (const one of packages) await putTogether(into, one, trial);
  rmSync(trial, { recursive: true });
}

function xor(bytes: Buffer, base: Buffer): Buffer {
  const result = Buffer.from(bytes);
  const shared = Math.min(bytes.length, base.length);
  for (let i = 0; i < shared; i += 1) result[i] = (bytes[i] ?? 0) ^ (base[i] ?? 0);
  return result;
}

function partsOf(file: MadeFile, bytes: Buffer, executable: Buffer): PackageParts {
  const { head, payload, tail } = divide(file.format, bytes);
  const at = payload.indexOf(executable);
  if (at === -1 || file.gzipLevel === undefined)
    throw new Error(`${file.name} does not hold the executable beside it`);
  const text = (part: Buffer): string => part.toString('base64');
  return {
    ...file,
    format: file.format as PackageParts['format'],
    head: text(head),
    before: text(payload.subarray(0, at)),
    after: text(payload.subarray(at + executable.length)),
    tail: text(tail),
    gzipLevel: file.gzipLevel,
  };
}
