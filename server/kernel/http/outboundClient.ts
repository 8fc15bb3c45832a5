import { isIP } from 'node:net';
import type { buildConnector as Connector } from 'undici';
import { buildConnector, Client } from '../../shared/connections/undici.ts';

const CONNECT_TIMEOUT_MS = 8_000;
const IDLE_MS = 10_000;
const MAX_HEADER_BYTES = 16_384;

interface ClientParts {
  addresses: readonly string[];
  /** The address that the connection was made to. */
  used: { address: string };
  /** Roots that are trusted instead of the public ones, PEM. */
  ca?: string;
  /** Time limit between two pieces of the answer (default 10,000). */
  idleMs?: number;
}

/** One connection for one request, made to the judged addresses alone; the URL's name is for TLS and `Host`. */
export function clientFor(url: URL, { addresses, used, ca, idleMs = IDLE_MS }: ClientParts): Client {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    rejectUnauthorized: true,
    ca,
    allowH2: false,
  });
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const tryFrom = (options: Connector.Options, callback: Connector.Callback, index: number): void => {
    const address = addresses[index] ?? '';
    used.address = address;
    const servername = isIP(name) ? '' : name;
    connect({ ...options, hostname: address, host: name, servername }, (...made) => {
      const [error] = made;
      if (error && index + 1 < addresses.length && isUnreachable(error))
        tryFrom(options, callback, index + 1);
      else callback(...made);
    });
  };
  return new Client(url.origin, {
    connect: (options, callback) => tryFrom(options, callback, 0),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    pipelining: 1,
  });
}

const UNREACHABLE: readonly string[] = [
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
];

const isUnreachable = (error: Error & { code?: unknown }): boolean =>
  UNREACHABLE.includes(String(error.code));
