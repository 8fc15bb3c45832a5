/**
 * npm run package:sdk [-- --out DIR]: `fleetmend-sdk-<version>.tgz`, the npm package `@fleetmend/sdk` for authors of
 * plugins outside of this checkout. Its index consists of types only, for what runs is handed in by the manager; what
 * runs is the test kit, `@fleetmend/sdk/testing`, and the command `fleetmend-sdk`.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { create } from 'tar';
import { root } from './files.ts';
import { bundlePrograms } from './managerBundle.ts';

interface Manifest {
  version: string;
  license: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** What the test's manager reads from its own tree, and what an author reads. */
const ownFiles = [
  'generated/manager.json',
  'plugins/enrollment/install.sh',
  'LICENSE',
  'docs/extend/plugins.md',
  'docs/sdk',
  'sdk/surface.json',
  'web/README.md',
];

/** The names by which our declarations refer to each other. */
const imports = {
  '#sdk': './sdk/index.d.ts',
  '#sdk/*.ts': './sdk/*.d.ts',
  '#server/*.ts': './server/*.d.ts',
  '#generated/*.ts': './generated/*.d.ts',
};

const exports = {
  '.': { types: './index.d.ts' },
  './testing': { types: './sdk/testing.d.ts', default: './sdk/testing.mjs' },
  './manager': { types: './generated/manager.d.ts' },
  './package.json': './package.json',
  // The types of each core feature.
  ...Object.fromEntries(coreTypes().map((name) => [`./${name}`, { types: `./sdk/${name}.d.ts` }])),
};

function coreTypes(): string[] {
  const core = globSync('server/core/*', { cwd: root }).map((folder) => path.basename(folder));
  return core.filter((name) => existsSync(path.join(root, 'sdk', `${name}.ts`))).sort();
}

/** Makes the package in `outDir`; answers its file. Throws with what the compiler or the bundler says. */
export async function packSdk(outDir: string): Promise<string> {
  mkdirSync(outDir, { recursive: true });
  const work = mkdtempSync(path.join(outDir, '.work-'));
  try {
    const tree = path.join(work, 'package');
    emitDeclarations(tree);
    const { loaded } = await bundlePrograms(tree, {
      entries: ['sdk/testing.ts', 'sdk/command.ts'],
      form: 'mjs',
      libraries: 'beside',
    });
    for (const name of ownFiles) cpSync(path.join(root, name), path.join(tree, name), { recursive: true });
    writeFileSync(path.join(tree, 'index.d.ts'), indexOf());
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
    const own = packageJson(manifest, [...loaded, ...namedIn(tree)]);
    writeFileSync(path.join(tree, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
    const file = path.join(outDir, `fleetmend-sdk-${manifest.version}.tgz`);
    await create({ file, cwd: work, gzip: true, portable: true }, ['package']);
    return file;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** What shipped plugins offer to others. */
const apis = globSync('plugins/*/api.ts', { cwd: root }).sort();

/** Writes the declarations of all that a plugin can see into `tree`, each where its source lies in the checkout. */
export function emitDeclarations(tree: string): void {
  const ambient = globSync('server/**/*.d.ts', { cwd: root });
  const core = coreTypes().map((name) => `sdk/${name}.ts`);
  const files = ['sdk/index.ts', 'sdk/testing.ts', ...core, ...apis, ...ambient];
  mkdirSync(tree, { recursive: true });
  const config = path.join(tree, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: tree,
    rootDir: root,
    typeRoots: [path.join(root, 'node_modules/@types')],
  };
  const text = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions,
    include: [],
    files: files.map((file) => path.join(root, file)),
  };
  writeFileSync(config, JSON.stringify(text));
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  try {
    execFileSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
  } catch (error) {
    throw new Error(`the types cannot be made: ${(error as { stdout?: string }).stdout}`, { cause: error });
  }
  rmSync(config);
}

/** `export type`: who takes a value from here is told by the compiler, not by a second copy of a class at night. */
const indexOf = (): string =>
  [
    ...apis.map((file) => `import type {} from './${file.replace(/\.ts$/, '.js')}';`),
    "export type * from './sdk/index.js';",
    '/** All that the manager hands to the default export of a plugin. */',
    "export type Kit = typeof import('./sdk/index.js');\n",
  ].join('\n');

/** Names of the npm packages whose types the declarations use. */
function namedIn(tree: string): string[] {
  const texts = globSync('**/*.d.ts', { cwd: tree }).map((file) =>
    readFileSync(path.join(tree, file), 'utf8'),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(/(?:from |import\()['"]((?:@[^/'"]+\/)?[^./#'":@][^/'":]*)[/'"]/g)].map(
      ([, name = '']) => name,
    ),
  );
}

/** The libraries stand beside the test kit as npm installs them, with the types of those that bring none. */
function packageJson({ version, license, ...known }: Manifest, used: readonly string[]): object {
  const all = { ...known.dependencies, ...known.devDependencies };
  const names = [...new Set(['@types/node', ...used.flatMap((name) => [name, `@types/${name}`])])].sort();
  const dependencies = Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
  return {
    name: '@fleetmend/sdk',
    version,
    description: 'For authors of plugins of Fleetmend: the types of the contract, and a test kit.',
    license,
    type: 'module',
    engines: { node: '>=24' },
    bin: { 'fleetmend-sdk': './sdk/command.mjs' },
    imports,
    exports,
    dependencies,
  };
}

const options = { out: { type: 'string', default: path.join(root, 'dist/sdk') } } as const;
if (import.meta.main) {
  const { values } = parseArgs({ options });
  process.stdout.write(`${await packSdk(path.resolve(values.out))}\n`);
}
