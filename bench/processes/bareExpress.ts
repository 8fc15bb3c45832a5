// node bench/processes/bareExpress.ts DIR: the least that the manager's API could be. One express handler over
// HTTPS that answers /N with the bytes of DIR/N, as application/json.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';

const dir = process.argv[2] ?? '';
const read = (name: string): Buffer => readFileSync(join(dir, name));
const bodies = new Map<string, Buffer>();
const app = express().disable('x-powered-by').set('etag', false);
app.get('/:name', (req, res) => {
  const { name } = req.params;
  let body = bodies.get(name);
  if (!body) bodies.set(name, (body = read(`${Number(name)}`)));
  res.type('application/json').send(body);
});
const server = createServer({ key: read('key'), cert: read('cert') }, app);
server.listen(0, '127.0.0.1', () => {
  const listening = { event: 'listening', port: (server.address() as AddressInfo).port };
  process.stdout.write(`${JSON.stringify(listening)}\n`);
});
