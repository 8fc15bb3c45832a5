import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { inject } from 'postject';

const root = path.resolve(import.meta.dirname, '..');
/** What Node looks for in its own file: https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Keeps the young generation small: an agent that answers a request a minute never needs 16 MB of it. */
const nodeOptions = ['--max-semi-space-size=1'];

export interface ExecutableOptions {
  outFile: string;
  /** An empty directory to work in. */
  workDir: string;
  version: string;
}

/** Makes one executable of this Node and the bundled agent. */
export async function buildExecutable({ outFile, workDir, version }: ExecutableOptions): Promise<void> {
  const main = path.join(workDir, 'agent.cjs');
  const blob = path.join(workDir, 'agent.blob');
  await bundleAgent(main, version);
  const config = {
    main,
    output: blob,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    execArgv: nodeOptions,
    // The caller's NODE_OPTIONS must not change what runs as root.
    execArgvExtension: 'none',
  };
  const configFile = path.join(workDir, 'sea.json');
  writeFileSync(configFile, JSON.stringify(config));
  tool(process.execPath, '--experimental-sea-config', configFile);
  const executable = path.join(workDir, 'fleetmend-agent');
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  stripSymbols(executable);
  await quietly(() => inject(executable, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse }));
  assertRuns(executable, version);
  renameSync(executable, outFile);
}

/** The agent and all it imports as one CommonJS file, which Node's single executables take. */
export async function bundleAgent(outFile: string, version: string): Promise<void> {
  await build({
    entryPoints: [path.join(root, 'agent/main.ts')],
    outfile: outFile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    // Names in stack traces are worth their few kilobytes.
    keepNames: true,
    legalComments: 'none',
    logLevel: 'error',
    plugins: [onlyVersion(version)],
  });
}

/** Bundles only the version of package.json, because the agent reads nothing else of it. */
function onlyVersion(version: string): Plugin {
  return {
    name: 'only-version',
    setup(context) {
      const filter = /package\.json$/;
      context.onLoad({ filter }, () => ({ contents: JSON.stringify({ version }), loader: 'json' }));
    },
  };
}

/** Strips the symbols, which saves 17 MB; a machine without binutils makes a larger executable. */
function stripSymbols(file: string): void {
  try {
    tool('strip', file);
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== 'ENOENT') throw error;
  }
}

/** Silences postject, which prints its progress, and that a stripped file lacks names of sections. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { log, warn, error } = console;
  Object.assign(console, { log: () => undefined, warn: () => undefined, error: () => undefined });
  try {
    await work();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

function assertRuns(executable: string, version: string): void {
  const answer = tool(executable, '--version').trim();
  if (answer !== version) throw new Error(`the executable says that it is ${answer} instead of ${version}`);
}

export const hasTool = (name: string): boolean =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));

/** Runs a tool to its end; throws with what it said. */
export function tool(file: string, ...args: readonly string[]): string {
  try {
    return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (cause) {
    const { code, stderr } = cause as { code?: string; stderr?: string };
    const what = code === 'ENOENT' ? 'is not installed' : `failed: ${(stderr ?? '').trim() || String(cause)}`;
    throw new Error(`${path.basename(file)} ${what}`, { cause });
  }
}
