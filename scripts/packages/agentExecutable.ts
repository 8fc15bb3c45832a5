import { chmodSync, copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { inject } from 'postject';
import { root } from './files.ts';
import { stripSymbols, tool } from './tools.ts';

/** What Node looks for in its own file: https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Keeps the young generation small: an agent that answers a request a minute never needs 16 MB of it. And no signal
 * opens a debugger, through which anybody on the host could run code as root.
 */
const nodeOptions = ['--max-semi-space-size=1', '--disable-sigusr1'];

export interface ExecutableOptions {
  outFile: string;
  /** An empty directory to work in. */
  workDir: string;
  version: string;
  /** The processor of the hosts, in Node's words, and the Node for it. */
  arch: string;
  node: string;
}

/** Makes one executable of a Node and the bundled agent. */
export async function buildExecutable(options: ExecutableOptions): Promise<void> {
  const { outFile, workDir, version, arch, node } = options;
  const isOwn = arch === process.arch;
  const main = path.join(workDir, 'agent.cjs');
  const blob = path.join(workDir, 'agent.blob');
  await bundleAgent(main, version);
  const config = {
    main,
    output: blob,
    disableExperimentalSEAWarning: true,
    // Compiled code fits the processor that made it.
    useCodeCache: isOwn,
    execArgv: nodeOptions,
    // The caller's NODE_OPTIONS must not change what runs as root.
    execArgvExtension: 'none',
  };
  const configFile = path.join(workDir, 'sea.json');
  writeFileSync(configFile, JSON.stringify(config));
  tool(process.execPath, '--experimental-sea-config', configFile);
  const executable = path.join(workDir, 'fleetmend-agent');
  copyFileSync(node, executable);
  chmodSync(executable, 0o755);
  stripSymbols(executable, arch);
  await quietly(() => inject(executable, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse }));
  if (isOwn) assertRuns(executable, version);
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
