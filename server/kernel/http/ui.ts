import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { assetOf, readAsset, sendAsset, type Asset } from './assets.ts';

const NOT_BUILT =
  'The web UI is not built. Run `npm run build:web` beside the manager, and start it again.\n';

const BUILT = path.resolve(import.meta.dirname, '../../../web/dist');

/** Files of the pages of installed plugins: `/plugins/<name>/…` → content. */
type PluginFiles = ReadonlyMap<string, Buffer>;

/**
 * Serves the built web UI from memory: files by their exact name, and index.html for every other page that a
 * browser asks for outside /api, so that the addresses of the UI can be reloaded and passed on.
 */
export function uiRoutes(
  log: Logger,
  { dist = BUILT, pluginFiles = new Map() }: { dist?: string; pluginFiles?: PluginFiles | undefined } = {},
): RequestHandler {
  // Files of the build come last, so that nothing can take their place.
  const assets = new Map([...pluginAssets(pluginFiles), ...keptAssets(dist)]);
  const index = assets.get('/index.html');
  if (!index) log.info({ dist }, NOT_BUILT.trim());
  return (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || isApi(req.path)) return next();
    const asset = assets.get(req.path);
    if (asset && asset !== index) return sendAsset(req, res, asset);
    if (!wantsPage(req)) return next();
    if (index) return sendAsset(req, res, index);
    res.status(503).type('text').send(NOT_BUILT);
  };
}

const isApi = (url: string): boolean => url === '/api' || url.startsWith('/api/');

/** A missing script must be a 404 and not a page. The first page is there for all: probes and curl name no type. */
const wantsPage = (req: Request): boolean =>
  req.path === '/' ||
  (!/^\/(assets|plugins)\//.test(req.path) && (req.headers.accept ?? '').includes('text/html'));

let kept: { of: string; assets: Map<string, Asset> } | null = null;

/**
 * Keeps the files that were read last for all apps of one process (tests have many): reading some two hundred files
 * takes 50 ms.
 */
function keptAssets(dist: string): Map<string, Asset> {
  const index = statSync(path.join(dist, 'index.html'), { throwIfNoEntry: false });
  const of = `${dist} ${index?.mtimeMs} ${index?.size}`;
  if (kept?.of !== of) kept = { of, assets: readAssets(dist) };
  return kept.assets;
}

function readAssets(dist: string): Map<string, Asset> {
  if (!existsSync(path.join(dist, 'index.html'))) return new Map();
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)));
  const plain = names.filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(plain.map((name) => [`/${name}`, readAsset(dist, name)]));
}

/**
 * Served under the same policy as our own files. Their address changes with their content, but browsers are told to ask
 * each time, since nothing ensures that it does.
 */
function pluginAssets(files: PluginFiles): [string, Asset][] {
  return [...files].map(([name, data]) => [name, assetOf(name, data)]);
}
