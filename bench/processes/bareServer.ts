// node bench/processes/bareServer.ts DIR ADDRESS PORT: the least that an agent could be. Node's HTTPS server with
// client certificates, which answers everything with the text in DIR/body.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const [, , dir = '', address = '', port = '0'] = process.argv;
const [key, cert, ca, body] = ['key', 'cert', 'ca', 'body'].map((name) => readFileSync(join(dir, name)));
const server = createServer({ key, cert, ca, requestCert: true, rejectUnauthorized: true }, (_req, res) => {
  res.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
server.listen(Number(port), address, () => {
  const listening = { event: 'listening', port: (server.address() as AddressInfo).port };
  process.stdout.write(`${JSON.stringify(listening)}\n`);
});
