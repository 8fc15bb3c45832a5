import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIPv6, SocketAddress } from 'node:net';
import os from 'node:os';
import type { HttpProxy } from '../proxy/proxy.ts';

/** Flags of an IPv6 address in /proc/net/if_inet6 (`IFA_F_…`). */
const TEMPORARY = 0x01;
/** Duplicate on its network, about to go, or not yet in use. */
const UNFIT = 0x08 | 0x20 | 0x40;

interface Inet6 {
  address: string;
  /** The bits of its network, as hex digits. */
  network: string;
  flags: number;
  device: string;
}

/** All addresses of this host's interfaces that are up and have a carrier. */
export function ownAddresses(): string[] {
  return Object.values(os.networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

/**
 * The address that this host has on the way to the URL, by its routes; nothing is sent. A temporary IPv6 address
 * (RFC 8981) lasts for a day, so its interface's lasting one stands for it. Null: no route, or no such name.
 *
 * Behind a proxy it is the one on the way to the proxy; where that runs on this host, the one towards the manager or
 * towards everywhere else.
 */
export async function addressTowards(url: URL, proxy: HttpProxy | null = null): Promise<string | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!proxy?.serves(url)) return sourceTowards(host, Number(url.port || 443));
  for (const hop of [proxy.host, host, ...elsewhere]) {
    const address = await sourceTowards(hop, 443);
    if (address !== null && !/^127\.|^::1$/.test(address)) return address;
  }
  return null;
}

/** Addresses of documentation (RFC 5737, RFC 3849): what leads there leads wherever this host has no better route. */
const elsewhere = ['192.0.2.1', '2001:db8::1'];

async function sourceTowards(host: string, port: number): Promise<string | null> {
  try {
    const { address, family } = await lookup(host);
    const local = await sourceOf(address, family, port);
    return isIPv6(local) ? lastingAddress(local, await readFile('/proc/net/if_inet6', 'utf8')) : local;
  } catch {
    return null;
  }
}

function sourceOf(address: string, family: number, port: number): Promise<string> {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  return new Promise<string>((resolve, reject) => {
    socket.once('error', reject);
    socket.connect(port, address, () => resolve(socket.address().address));
  }).finally(() => socket.close());
}

/** `inet6`: text of /proc/net/if_inet6. */
export function lastingAddress(address: string, inet6: string): string {
  const known = inet6.split('\n').flatMap(parseLine);
  const own = known.find((one) => one.address === address);
  if (!own || (own.flags & TEMPORARY) === 0) return address;
  const lasting = known.find(
    ({ device, network, flags }) =>
      device === own.device && network === own.network && (flags & (TEMPORARY | UNFIT)) === 0,
  );
  return lasting?.address ?? address;
}

/** `20010db8…0001 02 40 00 80     eth0`: address, interface, length of the prefix, scope, flags, name. */
function parseLine(line: string): Inet6[] {
  const [digits = '', , length = '', , flags = '', device = ''] = line.trim().split(/\s+/);
  if (!/^[0-9a-f]{32}$/.test(digits)) return [];
  const { address } = new SocketAddress({
    address: (digits.match(/.{4}/g) ?? []).join(':'),
    family: 'ipv6',
  });
  const network = digits.slice(0, Number.parseInt(length, 16) / 4);
  return [{ address, network, flags: Number.parseInt(flags, 16), device }];
}
