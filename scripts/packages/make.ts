import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDeb } from './deb.ts';
import { root } from './files.ts';
import { architectures } from './formats.ts';
import type { Build, PackageFormat, Program } from './formats.ts';
import { buildRpm } from './rpm.ts';
import { buildTar } from './tar.ts';

export interface PackageOptions {
  outDir: string;
  /** Default: the project's. */
  version?: string | undefined;
  formats: readonly PackageFormat[];
  isFast: boolean;
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
    const version = options.version ?? projectVersion();
    const preparedDir = path.join(workDir, 'prepared');
    mkdirSync(preparedDir);
    const common = { version, arch: process.arch, madeAtSecs: madeAtSecs(), outDir, isFast };
    const build: Build = { ...common, preparedDir, workDir };
    say(`${program.name} ${version} for ${process.arch}`);
    await program.prepare(build);
    const made: MadeFile[] = [];
    if (program.formats.includes('exe')) made.push(describe(path.join(outDir, program.name), 'exe', build));
    for (const format of program.formats.filter((name) => formats.includes(name))) {
      const make = makers[format];
      if (!make) continue;
      say(format);
      const own = path.join(workDir, format);
      mkdirSync(own);
      made.push(describe(make(program, { ...build, workDir: own }), format, build));
      rmSync(own, { recursive: true });
    }
    writeFileSync(path.join(outDir, 'manifest.json'), `${JSON.stringify({ files: made }, null, 2)}\n`);
    return made;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

function describe(file: string, format: PackageFormat, { arch, version }: Build): MadeFile {
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  return { name: path.basename(file), format, arch, version, sizeBytes: statSync(file).size, sha256 };
}

function projectVersion(): string {
  const text = readFileSync(path.join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
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
