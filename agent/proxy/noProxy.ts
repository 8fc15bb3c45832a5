import { BlockList, isIP } from 'node:net';

/** Which hosts are reached without the proxy, as curl reads `no_proxy`; a name is never resolved for it. */
export interface NoProxy {
  /** `host`: a name or an address, as URL.hostname has it. */
  covers: (host: string) => boolean;
  /** Entries that curl passes over too, such as `*.example.org` and entries with a port. */
  ignored: readonly string[];
}

/**
 * Reads a list that commas or white space separate: `example.org` (it and all names below it; a dot in front changes
 * nothing), `10.0.4.2`, `10.0.0.0/8`, `2001:db8::/32`, or `*` alone, which covers everything. Each covers all ports.
 */
export function readNoProxy(text: string): NoProxy {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  if (entries.join() === '*') return { covers: () => true, ignored: [] };
  const names = new Set<string>();
  const networks = new BlockList();
  const ignored = entries.filter((entry) => {
    if (addNetwork(networks, entry.replace(/^\[(.*)\]$/, '$1'))) return false;
    const name = plainName(entry);
    if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)) return true;
    names.add(name);
    return false;
  });
  return { covers: (host) => isCovered(host, { names, networks }), ignored };
}

function isCovered(
  host: string,
  { names, networks }: { names: ReadonlySet<string>; networks: BlockList },
): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(bare);
  if (family !== 0) return networks.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  const labels = plainName(bare).split('.');
  return labels.some((_label, index) => names.has(labels.slice(index).join('.')));
}

const plainName = (text: string): string => text.toLowerCase().replace(/^\.|\.$/g, '');

/** Whether the entry is an address or a network. */
function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = '', length, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const longest = family === 6 ? 128 : 32;
  const prefix = length === undefined ? longest : /^\d{1,3}$/.test(length) ? Number(length) : Infinity;
  if (prefix > longest) return false;
  networks.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
  return true;
}
