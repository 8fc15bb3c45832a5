import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fileOf } from '../scripts/tests/graph.ts';

const root = resolve(import.meta.dirname, '..');

/** The part that a file belongs to: the first row that matches counts. */
const ROOMS: readonly (readonly [RegExp, string])[] = [
  [/^generated\//, 'generated'],
  [/^server\/shared\//, 'shared'],
  [/^server\/kernel\//, 'kernel'],
  [/^server\/core\/([^/]+)\//, 'core'],
  [/^server\//, 'server'],
  [/^sdk\//, 'sdk'],
  [/^plugins\/[^/]+\/web\/([^/]+)\//, 'webPage'],
  // Modules that the settings page finds there; they are no pages.
  [/^plugins\/[^/]+\/web\/[^/]+\.ts$/, 'webDomain'],
  [/^plugins\/([^/]+)\//, 'plugin'],
  [/^agent\//, 'agent'],
  [/^web\/(?:core|styles|icons|tokens)\//, 'webCore'],
  [/^web\/components\//, 'webComponents'],
  [/^web\/domain\//, 'webDomain'],
  [/^web\/pages\/([^/]+)\//, 'webPage'],
  [/^web\//, 'webShell'],
  [/^package\.json$/, 'version'],
];

/** Which part may import which (ARCHITECTURE.md). `core` and `plugin` may also import from their own folder. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  generated: ['generated'],
  shared: ['shared', 'generated'],
  kernel: ['kernel', 'shared', 'generated'],
  core: ['kernel', 'shared', 'generated'],
  plugin: ['generated'],
  sdk: ['sdk', 'server', 'kernel', 'shared', 'generated', 'core'],
  webCore: ['webCore', 'generated'],
  webComponents: ['webComponents', 'webCore', 'generated'],
  webDomain: ['webDomain', 'webComponents', 'webCore', 'generated'],
  // A page never imports another: what two of them need is in web/domain.
  webPage: ['webDomain', 'webComponents', 'webCore', 'generated'],
  webShell: ['webShell', 'webPage', 'webDomain', 'webComponents', 'webCore', 'generated'],
  agent: ['agent', 'generated', 'shared', 'version'],
  server: ['server', 'sdk', 'kernel', 'shared', 'generated', 'core', 'plugin'],
};

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (name === 'node_modules' || name === 'testing') return [];
    if (statSync(join(root, path)).isDirectory()) return sources(path);
    return /\.(ts|mts)$/.test(name) && !/\.test\.ts$|testing/i.test(name) ? [path] : [];
  });
}

/** `declare module` reaches into a file just as an import of its types does. */
function mergedInto(path: string): Import[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/^declare module '([.#][^']+)'/gm)].map(([, to]) => ({
    from: path,
    to: fileOf(path, to ?? ''),
    typeOnly: true,
  }));
}

function importsOf(path: string): Import[] {
  const text = readFileSync(join(root, path), 'utf8');
  const found = [
    ...text.matchAll(
      /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([.#][^']+)'|import\('([.#][^']+)'\)|^import\s+'([.#][^']+)'/gm,
    ),
  ];
  return found.map(([, typeOnly, from, dynamic, bare]) => ({
    from: path,
    to: fileOf(path, from ?? dynamic ?? bare ?? ''),
    typeOnly: typeOnly !== undefined,
  }));
}

const roomOf = (path: string): { room: string; own: string } => {
  for (const [pattern, room] of ROOMS) {
    const match = pattern.exec(path);
    if (match) return { room, own: match[1] ?? '' };
  }
  return { room: 'other', own: '' };
};

function allowed({ from, to, typeOnly }: Import): boolean {
  const source = roomOf(from);
  const target = roomOf(to);
  if (ALLOWED[source.room]?.includes(target.room)) return true;
  if (source.room === target.room && source.own === target.own && source.own !== '') return true;
  if (source.room === 'core' && target.room === 'core') return typeOnly && to.endsWith('/api.ts');
  if (source.room === 'plugin' && target.room === 'plugin') return typeOnly && to.endsWith('/api.ts');
  if (source.room === 'plugin' && /^sdk\/(identity|hosts|patching|agents)\.ts$/.test(to)) return typeOnly;
  if (source.room === 'plugin') return to === 'sdk/index.ts' || to === 'sdk/thread.ts';
  // The kernel and the core may use the configuration's type, and nothing else of the server's top level.
  return typeOnly && to === 'server/config.ts';
}

const test = suite('imports');

test('each folder imports only what the table allows', () => {
  const folders = ['generated', 'server', 'sdk', 'plugins', 'agent', 'web'].filter((folder) =>
    readdirSync(root).includes(folder),
  );
  const imports = folders.flatMap(sources).flatMap((path) => [...importsOf(path), ...mergedInto(path)]);
  assert.ok(imports.length > 50, 'the test reads the sources');
  const wrong = imports.filter((item) => !allowed(item)).map(({ from, to }) => `${from} imports ${to}`);
  assert.equal(wrong, []);
});

test('an import climbs at most two folders; from further away it names the path from the root', () => {
  const climbing = ['server', 'sdk', 'plugins', 'agent', 'web', 'test', 'bench', 'scripts']
    .flatMap(everySource)
    .filter((path) => /(from|import|import\() ?'(\.\.\/){3}/.test(readFileSync(join(root, path), 'utf8')));
  assert.equal(climbing, []);
});

test('a plugin sees the contract, and of another plugin the types in its api.ts alone', () => {
  const from = 'plugins/health-checks/service.ts';
  const cases: [string, boolean, boolean][] = [
    ['sdk/index.ts', false, true],
    ['server/kernel/events.ts', true, false],
    ['plugins/maintenance-windows/api.ts', true, true],
    ['plugins/maintenance-windows/api.ts', false, false],
    ['plugins/maintenance-windows/service.ts', true, false],
    ['plugins/health-checks/domain.ts', false, true],
  ];
  for (const [to, typeOnly, expected] of cases)
    assert.is(allowed({ from, to, typeOnly }), expected, `${to}, ${typeOnly ? 'types' : 'code'}`);
});

test('what ships as a package is built as that of a third party: all that runs of the manager is handed in', () => {
  const folders = readdirSync(join(root, 'plugins')).filter((name) =>
    existsSync(join(root, 'plugins', name, 'package.json')),
  );
  assert.ok(folders.length > 0);
  for (const folder of folders.map((name) => `plugins/${name}`)) {
    const imports = sources(folder).flatMap((path) => [...importsOf(path), ...mergedInto(path)]);
    const wrong = imports.filter(({ to, typeOnly }) => !typeOnly && !to.startsWith(`${folder}/`));
    assert.ok(imports.some(({ to }) => to === 'sdk/index.ts'));
    assert.equal(
      wrong.map(({ from, to }) => `${from} runs ${to}`),
      [],
    );
  }
});

const OWNERS: readonly (readonly [RegExp, RegExp])[] = [
  [/from '(agenda|@agendajs\/[^']+)'/, /^server\/kernel\/scheduler\//],
  [
    /from '(node:)?child_process'/,
    /^(agent\/process\/|server\/(serviceManager|setup|support|kernel\/db\/migrateBackup|kernel\/computing\/computing)\.ts$)/,
  ],
  // The only way to the outside (SSRF): any other caller would not check addresses. Agents are called by their
  // transport.
  [
    /from '([^']*\/)?undici\b/,
    /^server\/(kernel\/http\/outbound|core\/agents\/transport\/|shared\/connections\/undici)/,
  ],
  [/(?<![.\w])fetch\(/, /^(agent\/|plugins\/[^/]+\/web\/|server\/kernel\/http\/outbound\.ts)/],
  [
    /import [^;]*\b(request|get|Agent|connect|createConnection)\b[^;]*from 'node:(https?|http2|net|tls)'/,
    // The doctor is asked by the owner of the machine, about this manager and the mail server; `drain` asks a file.
    /^(agent\/|server\/core\/agents\/transport\/|server\/(doctor|machine|control)\.ts$)/,
  ],
  [/\b(https?|http2|net|tls)\.(request|get|connect|createConnection)\(/, /^agent\//],
  [/from 'objection'/, /(^server\/kernel\/db\/)|(models(\/[^/]+)?\.ts$)/],
];

test('Agenda, processes, objection and calls to the outside each have one owner', () => {
  const files = ['server', 'sdk', 'plugins', 'agent']
    .filter((folder) => readdirSync(root).includes(folder))
    .flatMap(sources);
  const wrong = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return OWNERS.filter(([what, owner]) => what.test(text) && !owner.test(path)).map(
      ([what]) => `${path} has ${what.source}`,
    );
  });
  assert.equal(wrong, []);
});

test('features use every table that their migrations leave', () => {
  const files = ['server', 'plugins'].flatMap(sources);
  const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
  const isMigration = (path: string): boolean => path.includes('/migrations/');
  const schema = files.filter(isMigration).map(textOf).join('\n');
  const left = [...schema.matchAll(/createTable\('(\w+)'/g)].map(([, table]) => table ?? '');
  assert.ok(left.length > 50, 'the test reads the migrations');
  const code = files
    .filter((path) => !isMigration(path))
    .map(textOf)
    .join('\n');
  assert.equal(
    left.filter((table) => !new RegExp(`\\b${table}\\b`).test(code)),
    [],
  );
});

/** In a circle of imports, type-only ones included, a person who reads one file must read all. */
test('no file imports itself by way of others', () => {
  const files = ['server', 'sdk', 'plugins', 'agent', 'web', 'test', 'bench', 'scripts']
    .filter((folder) => readdirSync(root).includes(folder))
    .flatMap(everySource);
  const graph = new Map(files.map((path) => [path, importsOf(path).map(({ to }) => to)]));
  const found = circlesOf(graph).map((circle) => [...circle].sort().join(' '));
  assert.equal(found, []);
});

test('a circle is found where there is one, and only there', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', ['e']],
    ['e', []],
  ]);
  assert.equal(
    circlesOf(graph).map((circle) => [...circle].sort()),
    [['a', 'b', 'c']],
  );
});

function everySource(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (name === 'node_modules' || name === 'dist') return [];
    if (statSync(join(root, path)).isDirectory()) return everySource(path);
    return /\.(ts|mts)$/.test(name) ? [path] : [];
  });
}

/** The strongly connected parts of more than one file (Tarjan's algorithm). */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  function visit(node: string): void {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const part = stack.splice(stack.indexOf(node));
    if (part.length > 1) circles.push(part);
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

test.run();
