import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import express from 'express';
import type { Logger } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { uiRoutes } from './ui.ts';

const SCRIPT = 'export const answer = 42;\n'.repeat(50);
const test = suite('the built UI');
const folders: string[] = [];
const servers: Server[] = [];
const lines: string[] = [];
const log = { info: (_details: object, text: string) => void lines.push(text) } as unknown as Logger;

test.after(() => {
  for (const server of servers) server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Get = (url: string, headers?: Record<string, string>, method?: string) => Promise<Got>;

async function serve(
  files: Readonly<Record<string, string | Buffer>>,
  pluginFiles = new Map<string, Buffer>(),
): Promise<Get> {
  const dist = mkdtempSync(path.join(tmpdir(), 'ui-'));
  folders.push(dist);
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dist, name)), { recursive: true });
    writeFileSync(path.join(dist, name), data);
  }
  const app = express().use(uiRoutes(log, { dist, pluginFiles }));
  app.use((_req, res) => void res.status(404).json({ error: { code: 'NOT_FOUND' } }));
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (url, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
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

const FILES = {
  'index.html': '<!doctype html><title>UI</title>',
  'assets/main-abc.js': SCRIPT,
  'assets/main-abc.js.br': brotliCompressSync(SCRIPT),
  '.stamp': 'secret',
};
const PAGE = { accept: 'text/html,*/*' };

test('a script is served compressed, for ever, under its hashed name', async () => {
  const get = await serve(FILES);
  const { status, headers, body } = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
  assert.is(status, 200);
  assert.is(headers['content-encoding'], 'br');
  assert.is(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.match(headers['cache-control'] ?? '', /immutable/);
  assert.is(headers.vary, 'Accept-Encoding');
  assert.is(brotliDecompressSync(body).toString(), SCRIPT);
  const plain = await get('/assets/main-abc.js');
  assert.is(plain.headers['content-encoding'], undefined);
  assert.is(plain.body.toString(), SCRIPT);
});

test('every address of the UI is its page, never cached unseen, under a policy without unsafe-inline', async () => {
  const get = await serve(FILES);
  for (const url of ['/', '/hosts/1', '/index.html', '/jobs?state=failed']) {
    const { status, headers, body } = await get(url, PAGE);
    assert.is(status, 200, url);
    assert.match(body.toString(), /<title>UI/);
    assert.is(headers['cache-control'], 'no-cache');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'.*style-src 'self'/);
    assert.not.match(policy, /unsafe/);
  }
  const { headers } = await get('/', PAGE);
  assert.match(headers.etag ?? '', /^W\//, 'one tag for all encodings');
  assert.is((await get('/', { ...PAGE, 'if-none-match': headers.etag ?? '' })).status, 304);
});

test('the API, other methods, missing scripts, hidden files and ways out of the folder are not the page', async () => {
  const get = await serve(FILES);
  const urls = [
    '/api/v1/nope',
    '/api',
    '/assets/gone.js',
    '/.stamp',
    '/assets/../../etc/passwd',
    '/%2e%2e/x',
  ];
  for (const url of urls) assert.is((await get(url, { accept: '*/*' })).status, 404, url);
  assert.is((await get('/api/v1/nope', PAGE)).status, 404);
  assert.is((await get('/assets/gone.js', PAGE)).status, 404);
  assert.is((await get('/', PAGE, 'POST')).status, 404);
  // What curl and probes send names no page, but the first one is there for all.
  for (const accept of ['*/*', '', 'application/json'])
    assert.is((await get('/', { accept })).status, 200, accept);
});

test('files of plugins are served under the same policy, asked for anew, and take the place of nothing', async () => {
  const mine = Buffer.from('export default 1;');
  const get = await serve(
    FILES,
    new Map([
      ['/plugins/acme-notes/pages.js', mine],
      ['/assets/main-abc.js', mine],
      ['/index.html', mine],
    ]),
  );
  const { status, headers, body } = await get('/plugins/acme-notes/pages.js?v=1');
  assert.equal([status, body.toString()], [200, 'export default 1;']);
  assert.is(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.is(headers['cache-control'], 'no-cache');
  assert.match(String(headers['content-security-policy']), /script-src 'self'/);
  assert.is((await get('/plugins/acme-notes/gone.js', PAGE)).status, 404, 'a missing one is not the page');
  assert.is((await get('/assets/main-abc.js')).body.toString(), SCRIPT);
  assert.match((await get('/', PAGE)).body.toString(), /<title>UI/);
});

test('without a build one line says how to make it, and the rest of the manager works', async () => {
  lines.length = 0;
  const get = await serve({});
  const { status, body } = await get('/', PAGE);
  assert.is(status, 503);
  assert.match(body.toString(), /npm run build:web/);
  assert.is(lines.length, 1);
  assert.is((await get('/x', { accept: 'application/json' })).status, 404);
});

test.run();
