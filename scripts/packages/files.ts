import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Build } from './formats.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** Puts a file under `tree`; folders on the way get mode 755. `content` may write the file itself. */
export function put(
  tree: string,
  name: string,
  mode: number,
  content: string | Buffer | ((to: string) => void),
): void {
  const to = path.join(tree, name);
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  if (typeof content === 'function') content(to);
  else writeFileSync(to, content);
  chmodSync(to, mode);
}

/** What every package of the project says of itself: the licences of what is inside, and the changes. */
export function putDocs(
  tree: string,
  name: string,
  { node }: Pick<Build, 'node'>,
  licences: readonly string[] = [],
): void {
  const nodeLicense = path.resolve(path.dirname(node), '../LICENSE');
  const own = [path.join(root, 'LICENSE'), nodeLicense].map((file) => readFileSync(file, 'utf8'));
  put(tree, `/usr/share/doc/${name}/copyright`, 0o644, [...own, ...licences].join('\n\n'));
  const changes = gzipSync(readFileSync(path.join(root, 'CHANGELOG.md')));
  put(tree, `/usr/share/doc/${name}/changelog.gz`, 0o644, changes);
}

/** The files under a tree, by their paths on the host, sorted. */
export function filesOf(tree: string): string[] {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join('/', path.relative(tree, entry.parentPath), entry.name))
    .sort();
}

/** Gives every file the same time; answers their size in KiB, as dpkg counts it. */
export function settle(tree: string, madeAtSecs: number): number {
  const files = filesOf(tree).map((name) => path.join(tree, name));
  for (const file of files) utimesSync(file, madeAtSecs, madeAtSecs);
  return files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 1024), 0);
}

/** A template with each `@NAME@` filled in. Throws for a name that has no value. */
export function fillTemplate(file: string, values: Readonly<Record<string, string>>): string {
  return readFileSync(file, 'utf8').replaceAll(/@([A-Z_]+)@/g, (_all, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${file}: nothing stands for @${key}@`);
    return value;
  });
}

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};
/** Node's flags in `npm start`, by which operators are told to start the manager. */
export const managerFlags: readonly string[] = scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));
/**
 * Those of a packaged manager, with two warnings less. DEP0169: a library (express-openapi-validator 5.6.2, the newest)
 * calls url.parse, which Node reports where libraries are bundled; what it parses is the path of a request that HTTP and
 * our pipeline have accepted. ExperimentalWarning: start.cjs lets the bundle import plugins by an option that Node calls so.
 */
export const packagedFlags: readonly string[] = [
  ...managerFlags,
  '--disable-warning=DEP0169',
  '--disable-warning=ExperimentalWarning',
];
