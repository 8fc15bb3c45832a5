import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { filesBelow, reach, readImports } from './testRunnerGraph.ts';
import type { ImportGraph } from './testRunnerGraph.ts';

/** Where lab hosts have the project (test/lab/hosts.sh). */
const projectInHosts = '/opt/fleetmend/';

/**
 * Makes a command's opened files be written to `file`, those of all that it starts too. The kernel stops a process for
 * this call alone; the tracer is no parent of it, so signals and the exit code pass as they are.
 */
export function traced(argv: readonly string[], file: string): string[] {
  const calls = ['--seccomp-bpf', '-e', 'trace=open,openat', '-e', 'status=successful'];
  return ['strace', '-D', '-f', '-y', '-qq', ...calls, '-e', 'signal=none', '-o', file, '--', ...argv];
}

/** The project's files and folders (with a slash) that a trace names, as paths from `root`. */
export async function readTrace(root: string, file: string): Promise<string[]> {
  const seen = new Set<string>();
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) {
    const [, opened] = /= \d+<([^>]*)>$/.exec(line) ?? [];
    const own = opened === undefined ? undefined : ownPath(root, opened);
    if (own !== undefined) seen.add(line.includes('O_DIRECTORY') ? `${own}/` : own);
  }
  return [...new Set([...seen].flatMap(sourcesOf))];
}

function ownPath(root: string, opened: string): string | undefined {
  if (opened.startsWith(`${root}/`)) return opened.slice(root.length + 1);
  const at = opened.indexOf(projectInHosts);
  return at < 0 ? undefined : opened.slice(at + projectInHosts.length);
}

/** What is made from sources stands for them; the rest of what git does not keep is nobody's change. */
const made: readonly [RegExp, string[]][] = [
  [/^web\/dist/, ['web/main.ts', 'web/**', 'plugins/*/web/**']],
  [/^(node_modules|data|dist)\//, []],
  [/^\.(?!ci\/|spectral|oxfmt|git(ignore|attributes))/, []],
];

function sourcesOf(opened: string): string[] {
  return made.find(([pattern]) => pattern.test(opened))?.[1] ?? [opened];
}

let imports: ImportGraph | undefined;

/**
 * The shortest list that says the same: without what the suite imports, or another file of the list does, and with
 * whole folders in place of all their files.
 */
export function openedOf(root: string, suite: string | null, opened: readonly string[]): string[] {
  imports ??= readImports(root);
  const folders = wholeFolders(root, new Set(opened));
  const patterns = opened.filter((name) => name.includes('*'));
  const inWhole = (name: string): boolean =>
    name.includes('*') || folders.some((folder) => name.startsWith(folder));
  const single = new Set(opened.filter((name) => !inWhole(name)));
  const covered = reach(imports, suite === null ? [] : [suite]);
  const roots: string[] = [];
  for (const name of [...single].sort((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1))) {
    if (covered.has(name)) continue;
    roots.push(name);
    for (const file of reach(imports, [name]).keys()) covered.set(file, 0);
  }
  return [...folders.map((folder) => `${folder}**`), ...patterns, ...roots].sort();
}

const sizes = new Map<string, number>();

/** How many files one leads to: the entry of a program before its parts. */
function sizeOf(name: string): number {
  const size = sizes.get(name) ?? reach(imports ?? new Map(), [name]).size;
  sizes.set(name, size);
  return size;
}

const mostFiles = 8;

/** Folders of which every file was opened, each as `x/`; small ones are no gain. */
function wholeFolders(root: string, opened: ReadonlySet<string>): string[] {
  const names = new Set([...opened].flatMap(foldersAbove));
  const whole: string[] = [];
  for (const folder of [...names].sort()) {
    if (whole.some((outer) => folder.startsWith(outer))) continue;
    const files = filesBelow(root, folder);
    if (files.length > mostFiles && files.every((file) => opened.has(file))) whole.push(folder);
  }
  return whole;
}

function foldersAbove(name: string): string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => `${path.posix.join(...parts.slice(0, index + 1))}/`);
}
