import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, BlockList, isIP } from 'node:net';
import { type Context, guarded } from '#sdk';

/** A scraper asks every few seconds, one call at a time; a few of them may. */
const MOST_CONNECTIONS = 16;
const REQUEST_TIMEOUT_MS = 10_000;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export interface MetricsListener {
  /** Listens where the configuration names a port. Throws with one clear line where it cannot. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Plain HTTP without a sign-in, so it listens on this machine alone unless the configuration says otherwise. */
export function createListener({
  config,
  log,
  metrics,
}: Pick<Context, 'config' | 'log' | 'metrics'>): MetricsListener {
  const { metricsListen: address, metricsPort: port } = config;
  let server: Server | null = null;

  const answer = async ({ method, url }: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (url?.split('?')[0] !== '/metrics') return void send(res, 404, 'metrics are at /metrics\n');
    if (method !== 'GET' && method !== 'HEAD')
      return void send(res, 405, 'GET only\n', { Allow: 'GET, HEAD' });
    try {
      const { contentType, text } = await metrics.text();
      send(res, 200, text, { 'Content-Type': contentType });
    } catch (error) {
      log.error({ error }, 'the metrics could not be served');
      send(res, 500, 'the metrics could not be read; the log of the manager says why\n');
    }
  };

  return {
    async start() {
      if (port === null) return;
      server = createServer(
        { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
        guarded((req, res) => void answer(req, res)),
      );
      server.maxConnections = MOST_CONNECTIONS;
      server.listen(port, address);
      await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
        throw new Error(whyNot(error, address, port), { cause: error });
      });
      server.on(
        'error',
        guarded((error) => log.warn({ error }, 'a connection for the metrics could not be accepted')),
      );
      if (isIP(address) === 0 || !loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
        log.warn(
          { listen: address, port },
          'metrics are served without a sign-in, to other machines as well',
        );
      const { port: served } = server.address() as AddressInfo;
      log.info({ listen: address, port: served }, 'metrics are served');
    },
    async stop() {
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  });
  res.end(text);
}

function whyNot({ code, message }: NodeJS.ErrnoException, address: string, port: number): string {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} on ${address} is taken by another program`,
    EADDRNOTAVAIL: `${address} is not an address of this machine`,
    EACCES: `port ${port} needs more privileges; choose one above 1023`,
  };
  return `the listener of metrics (metrics_listen, metrics_port): ${reasons[code ?? ''] ?? message}`;
}
