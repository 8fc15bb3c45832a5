import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { readAsset, sendAsset, type Asset } from './assets.ts';

const BUILT = path.resolve(import.meta.dirname, '../../../web/dist-docs');

const NOT_BUILT = 'The documentation is not built. Run `npm run build:web` beside the manager.\n';

/**
 * Serves the documentation below `/docs`: the page of `/docs/run/backups` is the file `run/backups.html`. Nothing is read
 * before somebody asks for it, so that a start does not wait for a hundred files, and each file is read once. Only names
 * that the folder holds are served. An unknown address gets a page that says so and can be searched, with 404.
 */
export function siteRoutes({ dist = BUILT }: { dist?: string } = {}): RequestHandler {
  const built = keeper(dist);
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    if (req.path !== '/docs' && !req.path.startsWith('/docs/')) return next();
    const asset = built(nameOf(req.path));
    if (asset) return sendAsset(req, res, asset);
    if (!(req.headers.accept ?? '').includes('text/html')) return next();
    const missing = built('404.html');
    res.status(missing ? 404 : 503);
    if (missing) sendAsset(req, res, missing);
    else res.type('text').send(NOT_BUILT);
  };
}

/** The file of an address: pages have no ending there, and the one of their source leads to them, too. */
function nameOf(url: string): string {
  const name = url.slice('/docs/'.length).replace(/\/$|\.md$/, '');
  if (name === '') return 'index.html';
  return path.posix.extname(name) === '' ? `${name}.html` : name;
}

/** Answers files of the folder by name, or null; what it has read counts until the folder is built anew. */
function keeper(dist: string): (name: string) => Asset | null {
  let builtAt: number | null = null;
  let assets = new Map<string, Asset | null>();
  return (name) => {
    const at = statSync(path.join(dist, '.stamp'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (at !== builtAt) {
      assets = new Map(namesIn(dist).map((known) => [known, null]));
      builtAt = at;
    }
    if (!assets.has(name)) return null;
    const asset = assets.get(name) ?? readAsset(dist, name);
    assets.set(name, asset);
    return asset;
  };
}

/** Names of the files, those that are kept compressed without that ending. */
const namesIn = (dist: string): string[] =>
  existsSync(path.join(dist, '.stamp'))
    ? readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).replace(/\.br$/, ''))
    : [];
