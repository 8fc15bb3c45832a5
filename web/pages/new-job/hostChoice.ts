import { html } from 'lit';
import { api, must } from '../../core/api.ts';
import '../../components/fm-badge/fm-badge.ts';
import type { Column } from '../../components/fm-table/column.ts';
import { countText } from '../../core/format.ts';
import { hostName } from '../../domain/host/hostName.ts';
import type { Schemas } from '../../core/schema.ts';
import type { PreviewHost } from '../../domain/job/wavePreview.ts';
import { statusBadge } from '../../components/fm-badge/status.ts';

type Host = Schemas['Host'];
const PAGE_HOSTS = 500;
/** The most that one job takes. */
const MOST_HOSTS = 10_000;
/** A question names no more hosts than this, and counts the rest. */
const NAMED_HOSTS = 12;

export const hostColumns: readonly Column<Host>[] = [
  { key: 'fqdn', header: 'Host', grow: 2, render: hostName },
  {
    key: 'health',
    header: 'State',
    minRem: 9.5,
    priority: 3,
    render: ({ health_status: health }) => statusBadge('health', health),
  },
  {
    key: 'security',
    header: 'Security',
    minRem: 6,
    align: 'end',
    render: ({ patches_security: count }) => countText(count),
  },
  {
    key: 'patches',
    header: 'Patches',
    minRem: 6,
    align: 'end',
    priority: 4,
    render: ({ patches_total: count }) => countText(count),
  },
  {
    key: 'reboot',
    header: 'Reboot',
    minRem: 7,
    priority: 5,
    render: ({ reboot_required: isDue }) =>
      isDue ? html`<fm-badge tone="warn" label="Required"></fm-badge>` : isDue === null ? 'unknown' : 'No',
  },
];

/** Reads the hosts that fit: `search` as in the host list; with `hasSecurity`, only those with security patches. */
export async function readHosts(search: string, hasSecurity: boolean, signal: AbortSignal): Promise<Host[]> {
  const hosts: Host[] = [];
  let cursor: string | null = null;
  do {
    const query = {
      limit: PAGE_HOSTS,
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(hasSecurity ? { has_security: true } : {}),
      ...(cursor === null ? {} : { cursor }),
    };
    const page: Schemas['HostList'] = await must(api.GET('/api/v1/hosts', { params: { query }, signal }));
    hosts.push(...page.hosts);
    cursor = page.next_cursor;
  } while (cursor !== null && hosts.length < MOST_HOSTS);
  return hosts;
}

/** Reads the first of these hosts, as many as a question names; leaves out those that are gone or cannot be read. */
export async function readSome(ids: readonly string[]): Promise<Host[]> {
  const read = async (id: string): Promise<Host[]> => [
    await must(api.GET('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } } })),
  ];
  const found = await Promise.all(ids.slice(0, NAMED_HOSTS).map((id) => read(id).catch(() => [])));
  return found.flat();
}

/** The hosts that the page has read, by which it names what was chosen: another page may have chosen them. */
export class KnownHosts {
  readonly #byId = new Map<string, PreviewHost>();
  /** The list on its way, which may name more of them. */
  reading: Promise<unknown> = Promise.resolve();

  readonly know = (host: Host): void => {
    this.#byId.set(host.id, { name: hostName(host), fqdn: host.fqdn, tags: host.tags });
  };

  /** These hosts; those that were not read have their ids alone. */
  of(ids: readonly string[]): PreviewHost[] {
    return ids.map((id) => this.#byId.get(id) ?? { name: id, fqdn: id, tags: [] });
  }

  /** The names of these hosts, once they are read; those that cannot be read are named by their ids, at the end. */
  async namesOf(ids: readonly string[]): Promise<string[]> {
    await this.reading.catch(() => undefined);
    (await readSome(ids.filter((id) => !this.#byId.has(id)))).forEach(this.know);
    const unknown = ids.filter((id) => !this.#byId.has(id));
    const known = ids.flatMap((id) => this.#byId.get(id)?.name ?? []);
    return [...known.sort(), ...unknown.sort()];
  }
}
