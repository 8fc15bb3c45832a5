import { type Context, type HostScope, search } from '#sdk';
import type { HostIds } from '#sdk/hosts.ts';
import type { Unfixed } from './unfixed.ts';
import { hostsIn, sightOf, type UnfixedSight } from './unfixedList.ts';

/** CVEs as they are written, and as people shorten them: `2024-6387`. */
const WRITTEN = /^(?:cve-?)?([0-9]{1,4}(?:-[0-9]{0,19})?)?$/i;

/** Finds CVEs by the beginning of their number. */
export const cveSearch = (
  ask: (asked: CveNamesQuestion, signal: AbortSignal) => Promise<CveNames>,
): search.Source => ({
  kind: 'cve',
  permission: 'exposure:read',
  async find({ text, limit, scope }, signal) {
    const [whole, number = ''] = WRITTEN.exec(text) ?? [];
    // One or two digits are the beginning of every number.
    if (whole === undefined || (number.length < 3 && !/^cve/i.test(text))) return { items: [], total: 0 };
    const { found, total } = await ask({ from: `CVE-${number}`, limit, scope }, signal);
    return {
      items: found.map((one) => ({
        id: one.cve,
        name: one.cve,
        pagePath: `/vulnerabilities/${encodeURIComponent(one.cve)}`,
        about: aboutOf(one),
      })),
      total,
    };
  },
});

export interface CveNamesQuestion {
  from: string;
  limit: number;
  scope: HostScope;
}

interface CveNames {
  found: Found[];
  total: number;
}

/** CVEs whose names begin with `from`, in their order, and how many there are. */
export async function findCveNames(
  ctx: Context,
  unfixed: Unfixed,
  { from, limit, scope, signal }: CveNamesQuestion & { signal: AbortSignal },
): Promise<CveNames> {
  const inScope = await ctx.core.hosts.idsIn(scope);
  const sight = await sightOf(ctx, unfixed, scope);
  const open = await (inScope ? inView(ctx, { from, inScope, signal }) : all(ctx, from));
  const found = sight ? withUnfixed(open, from, sight) : open;
  return { found: found.slice(0, limit), total: found.length };
}

interface Found {
  cve: string;
  hosts: number;
  /** Hosts on which no source fixes it; absent: not known. */
  withoutFix?: number;
}

const hostsText = (hosts: number): string => `${hosts} ${hosts === 1 ? 'host' : 'hosts'}`;

function aboutOf({ hosts, withoutFix = 0 }: Found): string {
  if (withoutFix === 0) return hosts === 0 ? 'open on no host' : `open on ${hostsText(hosts)}`;
  if (hosts === 0) return `without a fix on ${hostsText(withoutFix)}`;
  return `open on ${hostsText(hosts)}, without a fix on ${withoutFix}`;
}

function withUnfixed(open: readonly Found[], from: string, sight: UnfixedSight): Found[] {
  const found = new Map(open.map((one) => [one.cve, one]));
  for (const one of sight.view.cves.values()) {
    const withoutFix = one.cve.startsWith(from) ? hostsIn(one, sight) : 0;
    if (withoutFix > 0)
      found.set(one.cve, { cve: one.cve, hosts: found.get(one.cve)?.hosts ?? 0, withoutFix });
  }
  return [...found.values()].sort((a, b) => (a.cve < b.cve ? -1 : 1)).slice(0, search.MOST_COUNTED + 1);
}

/** `~` sorts after every digit and hyphen. */
const upTo = (from: string): string => `${from}~`;

async function all({ db }: Context, from: string): Promise<Found[]> {
  const rows = (await db
    .reader('exposure_cves')
    .where('cve', '>=', from)
    .where('cve', '<', upTo(from))
    .orderBy('cve')
    .limit(search.MOST_COUNTED + 1)
    .select('cve', 'hosts_open')) as { cve: string; hosts_open: number }[];
  return rows.map(({ cve, hosts_open: hosts }) => ({ cve, hosts: Number(hosts) }));
}

/** Counts over the hosts of the caller, in a thread: the read would hold up the event loop. */
async function inView(
  ctx: Context,
  { from, inScope, signal }: { from: string; inScope: HostIds; signal: AbortSignal },
): Promise<Found[]> {
  const { reader } = ctx.db;
  const query = reader('exposure_findings')
    .where('cve', '>=', from)
    .where('cve', '<', upTo(from))
    .whereIn('host_id', inScope(reader))
    .groupBy('cve')
    .orderBy('cve')
    .limit(search.MOST_COUNTED + 1)
    .select('cve', reader.raw('count(`open`) as hosts'));
  const { sql, bindings } = query.toSQL().toNative();
  const found: Found[] = [];
  for await (const rows of ctx.reading.rows<{ cve: string; hosts: number | string }>(
    { sql, bindings },
    { signal },
  ))
    found.push(...rows.map(({ cve, hosts }) => ({ cve, hosts: Number(hosts) })));
  return found;
}
