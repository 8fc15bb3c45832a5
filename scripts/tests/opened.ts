import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { filesBelow, reach, readImports } from './graph.ts';
import type { ImportGraph } from './graph.ts';

/** What every suite opens: a change of these concerns them all. */
export const usedByAll = /^(package(-lock)?\.json|scripts\/tests\/preload\.mjs)$/;

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
  [/^web\/dist-docs/, ['docs/**', 'scripts/docs/**', 'web/docs/**']],
  [/^web\/dist/, ['web/main.ts', 'web/**', 'plugins/*/web/**']],
  [/^(node_modules|data|dist)\//, []],
  [/^\.(?!ci\/|spectral|oxfmt|git(ignore|attributes))/, []],
];

function sourcesOf(opened: string): string[] {
  return made.find(([pattern]) => pattern.test(opened))?.[1] ?? [opened];
}

let imports: ImportGraph | undefined;

/**
 * The shortest list that says the same, or a little more: without what the suite imports, or another file of the list
 * does, and with a whole folder in place of nearly all its files.
 */
export function openedOf(root: string, suite: string | null, opened: readonly string[]): string[] {
  imports ??= readImports(root);
  const covered = reach(imports, suite === null ? [] : [suite]);
  const isFolder = (name: string): boolean =>
    statSync(path.join(root, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
  // A bundler opens folders as it does files, to look for imports in them.
  const own = opened.filter((name) => !usedByAll.test(name) && (name.endsWith('/') || !isFolder(name)));
  const roots: string[] = [];
  for (const name of own.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1))) {
    if (covered.has(name)) continue;
    roots.push(name);
    for (const file of reach(imports, [name]).keys()) covered.set(file, 0);
  }
  const folders = wholeFolders(root, new Set(own)).filter(
    (folder) => roots.filter((name) => name.startsWith(folder)).length >= whole.roots,
  );
  const single = roots.filter((name) => !folders.some((folder) => name.startsWith(folder)));
  return [...folders.map((folder) => `${folder}**`), ...single].sort();
}

const sizes = new Map<string, number>();

/** How many files one leads to: the entry of a program before its parts. */
function sizeOf(name: string): number {
  const size = sizes.get(name) ?? reach(imports ?? new Map(), [name]).size;
  sizes.set(name, size);
  return size;
}

/** A folder of this many files counts as a whole if so large a part was opened, and if so many names are saved. */
const whole = { files: 8, part: 0.7, roots: 4 };

/** The outermost folders of which nearly all was opened, each as `x/`. */
function wholeFolders(root: string, opened: ReadonlySet<string>): string[] {
  const names = new Set([...opened].filter((name) => !name.includes('*')).flatMap(foldersAbove));
  const found: string[] = [];
  for (const folder of [...names].sort()) {
    if (found.some((outer) => folder.startsWith(outer))) continue;
    const files = filesBelow(root, folder);
    const seen = files.filter((file) => opened.has(file)).length;
    if (files.length >= whole.files && seen >= whole.part * files.length) found.push(folder);
  }
  return found;
}

function foldersAbove(name: string): string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => `${path.posix.join(...parts.slice(0, index + 1))}/`);
}
