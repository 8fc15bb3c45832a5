import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { headOf, managerRelease } from '#server/kernel/version.ts';
import { buildDeb } from './deb.ts';
import { root } from './files.ts';
import { architectures } from './formats.ts';
import type { Build, PackageFormat, Program } from './formats.ts';
import { buildImage } from './image.ts';
import { gzipLevel } from './payload.ts';
import { buildRpm } from './rpm.ts';
import { buildTar } from './tar.ts';
import { hasTool } from './tools.ts';

export interface PackageOptions {
  outDir: string;
  /** Default: the project's, told with the commit. */
  version?: string | undefined;
  formats: readonly PackageFormat[];
  isFast: boolean;
  /** Finished packages of the agent (signed ones, say) for the manager's to carry. Default: they are made for it. */
  agentsDir?: string | undefined;
  /** For another processor than this machine's: its name in Node's words, and the Node for it. */
  foreign?: { arch: string; node: string } | undefined;
  /** File of the public key that the agent's packages carry. Default: none. */
  releaseKey?: string | undefined;
  say: (text: string) => void;
}

/** A file that was made, as manifest.json tells it to the manager that serves it. */
export interface MadeFile {
  name: string;
  format: PackageFormat;
  /** Architecture in Node's words: x64, arm64. */
  arch: string;
  version: string;
  sizeBytes: number;
  sha256: string;
  /** With which level of zlib the payload was compressed; absent where it was done otherwise. */
  gzipLevel?: number;
  /** What minisign wrote for it; absent: nobody has signed it. */
  signature?: string;
}

const makers: Partial<Record<PackageFormat, (program: Program, build: Build) => string>> = {
  deb: buildDeb,
  rpm: buildRpm,
  tar: buildTar,
  image: buildImage,
};

/** Makes the wanted formats of a program, and manifest.json beside them. Throws with the tool's own message. */
export async function makePackages(program: Program, options: PackageOptions): Promise<MadeFile[]> {
  const { outDir, formats, isFast, say } = options;
  const { arch, node } = options.foreign ?? { arch: process.arch, node: process.execPath };
  if (!(arch in architectures)) throw new Error(`there is no package for ${arch}`);
  mkdirSync(outDir, { recursive: true });
  const workDir = mkdtempSync(path.join(outDir, '.work-'));
  try {
    const version = options.version ?? managerRelease();
    const commit = options.version === undefined ? headOf(path.join(root, '.git')) : null;
    const preparedDir = path.join(workDir, 'prepared');
    mkdirSync(preparedDir);
    const common = { version, commit, arch, node, madeAtSecs: madeAtSecs() };
    const agentsDir = options.agentsDir ?? null;
    const releaseKey = options.releaseKey ?? null;
    const build: Build = { ...common, outDir, isFast, preparedDir, workDir, agentsDir, releaseKey, say };
    say(`${program.name} ${version} for ${arch}`);
    await program.prepare(build);
    const made: MadeFile[] = [];
    if (program.formats.includes('exe'))
      made.push(described(program, path.join(outDir, program.name), 'exe', build));
    for (const format of program.formats.filter((name) => formats.includes(name))) {
      const make = makers[format];
      if (!make) continue;
      say(format);
      const own = path.join(workDir, format);
      mkdirSync(own);
      made.push(described(program, make(program, { ...build, workDir: own }), format, build));
      rmSync(own, { recursive: true });
    }
    writeManifest(outDir, made);
    return made;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

export function writeManifest(outDir: string, files: readonly MadeFile[]): void {
  writeFileSync(path.join(outDir, 'manifest.json'), `${JSON.stringify({ files }, null, 2)}\n`);
}

/** A file that was made, as it is now: signing changes it. */
export function asItIs(outDir: string, one: MadeFile): MadeFile {
  const file = path.join(outDir, one.name);
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  return { ...one, sizeBytes: statSync(file).size, sha256 };
}

function described({ packing }: Program, file: string, format: PackageFormat, build: Build): MadeFile {
  const { arch, version, outDir } = build;
  const one = asItIs(outDir, { name: path.basename(file), format, arch, version, sizeBytes: 0, sha256: '' });
  return packing === 'gzip' && format !== 'exe' ? { ...one, gzipLevel: gzipLevel(build) } : one;
}

/** What makes a format, and which package of Debian brings it. */
const neededTools: Partial<Record<PackageFormat, { tool: string; package: string }>> = {
  deb: { tool: 'dpkg-deb', package: 'dpkg' },
  rpm: { tool: 'rpmbuild', package: 'rpm' },
  image: { tool: 'buildah', package: 'buildah' },
};

/** The formats for which this machine has the tool; `say` is told of the others. */
export function possibleFormats({ formats }: Program, say: (text: string) => void): PackageFormat[] {
  return formats.filter((format) => {
    const needed = neededTools[format];
    if (needed === undefined || hasTool(needed.tool)) return true;
    say(`no ${format}: ${needed.tool} is not installed (Debian: apt-get install ${needed.package})`);
    return false;
  });
}

/**
 * SOURCE_DATE_EPOCH, else the time of the last commit, else now (a source archive without its history). In seconds
 * since 1970.
 */
function madeAtSecs(): number {
  const asked = Number(process.env.SOURCE_DATE_EPOCH);
  if (Number.isSafeInteger(asked) && asked > 0) return asked;
  try {
    const argv = ['-C', root, 'log', '-1', '--format=%ct'];
    return Number(execFileSync('git', argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return Math.floor(Date.now() / 1000);
  }
}
