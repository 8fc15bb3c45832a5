import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutbound, type OutboundRequest, type OutboundResult } from './outbound.ts';
import type { OutboundParts } from './outboundAddresses.ts';
import { judgeOutbound } from './outboundPolicy.ts';

/** A server that stands for one in the internet, and calls to it. */
export interface World {
  port: number;
  seen: IncomingMessage[];
  answer: (req: IncomingMessage, res: ServerResponse) => void;
  /** The answers of the DNS, one for each question; the last one stays. */
  dns: string[][];
  asked: string[];
  call(path: string, more?: Partial<OutboundRequest>): Promise<OutboundResult>;
  stop(): Promise<void>;
}

/** The real policy, with this machine's loopback standing for the internet. */
export const judge: OutboundParts['judge'] = (address, reach) =>
  address === '127.0.0.1' ? null : judgeOutbound(address, reach, []);

/** Starts the server; `stop` ends it. */
export async function setUp(world: World): Promise<void> {
  world.seen = [];
  world.dns = [['127.0.0.1']];
  world.asked = [];
  world.answer = (_req, res) => res.end('hello');
  const server = createServer((req, res) => {
    world.seen.push(req);
    world.answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  world.port = (server.address() as AddressInfo).port;
  const outbound = createOutbound({
    judge,
    async resolve(name) {
      world.asked.push(name);
      const [answer = []] = world.dns.length > 1 ? world.dns.splice(0, 1) : world.dns;
      return answer;
    },
  });
  world.call = (path, more = {}) =>
    outbound.fetch({ url: `http://hooks.example.org:${world.port}${path}`, reach: 'internet', ...more });
  world.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

/** `status 200`, or why the call failed. */
export const reasonOf = (result: OutboundResult): string =>
  result.ok ? `status ${result.status}` : result.failure.reason;

/** A key and a certificate for `name` that nobody trusts. */
export function selfSigned(name: string): { key: string; cert: string } {
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-tls-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  try {
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
