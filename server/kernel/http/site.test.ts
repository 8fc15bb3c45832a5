import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import express from 'express';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteRoutes } from './site.ts';

const PAGE = { accept: 'text/html,*/*' };
const FILES: Readonly<Record<string, string>> = {
  'index.html': '<title>Front</title>',
  'run.html': '<title>Run</title>',
  'run/backups.html': '<title>Backups</title>',
  '404.html': '<title>Missing</title>',
  'assets/site-0123456789.js': 'export default 1;',
};

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const test = suite<{ dist: string; server: Server }>('the documentation as a site');

test.before(async (world) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
  writeFileSync(path.join(folder, 'secret.html'), 'secret');
  world.dist = path.join(folder, 'dist');
  for (const [name, text] of Object.entries(FILES)) put(world.dist, `${name}.br`, brotliCompressSync(text));
  put(world.dist, 'images/a.png', Buffer.from('png'));
  put(world.dist, '.stamp', Buffer.from('one'));
  const app = express().use(siteRoutes({ dist: world.dist }));
  app.use((_req, res) => void res.status(418).end());
  world.server = createServer(app).listen(0, '127.0.0.1');
  await once(world.server, 'listening');
});

test.after(({ dist, server }) => {
  server.close();
  rmSync(path.dirname(dist), { recursive: true, force: true });
});

function put(dist: string, name: string, data: Buffer): void {
  mkdirSync(path.dirname(path.join(dist, name)), { recursive: true });
  writeFileSync(path.join(dist, name), data);
}

/** Sends the path as it is written: no client of ours tidies it up before. */
function get(
  server: Server,
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: url, headers, method }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('each page has one address, also with a slash, or with the ending of its source', async ({ server }) => {
  const pages = {
    Front: ['/docs', '/docs/', '/docs?q=x', '/docs/index.html'],
    Run: ['/docs/run', '/docs/run/'],
    Backups: ['/docs/run/backups', '/docs/run/backups.md', '/docs/run/backups.html'],
  };
  for (const [title, urls] of Object.entries(pages))
    for (const url of urls) {
      const { status, headers, body } = await get(server, url);
      assert.equal([status, body.toString()], [200, `<title>${title}</title>`], url);
      assert.is(headers['content-type'], 'text/html; charset=utf-8');
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
      assert.not.match(policy, /unsafe/);
    }
});

test('browsers get brotli and keep what does not change; a page is asked for anew', async ({ server }) => {
  const asset = await get(server, '/docs/assets/site-0123456789.js', { 'accept-encoding': 'gzip, br' });
  assert.is(asset.headers['content-encoding'], 'br');
  assert.is(brotliDecompressSync(asset.body).toString(), 'export default 1;');
  assert.match(asset.headers['cache-control'] ?? '', /immutable/);
  const page = await get(server, '/docs/run', PAGE);
  assert.is(page.headers['cache-control'], 'no-cache');
  assert.is(page.headers.vary, 'Accept-Encoding');
  const etag = page.headers.etag ?? '';
  assert.is((await get(server, '/docs/run', { ...PAGE, 'if-none-match': etag })).status, 304);
  assert.is((await get(server, '/docs/images/a.png')).headers['content-type'], 'image/png');
});

test('an unknown address is a page that says so, for a browser, and no page for a tool', async ({
  server,
}) => {
  for (const url of ['/docs/nope', '/docs/run/nope', '/docs/a/b/c', '/docs/%00', '/docs/constructor']) {
    const { status, headers, body } = await get(server, url, PAGE);
    assert.equal([status, body.toString()], [404, '<title>Missing</title>'], url);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.is((await get(server, url)).status, 418, url);
  }
});

test('no address leads out of the folder, to hidden files, or to other methods', async ({ server }) => {
  const ways = [
    '/docs/../secret.html',
    '/docs/../secret',
    '/docs/..%2fsecret',
    '/docs/%2e%2e/secret',
    '/docs/run/../../secret',
    '/docs/..\\secret',
    '/docs//../secret',
    '/docs/.stamp',
    '/docs/run/backups.html.br',
  ];
  for (const url of ways) {
    const { status, body } = await get(server, url, PAGE);
    assert.is(status, 404, url);
    assert.not.match(body.toString(), /secret|one/);
  }
  assert.is((await get(server, '/docs', PAGE, 'POST')).status, 418);
  assert.is((await get(server, '/docsx', PAGE)).status, 418);
  const { status, body } = await get(server, '/docs', PAGE, 'HEAD');
  assert.equal([status, body.length], [200, 0]);
});

test('a new build counts at once; without one a line says how to make it', async ({ dist, server }) => {
  put(dist, 'run.html.br', brotliCompressSync('<title>Newer</title>'));
  put(dist, '.stamp', Buffer.from('two'));
  assert.is((await get(server, '/docs/run', PAGE)).body.toString(), '<title>Newer</title>');
  rmSync(dist, { recursive: true });
  const { status, body } = await get(server, '/docs/run', PAGE);
  assert.is(status, 503);
  assert.match(body.toString(), /npm run build:web/);
});

test.run();
