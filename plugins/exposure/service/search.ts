import { MOST_COUNTED, type Context, type HostIds, type SearchSource } from '../../../server/plugin.ts';

/** As CVEs are written, and as people shorten them: `2024-6387`. */
const WRITTEN = /^(?:cve-?)?([0-9]{1,4}(?:-[0-9]{0,19})?)?$/i;

/** CVEs by the beginning of their number. */
export const cveSearch = (ctx: Context): SearchSource => ({
  kind: 'cve',
  permission: 'exposure:read',
  async find({ text, limit, scope }, signal) {
    const [whole, number = ''] = WRITTEN.exec(text) ?? [];
    // One or two digits are the beginning of every number.
    if (whole === undefined || (number.length < 3 && !/^cve/i.test(text))) return { items: [], total: 0 };
    const inScope = await ctx.core.hosts.idsIn(scope);
    const from = `CVE-${number}`;
    const found = await (inScope ? inView(ctx, { from, inScope, signal }) : all(ctx, from));
    return {
      items: found.slice(0, limit).map(({ cve, hosts }) => ({
        ...{ id: cve, name: cve, pagePath: `/vulnerabilities/${encodeURIComponent(cve)}` },
        about: hosts === 0 ? 'open on no host' : `open on ${hosts} ${hosts === 1 ? 'host' : 'hosts'}`,
      })),
      total: found.length,
    };
  },
});

interface Found {
  cve: string;
  hosts: number;
}

/** Behind every digit and hyphen. */
const upTo = (from: string): string => `${from}~`;

async function all({ db }: Context, from: string): Promise<Found[]> {
  const rows = (await db
    .reader('exposure_cves')
    .where('cve', '>=', from)
    .where('cve', '<', upTo(from))
    .orderBy('cve')
    .limit(MOST_COUNTED + 1)
    .select('cve', 'hosts_open')) as { cve: string; hosts_open: number }[];
  return rows.map(({ cve, hosts_open: hosts }) => ({ cve, hosts: Number(hosts) }));
}

/** Counted over the hosts of the caller, which is a longer read than the event loop should wait for. */
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
    .limit(MOST_COUNTED + 1)
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
