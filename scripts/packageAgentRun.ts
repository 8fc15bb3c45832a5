import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDeb } from './packageAgentDeb.ts';
import { buildExecutable } from './packageAgentExecutable.ts';
import { architectures } from './packageAgentFormats.ts';
import type { AgentBuild, PackageFormat } from './packageAgentFormats.ts';
import { buildRpm } from './packageAgentRpm.ts';

const root = path.resolve(import.meta.dirname, '..');

export interface PackageOptions {
  outDir: string;
  /** Default: the project's. */
  version?: string;
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

/** Makes the wanted formats, and manifest.json beside them. Throws with the tool's own message. */
export async function packageAgent(options: PackageOptions): Promise<MadeFile[]> {
  const { outDir, formats, isFast, say } = options;
  if (!(process.arch in architectures)) throw new Error(`there is no agent for ${process.arch}`);
  const workDir = mkdtempSync(path.join(outDir, '.work-'));
  try {
    const version = options.version ?? projectVersion();
    say(`executable of ${version} for ${process.arch}`);
    const executable = path.join(outDir, 'fleetmend-agent');
    await buildExecutable({ outFile: executable, workDir, version });
    const build: AgentBuild = {
      executable,
      version,
      arch: process.arch,
      madeAtSecs: madeAtSecs(),
      outDir,
      workDir,
      isFast,
    };
    const made = [describe(executable, 'exe', build)];
    for (const [format, make] of Object.entries({ deb: buildDeb, rpm: buildRpm })) {
      if (!formats.includes(format as PackageFormat)) continue;
      say(format);
      mkdirSync(path.join(workDir, format));
      made.push(
        describe(make({ ...build, workDir: path.join(workDir, format) }), format as PackageFormat, build),
      );
    }
    writeFileSync(path.join(outDir, 'manifest.json'), `${JSON.stringify({ files: made }, null, 2)}\n`);
    return made;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

function describe(file: string, format: PackageFormat, { arch, version }: AgentBuild): MadeFile {
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
