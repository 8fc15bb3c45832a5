import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { keptFile } from './kept.ts';
import { pathInHost } from './lab.ts';

const root = path.resolve(import.meta.dirname, '../..');
const made = new Map<string, Promise<string>>();

/**
 * A program of this checkout and all that it imports as one file, by its path in lab hosts: `node` starts it in half
 * the time that a hundred sources take, and a suite starts it a hundred times. Kept until a source changes.
 */
export function bundleInHost(entry: string): Promise<string> {
  const known = made.get(entry) ?? makeBundle(entry);
  made.set(entry, known);
  return known;
}

async function makeBundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, entry)],
    write: false,
    outdir: path.join(root, '.cache/bundles'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // CommonJS packages need `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
    // Where coverage is recorded, it is that of the sources.
    sourcemap: process.env['NODE_V8_COVERAGE'] ? 'inline' : false,
    sourcesContent: false,
    plugins: [ownFolders],
  });
  const text = outputFiles[0]?.text ?? '';
  const key = `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`;
  const make = (to: string): void => writeFileSync(to, text);
  const file = await keptFile({ folder: 'bundles', prefix: path.basename(entry, '.ts'), key, make });
  return pathInHost(file);
}

/** Sources that look for files beside themselves still find them. */
const ownFolders: Plugin = {
  name: 'own-folders',
  setup(context) {
    context.onLoad({ filter: /[\\/]agent[\\/].*\.ts$/ }, ({ path: file }) => {
      const folder = JSON.stringify(pathInHost(path.dirname(file)));
      return {
        contents: readFileSync(file, 'utf8').replaceAll('import.meta.dirname', folder),
        loader: 'ts',
      };
    });
  },
};
