import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { assetOf, builtFiles, sendAsset, type Asset } from './assets.ts';

const NOT_BUILT =
  'The web UI is not built. Run `npm run build:web` beside the manager, and start it again.\n';

const BUILT = path.resolve(import.meta.dirname, '../../../web/dist');

/** Files of the pages of installed plugins: `/plugins/<name>/…` → content. */
type PluginFiles = ReadonlyMap<string, Buffer>;

/**
 * Serves the built web UI: files by their exact name, and index.html for every other page that a
 * browser asks for outside /api, so that the addresses of the UI can be reloaded and passed on.
 */
export function uiRoutes(
  log: Logger,
  { dist = BUILT, pluginFiles = new Map() }: { dist?: string; pluginFiles?: PluginFiles | undefined } = {},
): RequestHandler {
  const built = builtFiles(dist);
  const ofPlugins = new Map(pluginAssets(pluginFiles));
  if (!existsSync(path.join(dist, 'index.html'))) log.info({ dist }, NOT_BUILT.trim());
  return (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || isApi(req.path)) return next();
    // Files of the build come first, so that nothing can take their place.
    const asset = req.path === '/index.html' ? null : (built(req.path.slice(1)) ?? ofPlugins.get(req.path));
    if (asset) return sendAsset(req, res, asset);
    if (!wantsPage(req)) return next();
    const index = built('index.html');
    if (index) return sendAsset(req, res, index);
    res.status(503).type('text').send(NOT_BUILT);
  };
}

const isApi = (url: string): boolean => url === '/api' || url.startsWith('/api/');

/** A missing script must be a 404 and not a page. The first page is there for all: probes and curl name no type. */
const wantsPage = (req: Request): boolean =>
  req.path === '/' ||
  (!/^\/(assets|plugins)\//.test(req.path) && (req.headers.accept ?? '').includes('text/html'));

/**
 * Served under the same policy as our own files. Their address changes with their content, but browsers are told to ask
 * each time, since nothing ensures that it does.
 */
function pluginAssets(files: PluginFiles): [string, Asset][] {
  return [...files].map(([name, data]) => [name, assetOf(name, data)]);
}
