import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Why an address may not be dialled. */
export type AddressRefusal =
  | 'NOT_AN_ADDRESS'
  | 'UNSPECIFIED'
  | 'LOOPBACK'
  | 'LINK_LOCAL'
  | 'METADATA'
  | 'MULTICAST'
  | 'RESERVED';

/** Metadata services of clouds outside the link-local ranges: Alibaba, Oracle, Azure, AWS and GCP over IPv6. */
const METADATA = new BlockList();
for (const address of ['100.100.100.200', '192.0.0.192', '168.63.129.16']) METADATA.addAddress(address);
METADATA.addSubnet('fd00:ec2::', 32, 'ipv6');
METADATA.addAddress('fd20:ce::254', 'ipv6');

const REFUSED_RANGES: Readonly<Record<string, AddressRefusal>> = {
  unspecified: 'UNSPECIFIED',
  broadcast: 'RESERVED',
  multicast: 'MULTICAST',
  linkLocal: 'LINK_LOCAL',
  // Addresses that carry an IPv4 address inside would reach what the IPv4 rules refuse.
  rfc6145: 'RESERVED',
  rfc6052: 'RESERVED',
  '6to4': 'RESERVED',
  teredo: 'RESERVED',
  // fec0::/10, which was for one site, and may still be routed inside it.
  deprecatedSiteLocal: 'RESERVED',
  discard: 'RESERVED',
};

/**
 * Whether the manager may dial this address; null: yes. Only the usual spellings are addresses (no `0x7f.1`,
 * no `2130706433`, no zones, no full-width digits); IPv6-mapped IPv4 is judged as the IPv4 that it is.
 */
export function judgeAddress(text: string, loopbackAllowed = false): AddressRefusal | null {
  const address = parseAddress(text);
  if (!address) return 'NOT_AN_ADDRESS';
  if (METADATA.check(address.toString(), address.kind())) return 'METADATA';
  const range = address.range();
  if (range === 'loopback') return loopbackAllowed ? null : 'LOOPBACK';
  if (address.kind() === 'ipv4' && address.toByteArray()[0] === 0) return 'UNSPECIFIED';
  if (address.kind() === 'ipv4' && (address.toByteArray()[0] ?? 0) >= 240) return 'RESERVED';
  if (address.kind() === 'ipv6' && isIpv4Compatible(address.toByteArray())) return 'RESERVED';
  return REFUSED_RANGES[range] ?? null;
}

/** True for 127.0.0.0/8 and ::1, IPv6-mapped included. */
export function isLoopback(text: string): boolean {
  return parseAddress(text)?.range() === 'loopback';
}

/** The canonical spelling (`::FFFF:10.0.0.1` → `10.0.0.1`), so that one address is stored in one way. */
export function normalAddress(text: string): string {
  return parseAddress(text)?.toString() ?? text;
}

/** 32 hex digits that sort as addresses do, IPv4 before IPv6. */
export function addressSortKey(text: string): string {
  const address = parseAddress(text);
  if (!address) return text.slice(0, 32);
  return Buffer.from(address.toByteArray()).toString('hex').padStart(32, '0');
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  // Only IPv6-mapped addresses may contain dots.
  if (text.includes('.') && !/^::ffff:\d/i.test(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** `::a.b.c.d`, long obsolete; `::` and `::1` are judged by their ranges. */
function isIpv4Compatible(bytes: number[]): boolean {
  return bytes.slice(0, 12).every((byte) => byte === 0) && (bytes[12] !== 0 || bytes[13] !== 0);
}
