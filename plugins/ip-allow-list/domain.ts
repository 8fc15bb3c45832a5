import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface Network {
  address: Address;
  prefix: number;
}

/** What is wrong with an entry, to follow its name ("is no address …"); null: nothing. */
export function judgeEntry(entry: string): string | null {
  const network = parseNetwork(entry);
  if (!network) return 'is neither an address nor a network such as 10.0.4.0/24 or 2001:db8::/32';
  const cleared = networkAddress(network);
  if (cleared.toString() === network.address.toString()) return null;
  return `has bits behind its prefix; did you mean ${spelled({ ...network, address: cleared })}?`;
}

/** The usual spelling of an entry that `judgeEntry` takes; a network of one address is that address. */
export function normalEntry(entry: string): string {
  const network = parseNetwork(entry);
  return network ? spelled(network) : entry;
}

/**
 * Says of an address whether the list lets it in. An empty list lets in everybody; entries that cannot be read let
 * nobody in; so does text that is no address. IPv6-mapped IPv4 is the IPv4 that it is, on both sides.
 */
export function matcherOf(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => true;
  // One for each kind: in a common one, Node takes IPv4 addresses for IPv6 ones of the same bits, and back.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const entry of entries) {
    const network = parseNetwork(entry);
    if (!network) continue;
    const kind = network.address.kind();
    lists[kind].addSubnet(network.address.toString(), network.prefix, kind);
  }
  return (text) => {
    const address = parseAddress(withoutZone(text));
    return address !== null && lists[address.kind()].check(address.toString(), address.kind());
  };
}

/** No `010.0.0.1`, no `0x7f.1`, no `2130706433`, and no name of an interface: those are no usual spellings. */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  // The library takes the obsolete ::10.0.0.1 for 10.0.0.1; dots stand in IPv6-mapped addresses alone.
  if (text.includes('.') && !/^::ffff:\d/i.test(text)) return null;
  return ipaddr.process(text);
}

/** A peer on the same link is known with the interface behind its address (`fe80::1%eth0`). */
const withoutZone = (text: string): string => text.replace(/%.*$/, '');

const bitsOf = (address: Address): number => address.toByteArray().length * 8;
const MAPPED_BITS = 96;

function parseNetwork(text: string): Network | null {
  const [, base = '', digits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(base);
  if (!address) return null;
  const isMapped = address.kind() === 'ipv4' && base.includes(':');
  const bits = bitsOf(address);
  const prefix = digits === undefined ? bits : Number(digits) - (isMapped ? MAPPED_BITS : 0);
  return prefix >= 0 && prefix <= bits ? { address, prefix } : null;
}

function networkAddress({ address, prefix }: Network): Address {
  const bytes = address.toByteArray().map((byte, index) => {
    const kept = Math.max(0, Math.min(8, prefix - index * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return ipaddr.fromByteArray(bytes);
}

function spelled({ address, prefix }: Network): string {
  const text = address.toString();
  return prefix === bitsOf(address) ? text : `${text}/${prefix}`;
}
