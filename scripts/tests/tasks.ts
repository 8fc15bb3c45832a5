import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { needNames } from './types.ts';
import type { Need, Task, Tier } from './types.ts';

const testFolders = ['server', 'sdk', 'plugins', 'agent', 'web', 'test', 'scripts', 'bench'];
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
  return files.sort().flatMap((file) => suiteTasks(root, file));
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

/** A task for each database and each way to agents that the suite names, or the one of a suite that names none. */
function suiteTasks(root: string, file: string): Task[] {
  const { databases, connections, ...header } = parseHeader(
    readFileSync(path.join(root, file), 'utf8'),
    file,
  );
  const inLab = file.endsWith('.lab.test.ts');
  if (inLab && !header.needs.includes('lab')) header.needs.push('lab');
  const node = [
    process.execPath,
    ...nodeFlags,
    '--import',
    path.join(root, 'scripts/tests/preload.mjs'),
    file,
  ];
  const argv = inLab ? [path.join(root, 'test/lab/lab-run.sh'), ...node] : node;
  const common: Task = { ...header, name: file, kind: 'suite', file, argv, env: {} };
  const onDatabases: Task[] = databases.map(({ word, tier }) => {
    const needs: Need[] = word === 'sqlite' ? header.needs : [...header.needs, word];
    const name = word === 'sqlite' ? file : `${file} (${word})`;
    return { ...common, name, needs, env: { TEST_DIALECT: word }, tier: tier ?? header.tier };
  });
  const byWays: Task[] = connections.map(({ word, tier }) => {
    const name = word === 'listen' ? file : `${file} (${word})`;
    return { ...common, name, env: { TEST_CONNECTION: word }, tier: tier ?? header.tier };
  });
  if (onDatabases.length > 0 && byWays.length > 0)
    throw new Error(`${file}: databases or connections, not both`);
  const all = [...onDatabases, ...byWays];
  return all.length === 0 ? [common] : all;
}

interface Variant<Word extends string> {
  word: Word;
  tier: Tier | null;
}

type Header = Pick<Task, 'needs' | 'wants' | 'images' | 'timeLimitMs' | 'tier'> & {
  databases: Variant<'sqlite' | 'mariadb'>[];
  connections: Variant<'listen' | 'dial'>[];
};

/**
 * Reads what a suite declares in comments of its first ten lines: `// tier: night`, `// needs: lab, faketime`,
 * `// wants: mariadb`, `// databases: sqlite, mariadb (night)` (once on each; `TEST_DIALECT` says on which),
 * `// connections: listen, dial (night)` (once with agents that listen, once with agents that dial; `TEST_CONNECTION`),
 * `// images: el9-t0` (of the lab; without this line it may use any), `// time-limit: 300` (seconds). Throws on what it
 * does not know.
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
  const secs = value('time-limit');
  if (secs !== undefined && !(Number(secs) > 0))
    throw new Error(`${file}: time-limit is a number of seconds`);
  return {
    needs: needs('needs'),
    wants: needs('wants'),
    images: words('images') ?? null,
    timeLimitMs: secs === undefined ? defaultTimeLimitMs : Number(secs) * 1000,
    tier: tierOf(value('tier') ?? 'day', file),
    databases: variantsOf(value('databases'), ['sqlite', 'mariadb'] as const, { what: 'database', file }),
    connections: variantsOf(value('connections'), ['listen', 'dial'] as const, { what: 'connection', file }),
  };
}

function tierOf(word: string, file: string): Tier {
  if (word !== 'day' && word !== 'night' && word !== 'rare')
    throw new Error(`${file}: unknown tier "${word}" (day night rare)`);
  return word;
}

function variantsOf<Word extends string>(
  list: string | undefined,
  words: readonly Word[],
  { what, file }: { what: string; file: string },
): Variant<Word>[] {
  return (list?.split(',') ?? []).map((entry) => {
    const [, named, tier] = /^\s*(\w+)(?: \((\w+)\))?\s*$/.exec(entry) ?? [];
    const word = words.find((one) => one === named);
    if (word === undefined)
      throw new Error(
        `${file}: unknown ${what} "${entry.trim()}" (${words.join(' ')}, each perhaps with "(night)")`,
      );
    return { word, tier: tier === undefined ? null : tierOf(tier, file) };
  });
}

function findChecks(root: string): Task[] {
  const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);
  // TypeScript 7 judges the types in a quarter of the time; 5.9 stays for the tools that use it as a library.
  const nativeCompiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const forClients = ['generated/manager.yaml', 'generated/manager30.yaml', 'openapi/agent.yaml'];
  const closed = ['generated/manager.json', 'openapi/agent.yaml', 'generated/asyncapi.yaml'];
  const sources = /\.([mc]?[tj]s|json)$/;
  const contract =
    /^openapi\/|\/openapi\.yaml$|^generated\/\w+\.(yaml|json)$|^\.spectral|^redocly|^package-lock/;
  const checks: [string, RegExp, string[]][] = [
    ['eslint', sources, [bin('eslint'), '.']],
    ['oxfmt', /./, [bin('oxfmt'), '--check', '.']],
    ['types', sources, [nativeCompiler, '--noEmit', '--singleThreaded']],
    ['types-web', sources, [nativeCompiler, '--noEmit', '--singleThreaded', '-p', 'tsconfig.web.json']],
    [
      'generated',
      /^(openapi|generated|scripts)\/|\/openapi\.yaml$|^package-lock/,
      ['scripts/generate.mjs', '--check'],
    ],
    ['sdk-pages', /^(server|sdk|plugins|docs\/sdk|generated|scripts)\//, ['scripts/sdkPages.ts', '--check']],
    ['web-build', /^web\/|^docs\/|\/web\/|^generated\/|^scripts\/|^package-lock/, ['scripts/buildWeb.mjs']],
    ['openapi-redocly', contract, [bin('redocly'), 'lint', ...forClients]],
    [
      'openapi-spectral',
      contract,
      [bin('spectral'), 'lint', '--fail-severity=error', ...spectralRuleset(root), ...closed],
    ],
  ];
  return checks.map(([name, inputs, args]) => ({
    name: `check:${name}`,
    kind: 'check',
    file: null,
    tier: 'day',
    needs: [],
    wants: [],
    images: null,
    timeLimitMs: checkTimeLimitMs,
    argv: [process.execPath, ...nodeFlags, ...args],
    env: {},
    inputs,
  }));
}

/** Spectral finds a ruleset only in the current folder by itself. */
function spectralRuleset(root: string): string[] {
  const names = ['.spectral.yaml', '.spectral.yml', 'openapi/.spectral.yaml', 'openapi/spectral.yaml'];
  const found = names.find((name) => existsSync(path.join(root, name)));
  return found ? ['--ruleset', found] : [];
}
