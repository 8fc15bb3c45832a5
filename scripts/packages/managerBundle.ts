import { readFileSync } from 'node:fs';
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

export interface Bundled {
  /** Folders of the npm packages inside, from the checkout's root, sorted. */
  packages: string[];
}

/**
 * Bundles the manager into `outDir`: one CommonJS file for each program, where its source lies in the checkout. The
 * programs are `server/main.ts` and every module that one of them names by `new URL('./x.ts', import.meta.url)`, which
 * is how a thread is started. Each source still believes that it lies in the tree of the checkout, so what it reads
 * from there (contract, UI, installer) is laid into the same places of `outDir`.
 */
export async function bundleManager(outDir: string): Promise<Bundled> {
  const inputs = new Set<string>();
  const programs = ['server/main.ts'];
  // Grows while it is walked: a program names the next.
  for (const program of programs) {
    const { metafile } = await build({
      entryPoints: [path.join(root, program)],
      outfile: path.join(outDir, program.replace(/\.ts$/, '.cjs')),
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      // Names of errors are compared, and stand in stack traces.
      keepNames: true,
      legalComments: 'none',
      logLevel: 'error',
      metafile: true,
      absWorkingDir: root,
      external: [...besideBundle, ...neverUsed],
      banner: { js: `const treeRoot = require('node:path').join(__dirname, '${upFrom(program)}');` },
      plugins: [ownPlaces(programs)],
    });
    for (const input of Object.keys(metafile.inputs)) inputs.add(input);
  }
  const packages = [...inputs].flatMap((input) => packageOf(input) ?? []);
  return { packages: [...new Set(packages)].sort() };
}

const upFrom = (program: string): string => path.relative(path.dirname(program), '.');
const packageOf = (input: string): string | undefined =>
  /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];

/** Tells each source, also of libraries, the place that it has in the tree, and collects the programs that it names. */
function ownPlaces(programs: string[]): Plugin {
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
              return `new URL('${module}.cjs', import.meta.url)`;
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
