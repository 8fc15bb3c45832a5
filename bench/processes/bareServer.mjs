// node bench/processes/bareServer.mjs DIR ADDRESS PORT: the least that an agent could be. Node's HTTPS server with
// client certificates, which answers everything with the text in DIR/body. JavaScript: stripping types costs 18 MB.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';

const [, , dir = '', address = '', port = '0'] = process.argv;
const [key, cert, ca, body] = ['key', 'cert', 'ca', 'body'].map((name) => readFileSync(join(dir, name)));
const server = createServer({ key, cert, ca, requestCert: true, rejectUnauthorized: true }, (_req, res) => {
  res.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
server.listen(Number(port), address, () => {
  const listening = { event: 'listening', port: server.address().port };
  process.stdout.write(`${JSON.stringify(listening)}\n`);
});
