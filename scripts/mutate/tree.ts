import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { planted } from './mutants.ts';
import type { Mutant } from './mutants.ts';
import { cacheFolder, hashOf } from './recording.ts';

/** What a copy keeps from one run to the next: it is large, or only a cache by content. */
const kept = new Set(['node_modules', '.cache', '.lab']);

/**
 * A copy of the checkout for faults: an interrupted run leaves the checkout itself as it was. It lies in a folder that
 * Git ignores; its `node_modules` consists of hard links, because hosts of the lab see nothing outside of the copy.
 */
export class Tree {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  /** Makes or renews as many copies, all of the same moment. */
  static copies(checkout: string, count: number): { first: Tree; trees: Tree[]; fingerprint: string } {
    const files = sourcesOf(checkout);
    const copy = (number: number, from: string): Tree => {
      const root = path.join(cacheFolder(checkout), `tree-${number}`);
      copyInto(root, { from, files });
      linkModules(checkout, root);
      return new Tree(root);
    };
    const first = copy(1, checkout);
    const others = Array.from({ length: count - 1 }, (_, index) => copy(index + 2, first.root));
    return { first, trees: [first, ...others], fingerprint: fingerprintOf(first.root, files) };
  }

  /** Takes the build of the web UI, whose sources have no faults. */
  takeWeb(checkout: string): void {
    const [from, to] = [checkout, this.root].map((folder) => path.join(folder, 'web/dist'));
    if (from && to && existsSync(from)) cpSync(from, to, { recursive: true });
  }

  /** The hash of a file's text. */
  hash(file: string): string {
    return hashOf(readFileSync(path.join(this.root, file), 'utf8'));
  }

  /** Has the fault in the copy while `work` goes on. */
  async withFault<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
    const file = path.join(this.root, mutant.file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, planted(text, mutant));
    try {
      return await work();
    } finally {
      writeFileSync(file, text);
    }
  }
}

/** All files of the checkout but those that Git ignores. */
function sourcesOf(checkout: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', args, { cwd: checkout, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return names.split('\0').filter((name) => name !== '' && existsSync(path.join(checkout, name)));
}

function copyInto(root: string, { from, files }: { from: string; files: readonly string[] }): void {
  mkdirSync(root, { recursive: true });
  for (const name of readdirSync(root))
    if (!kept.has(name)) rmSync(path.join(root, name), { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    cpSync(path.join(from, file), path.join(root, file), { verbatimSymlinks: true });
  }
}

/** One hash over the sources: with others, what a suite did before says nothing. */
function fingerprintOf(root: string, files: readonly string[]): string {
  const sources = files.filter((file) => /\.(ts|mjs|js|json|yaml|sh|pl)$/.test(file));
  return hashOf(
    sources.map((file) => `${hashOf(readFileSync(path.join(root, file), 'utf8'))} ${file}`).join('\n'),
  );
}

function linkModules(checkout: string, root: string): void {
  const [from, to] = [path.join(checkout, 'node_modules'), path.join(root, 'node_modules')];
  const installed = readFileSync(path.join(from, '.package-lock.json'), 'utf8');
  const stamp = path.join(root, '.cache/modules');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(installed)) return;
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-al', from, to]);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hashOf(installed));
}
