import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface Network {
  address: Address;
  prefix: number;
}

/** What is wrong with an entry, to be put after its name ("is no address …"); null: nothing. */
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
 * Returns a function that says whether the list lets an address in. An empty list lets in everybody; a list whose
 * entries cannot be read lets in nobody; text that is no address is not let in. IPv6-mapped IPv4 counts as IPv4, in
 * entries and in addresses.
 */
export function matcherOf(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => true;
  // One for each kind: in a common list, Node takes IPv4 addresses for IPv6 ones with the same bits, and the reverse.
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

/** Refuses `010.0.0.1`, `0x7f.1`, `2130706433`, and addresses with an interface: those are no usual spellings. */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  // The library takes the obsolete ::10.0.0.1 for 10.0.0.1; only IPv6-mapped addresses may contain dots.
  if (text.includes('.') && !/^::ffff:\d/i.test(text)) return null;
  return ipaddr.process(text);
}

/** Without the interface name that follows the address of a peer on the same link (`fe80::1%eth0`). */
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
