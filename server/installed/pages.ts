import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FeatureWeb } from '../kernel/boot/feature.ts';

/** A module of pages, and the files that it may import. */
export type PluginPages = Pick<FeatureWeb, 'files'> & { module: string };

const MAX_FILES = 100;
const MAX_BYTES = 4 * 1024 * 1024;
/** What a page consists of; nothing else of the folder is served. */
const SERVED = /\.(js|css|svg|json)$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The pages of an installed plugin: its built ES module, and the files beside and below it, which it may import. They
 * are served as `/plugins/<name>/…`. `entry` is an absolute path that was judged already. Throws for a module that is
 * no `.js`, for links and for odd names, for what everybody may write, and above 100 files or 4 MiB.
 */
export function readPluginPages(entry: string, plugin: string): PluginPages {
  if (!entry.endsWith('.js')) throw new Error(`its pages ${entry} are no JavaScript`);
  const folder = path.dirname(entry);
  const names = listed(folder).filter((name) => SERVED.test(name));
  if (names.length > MAX_FILES)
    throw new Error(`${folder} has ${names.length} files, and may have ${MAX_FILES}`);
  const files = new Map<string, Buffer>();
  const hash = createHash('sha256');
  let bytes = 0;
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    bytes += statSync(file).size;
    if (bytes > MAX_BYTES) throw new Error(`the files in ${folder} have more than ${MAX_BYTES} bytes`);
    const data = readFileSync(file);
    hash.update(name).update('\0').update(data);
    files.set(`/plugins/${plugin}/${name}`, data);
  }
  // Another version is another address: no browser runs the old one after an update.
  const version = hash.digest('base64url').slice(0, 12);
  return { module: `/plugins/${plugin}/${path.basename(entry)}?v=${version}`, files };
}

/** Files below a folder, relative, with `/`. */
function listed(folder: string, below = ''): string[] {
  return readdirSync(path.join(folder, below)).flatMap((name) => {
    const relative = below === '' ? name : `${below}/${name}`;
    const file = path.join(folder, relative);
    const found = lstatSync(file);
    if (found.isSymbolicLink() || !NAME.test(name)) throw new Error(`${file} is a link, or has an odd name`);
    if ((found.mode & 0o002) !== 0) throw new Error(`everybody may write ${file}`);
    return found.isDirectory() ? listed(folder, relative) : [relative];
  });
}
