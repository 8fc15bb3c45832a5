import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { managerServerName } from '../../shared/pki/names.ts';

/** Stands for a caller whose address is not known: it is in no network, and all such callers share one limit. */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * The key by which a rate limit or a lock counts callers: an IPv4 address whole (IPv6-mapped as the IPv4 that it is),
 * an IPv6 address as its /64 (`2001:db8:0:7::/64`), since whoever has one such address has 2^64 of them. Text that is
 * no address gives `unknown`, so that made-up text gets nobody a limit of his own.
 */
export function limitKey(address: string): string {
  return prefixOf(address, { ipv4: 32, ipv6: 64 });
}

/** The network that a crowd is counted by: an IPv4 /24 (`203.0.113.0/24`), an IPv6 /64, or `unknown`. */
export function crowdKey(address: string): string {
  return prefixOf(address, { ipv4: 24, ipv6: 64 });
}

/**
 * Finds the caller of a request, for the request pipeline and for connections that do not go through it:
 * X-Forwarded-For counts from trusted proxies alone and is read from the right. `trustedProxies` holds addresses,
 * networks, `loopback`, `linklocal` and `uniquelocal`; throws a TypeError for anything else. The answer is spelled
 * in one way (`::FFFF:a00:1` and `[::ffff:10.0.0.1]:80` are `10.0.0.1`), and is `unknown` where a proxy names
 * something that is no address. No proxy counts where {@link isPassedOn}.
 */
export function callerResolver(trustedProxies: readonly string[]): (req: IncomingMessage) => string {
  const isTrusted = trustIn(trustedProxies);
  const trustsNobody = (): boolean => false;
  return (req) =>
    usualSpelling(proxyAddr(req, isPassedOn(req) ? trustsNobody : isTrusted)) ?? UNKNOWN_ADDRESS;
}

/**
 * Whether the caller named the manager as agents do. A proxy lets such connections through as they are, since agents
 * accept the manager's own certificate alone: so what they send was written by the caller, not by the proxy.
 */
const isPassedOn = ({ socket }: IncomingMessage): boolean =>
  'servername' in socket && String(socket.servername).toLowerCase() === managerServerName;

/**
 * Finds proxies that the configuration does not name. The function returned gives the address of the connection when
 * its request has an X-Forwarded-For that does not count, at the first such request of each of the first ten addresses;
 * else null. More would be a flood of lines: anybody may send that header.
 */
export function unnamedProxies(trustedProxies: readonly string[]): (req: IncomingMessage) => string | null {
  const isTrusted = trustIn(trustedProxies);
  const told = new Set<string>();
  return (req) => {
    if (req.headers['x-forwarded-for'] === undefined || told.size === MAX_TOLD_PROXIES) return null;
    const address = usualSpelling(req.socket.remoteAddress);
    if (address === null || told.has(address)) return null;
    if (isTrusted(address, 0) && !isPassedOn(req)) return null;
    told.add(address);
    return address;
  };
}

const MAX_TOLD_PROXIES = 10;

function trustIn(trustedProxies: readonly string[]): (hop: string, distance: number) => boolean {
  const isNamed = proxyAddr.compile([...trustedProxies]);
  return (hop, distance) => {
    const address = usualSpelling(hop);
    return address !== null && isNamed(address, distance);
  };
}

/** Some proxies put a port behind the address, or brackets around one of IPv6. */
const WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/** Null for what is no address. Undefined comes from a socket that is closed already, whatever the types say. */
function usualSpelling(hop: string | undefined): string | null {
  if (hop === undefined || hop.length > MAX_HOP_CHARS) return null;
  const [, bracketed, dotted] = WITH_PORT.exec(hop) ?? [];
  return parse(bracketed ?? dotted ?? hop)?.toString() ?? null;
}

/** Enough for an IPv6 address with the name of an interface, in brackets, with a port. */
const MAX_HOP_CHARS = 80;

/** Takes usual spellings alone: neither `0x7f.1` nor `2130706433`. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // The library takes the obsolete ::10.0.0.1 for 10.0.0.1: such a caller would pass for another.
  if (text.includes('.') && !/^::ffff:\d/i.test(text)) return null;
  return text.includes(':') && ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null;
}

function prefixOf(text: string, bits: { ipv4: number; ipv6: number }): string {
  const address = parse(text);
  if (!address) return UNKNOWN_ADDRESS;
  const length = bits[address.kind()];
  const bytes = address.toByteArray();
  if (length === bytes.length * 8) return address.toString();
  const kept = bytes.map((byte, index) => (index * 8 < length ? byte : 0));
  return `${ipaddr.fromByteArray(kept).toString()}/${length}`;
}
