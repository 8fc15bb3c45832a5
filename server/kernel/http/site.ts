import path from 'node:path';
import type { RequestHandler } from 'express';
import { builtFiles, sendAsset } from './assets.ts';

const BUILT = path.resolve(import.meta.dirname, '../../../web/dist-docs');

const NOT_BUILT = 'The documentation is not built. Run `npm run build:web` beside the manager.\n';

/**
 * Serves the documentation below `/docs`: the page of `/docs/run/backups` is the file `run/backups.html`. An unknown address gets a page that says so and can be searched, with 404.
 */
export function siteRoutes({ dist = BUILT }: { dist?: string } = {}): RequestHandler {
  const built = builtFiles(dist);
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
