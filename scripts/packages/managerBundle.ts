import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { root } from './files.ts';

/** Libraries that bring files of their own: they lie beside the bundle as npm installs them. */
const besideBundle = ['better-sqlite3', 'argon2', 'swagger-ui-dist', 'dejavu-fonts-ttf'];

/** Drivers that knex and mongodb would load if somebody used them. */
const neverUsed = [
  'mariadb',
  'mysql',
  'oracledb',
  'pg',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
  'mongodb-client-encryption',
  'aws4',
  'kerberos',
  'snappy',
  '@mongodb-js/zstd',
  'gcp-metadata',
  'socks',
  '@aws-sdk/credential-providers',
];

type Form = 'cjs' | 'mjs';

/** Where the file lies. */
const FOLDER: Readonly<Record<Form, string>> = {
  cjs: 'const programFolder = __dirname;',
  mjs: `import { createRequire as requirer } from 'node:module';
const require = requirer(import.meta.url);
const programFolder = import.meta.dirname;`,
};

export interface Bundled {
  /** Folders of the npm packages inside, from the checkout's root, sorted. */
  packages: string[];
  /** Names of the npm packages that the programs load, or read files of, sorted. */
  loaded: string[];
}

/** Bundles the manager, its threads, and the plugins that ship as packages, all with their libraries. */
export async function bundleManager(outDir: string): Promise<Bundled> {
  const bundled = [
    await bundlePrograms(outDir, { entries: ['server/main.ts'], form: 'cjs', libraries: 'inside' }),
  ];
  for (const file of globSync('plugins/*/package.json', { cwd: root }).sort())
    bundled.push(await bundlePlugin(outDir, file));
  const all = (of: keyof Bundled): string[] => [...new Set(bundled.flatMap((one) => one[of]))].sort();
  return { packages: all('packages'), loaded: all('loaded') };
}

/** Node runs no TypeScript of a package, and imports its default export from an ES module alone. */
async function bundlePlugin(outDir: string, file: string): Promise<Bundled> {
  const manifest = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { main: string };
  const entry = path.join(path.dirname(file), manifest.main);
  const bundled = await bundlePrograms(outDir, { entries: [entry], form: 'mjs', libraries: 'inside' });
  const main = manifest.main.replace(/\.ts$/, '.mjs');
  writeFileSync(path.join(outDir, file), `${JSON.stringify({ ...manifest, main }, null, 2)}\n`);
  return bundled;
}

/**
 * Bundles programs into `outDir`: one file for each, where its source lies in the checkout. The programs are `entries`
 * and every module that one of them names by `new URL('./x.ts', import.meta.url)`, which is how a thread is started.
 * Each source still believes that it lies in the tree of the checkout, so what it reads from there (contract, UI,
 * installer) is laid into the same places of `outDir`. The libraries are inside, or lie beside as npm installs them.
 */
export async function bundlePrograms(
  outDir: string,
  { entries, form, libraries }: { entries: readonly string[]; form: Form; libraries: 'inside' | 'beside' },
): Promise<Bundled> {
  const inputs = new Set<string>();
  const loaded = new Set<string>(besideBundle);
  const programs = [...entries];
  // Grows while it is walked: a program names the next.
  for (const program of programs) {
    const { metafile } = await build({
      entryPoints: [path.join(root, program)],
      outfile: path.join(outDir, program.replace(/\.ts$/, `.${form}`)),
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: form === 'cjs' ? 'cjs' : 'esm',
      // Names of errors are compared, and stand in stack traces.
      keepNames: true,
      legalComments: 'none',
      // Comments of libraries outside of ASCII would double what a start reads. Lines stay short enough for stack traces.
      minifyWhitespace: true,
      lineLimit: 160,
      logLevel: 'error',
      metafile: true,
      absWorkingDir: root,
      external: [...besideBundle, ...neverUsed],
      packages: libraries === 'inside' ? 'bundle' : 'external',
      banner: {
        js: `${FOLDER[form]} const treeRoot = require('node:path').join(programFolder, '${upFrom(program)}');`,
      },
      plugins: [ownPlaces(programs, form), withoutHttp2],
    });
    for (const input of Object.keys(metafile.inputs)) inputs.add(input);
    for (const { imports } of Object.values(metafile.outputs))
      for (const { path: name } of imports.filter(({ external }) => external)) loaded.add(nameOf(name));
  }
  const packages = [...inputs].flatMap((input) => packageOf(input) ?? []);
  const names = [...loaded].filter((name) => !isBuiltin(name));
  return { packages: [...new Set(packages)].sort(), loaded: names.sort() };
}

const upFrom = (program: string): string => path.relative(path.dirname(program), '.');
/** `@lit/task` of `@lit/task/x.js`. */
const nameOf = (imported: string): string => imported.split('/', imported.startsWith('@') ? 2 : 1).join('/');
const packageOf = (input: string): string | undefined =>
  /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];

/** No host or service is called by HTTP/2, and loading it takes as long as a tenth of a start's modules. */
const withoutHttp2: Plugin = {
  name: 'without-http2',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(node:)?http2$/ }, () => ({ path: 'http2', namespace: 'left-out' }));
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({
      contents: 'module.exports = { constants: {} };',
    }));
  },
};

/** Tells each source, also of libraries, the place that it has in the tree, and collects the programs that it names. */
function ownPlaces(programs: string[], form: Form): Plugin {
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad(
        { filter: /\/(server|sdk|plugins|generated|node_modules)\/.*\.(ts|mjs|js)$/ },
        ({ path: file }) => {
          const text = readFileSync(file, 'utf8');
          if (!text.includes('import.meta')) return undefined;
          const name = path.relative(root, file);
          const contents = text
            .replaceAll(/new URL\('(\.[^']*)\.ts', import\.meta\.url\)/g, (_all, module: string) => {
              const program = path.join(path.dirname(name), `${module}.ts`);
              if (!programs.includes(program)) programs.push(program);
              return `new URL('${module}.${form}', import.meta.url)`;
            })
            .replaceAll('import.meta.dirname', `placeOf(${JSON.stringify(path.dirname(name))})`)
            .replaceAll('import.meta.url', `require('node:url').pathToFileURL(placeOf('${name}')).href`);
          const place = `function placeOf(name) { return require('node:path').join(treeRoot, name); }`;
          return { contents: `${contents}\n${place}\n`, loader: file.endsWith('.ts') ? 'ts' : 'js' };
        },
      );
    },
  };
}
