import { Router } from 'express';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Fleetmend API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });\n`;

/**
 * The contract as a page, served completely by this server: nothing is fetched from elsewhere. Files are sent whole,
 * because express's file sender answers `Range` and `If-Match` with errors of its own.
 */
export function docsRoutes(document: object): Router {
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const router = Router();
  router.get('/api/docs', (_req, res) => void res.type('html').send(PAGE));
  router.get('/api/docs/start.js', (_req, res) => void res.type('js').send(START));
  const served = { ...document, servers: [{ url: '/', description: 'This manager.' }] };
  router.get('/api/docs/openapi.json', (_req, res) => void res.json(served));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    let asset: Asset | null = null;
    router.get(`/api/docs/${file}`, (req, res) => {
      asset ??= readAsset(join(assets, file));
      res.set({ ETag: asset.etag, 'Cache-Control': 'no-cache' });
      if (req.headers['if-none-match'] === asset.etag) return void res.status(304).end();
      res.type(extname(file)).send(asset.data);
    });
  }
  return router;
}

interface Asset {
  data: Buffer;
  etag: string;
}

function readAsset(path: string): Asset {
  const data = readFileSync(path);
  return { data, etag: `"${createHash('sha256').update(data).digest('base64url').slice(0, 22)}"` };
}
