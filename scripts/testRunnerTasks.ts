import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { needNames } from './testRunnerTypes.ts';
import type { Need, Task } from './testRunnerTypes.ts';

const testFolders = ['server', 'plugins', 'agent', 'web', 'test', 'scripts', 'bench'];
const ignoredFolders = new Set(['node_modules', 'fixtures', 'dist', 'data']);
/** Time limit of a suite that names none. */
export const defaultTimeLimitMs = 120_000;
const checkTimeLimitMs = 300_000;
const headerLines = 10;

const nodeFlags = ['--disable-warning=ExperimentalWarning'];

/** Every suite and check of the project whose name contains one of `patterns` (all of them if there are none). */
export function findTasks(root: string, patterns: string[]): Task[] {
  const tasks = [...findChecks(root), ...findSuites(root)];
  if (patterns.length === 0) return tasks;
  return tasks.filter((task) => patterns.some((pattern) => task.name.includes(pattern)));
}

function findSuites(root: string): Task[] {
  const files = testFolders.flatMap((folder) => walk(root, folder));
  return files.sort().map((file) => suiteTask(root, file));
}

function walk(root: string, folder: string): string[] {
  const absolute = path.join(root, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory())
      return ignoredFolders.has(entry.name) || entry.name.startsWith('.') ? [] : walk(root, name);
    return entry.isFile() && entry.name.endsWith('.test.ts') ? [name] : [];
  });
}

function suiteTask(root: string, file: string): Task {
  const header = parseHeader(readFileSync(path.join(root, file), 'utf8'), file);
  const inLab = file.endsWith('.lab.test.ts');
  if (inLab && !header.needs.includes('lab')) header.needs.push('lab');
  const node = [
    process.execPath,
    ...nodeFlags,
    '--import',
    path.join(root, 'scripts/testRunnerPreload.mjs'),
    file,
  ];
  const argv = inLab ? [path.join(root, 'test/lab/lab-run.sh'), ...node] : node;
  return { name: file, kind: 'suite', ...header, argv };
}

type Header = Pick<Task, 'needs' | 'wants' | 'images' | 'timeLimitMs' | 'takesMs'>;

/**
 * Reads what a suite declares in comments of its first ten lines: `// needs: lab, faketime`, `// wants: mariadb`,
 * `// images: el9-t0` (of the lab; without this line it may use any), `// time-limit: 300` (seconds), `// takes: 150` (seconds,
 * roughly; for the long ones, so that they start first on a fresh machine). Throws on what it does not know.
 */
export function parseHeader(text: string, file: string): Header {
  const lines = text.split('\n', headerLines);
  const value = (key: string): string | undefined =>
    lines
      .map((line) => line.trim())
      .find((line) => line.startsWith(`// ${key}:`))
      ?.slice(key.length + 4)
      .trim();
  const words = (key: string): string[] | undefined => value(key)?.split(/[\s,]+/);
  const needs = (key: string): Need[] => {
    return (words(key) ?? []).map((word) => {
      const need = needNames.find((name) => name === word);
      if (!need) throw new Error(`${file}: unknown need "${word}" (${needNames.join(' ')})`);
      return need;
    });
  };
  const secs = (key: string): number | null => {
    const text = value(key);
    if (text !== undefined && !(Number(text) > 0)) throw new Error(`${file}: ${key} is a number of seconds`);
    return text === undefined ? null : Number(text) * 1000;
  };
  const timeLimitMs = secs('time-limit') ?? defaultTimeLimitMs;
  const images = words('images') ?? null;
  return { needs: needs('needs'), wants: needs('wants'), images, timeLimitMs, takesMs: secs('takes') };
}

function findChecks(root: string): Task[] {
  const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);
  // TypeScript 7 judges the types in a quarter of the time; 5.9 stays for the tools that use it as a library.
  const nativeCompiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const contracts = ['openapi/manager.yaml', 'openapi/agent.yaml'];
  const checks: [string, string[], number?][] = [
    ['eslint', [bin('eslint'), '.'], 45],
    ['oxfmt', [bin('oxfmt'), '--check', '.'], 5],
    ['types', [nativeCompiler, '--noEmit', '--singleThreaded'], 10],
    ['types-web', [nativeCompiler, '--noEmit', '--singleThreaded', '-p', 'tsconfig.web.json'], 10],
    ['generated', ['scripts/generate.mjs', '--check']],
    ['web-build', ['scripts/buildWeb.mjs']],
    ['openapi-redocly', [bin('redocly'), 'lint', ...contracts]],
    [
      'openapi-spectral',
      [bin('spectral'), 'lint', '--fail-severity=error', ...spectralRuleset(root), ...contracts],
    ],
  ];
  return checks.map(([name, args, takesSecs = 10]) => ({
    name: `check:${name}`,
    kind: 'check',
    needs: [],
    wants: [],
    images: null,
    timeLimitMs: checkTimeLimitMs,
    takesMs: takesSecs * 1000,
    argv: [process.execPath, ...nodeFlags, ...args],
  }));
}

/** Spectral finds a ruleset only in the current folder by itself. */
function spectralRuleset(root: string): string[] {
  const names = ['.spectral.yaml', '.spectral.yml', 'openapi/.spectral.yaml', 'openapi/spectral.yaml'];
  const found = names.find((name) => existsSync(path.join(root, name)));
  return found ? ['--ruleset', found] : [];
}
