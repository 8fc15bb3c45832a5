import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { headOf, managerRelease } from '#server/kernel/version.ts';
import { buildDeb } from './deb.ts';
import { root } from './files.ts';
import { architectures } from './formats.ts';
import type { Build, PackageFormat, Program } from './formats.ts';
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
}

const makers: Partial<Record<PackageFormat, (program: Program, build: Build) => string>> = {
  deb: buildDeb,
  rpm: buildRpm,
  tar: buildTar,
};

/** Makes the wanted formats of a program, and manifest.json beside them. Throws with the tool's own message. */
export async function makePackages(program: Program, options: PackageOptions): Promise<MadeFile[]> {
  const { outDir, formats, isFast, say } = options;
  if (!(process.arch in architectures)) throw new Error(`there is no package for ${process.arch}`);
  const workDir = mkdtempSync(path.join(outDir, '.work-'));
  try {
    const version = options.version ?? managerRelease();
    const commit = options.version === undefined ? headOf(path.join(root, '.git')) : null;
    const preparedDir = path.join(workDir, 'prepared');
    mkdirSync(preparedDir);
    const common = { version, commit, arch: process.arch, node: process.execPath, madeAtSecs: madeAtSecs() };
    const agentsDir = options.agentsDir ?? null;
    const build: Build = { ...common, outDir, isFast, preparedDir, workDir, agentsDir, say };
    say(`${program.name} ${version} for ${process.arch}`);
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
    writeFileSync(path.join(outDir, 'manifest.json'), `${JSON.stringify({ files: made }, null, 2)}\n`);
    return made;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

function described({ packing }: Program, file: string, format: PackageFormat, build: Build): MadeFile {
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  const { arch, version } = build;
  const one = { name: path.basename(file), format, arch, version, sizeBytes: statSync(file).size, sha256 };
  return packing === 'gzip' && format !== 'exe' ? { ...one, gzipLevel: gzipLevel(build) } : one;
}

/** The formats for which this machine has the tool; `say` is told of the others. */
export function possibleFormats({ formats }: Program, say: (text: string) => void): PackageFormat[] {
  const tools: Partial<Record<PackageFormat, string>> = { deb: 'dpkg-deb', rpm: 'rpmbuild' };
  return formats.filter((format) => {
    const tool = tools[format];
    if (tool === undefined || hasTool(tool)) return true;
    say(
      `no ${format}: ${tool} is not installed (Debian: apt-get install ${format === 'rpm' ? 'rpm' : 'dpkg'})`,
    );
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
