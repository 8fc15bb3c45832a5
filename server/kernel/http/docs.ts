import { Router } from 'express';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { streamOf } from './asyncApi.ts';
import { inOpenApi30, opened } from './published.ts';

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

const jsonOf = (document: object | null): Buffer => Buffer.from(JSON.stringify(document));

/**
 * The contract, open in what it answers, as a page; in OpenAPI 3.1 and 3.0; and its live events in AsyncAPI. It is
 * served completely by this server: nothing is fetched from elsewhere. Files are sent whole,
 * because express's file sender answers `Range` and `If-Match` with errors of its own. Their ETag is a hash of their
 * content.
 */
export function docsRoutes(document: object): Router {
  const readSwagger = (name: string): Buffer =>
    readFileSync(join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), name));
  const served = (): object => ({
    ...opened(document),
    servers: [{ url: '/', description: 'This manager.' }],
  });
  const files: Readonly<Record<string, { type: string; read(): Buffer }>> = {
    '/api/docs': { type: 'html', read: () => Buffer.from(PAGE) },
    '/api/docs/start.js': { type: 'js', read: () => Buffer.from(START) },
    '/api/docs/openapi.json': { type: 'json', read: () => jsonOf(served()) },
    '/api/docs/openapi-3.0.json': { type: 'json', read: () => jsonOf(inOpenApi30(served())) },
    '/api/docs/asyncapi.json': { type: 'json', read: () => jsonOf(streamOf(opened(document))) },
    '/api/docs/swagger-ui.css': { type: 'css', read: () => readSwagger('swagger-ui.css') },
    '/api/docs/swagger-ui-bundle.js': { type: 'js', read: () => readSwagger('swagger-ui-bundle.js') },
  };
  const router = Router();
  for (const [path, { type, read }] of Object.entries(files)) {
    let asset: Asset | null = null;
    router.get(path, (req, res) => {
      asset ??= assetOf(read());
      res.set({ ETag: asset.etag, 'Cache-Control': 'no-cache' });
      if (req.headers['if-none-match'] === asset.etag) return void res.status(304).end();
      res.type(type).send(asset.data);
    });
  }
  return router;
}

interface Asset {
  data: Buffer;
  etag: string;
}

const assetOf = (data: Buffer): Asset => ({
  data,
  etag: `"${createHash('sha256').update(data).digest('base64url').slice(0, 22)}"`,
});
