import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter } from '#web/components/fm-filter-bar/address.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { nextSort, readSort, sortText } from '#web/components/fm-table/sorting.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { navigate } from '#web/core/router.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Paths, Schemas } from '#web/core/schema.ts';
import { asker } from '#web/domain/host/asker.ts';
import { newJobHref } from '#web/domain/host/chosenHosts.ts';
import { coverageText, flagOf, historyHref, YES_NO } from '#web/domain/package/texts.ts';
import { texts } from './texts.ts';

type Query = Paths['/api/v1/packages/hosts']['get']['parameters']['query'];
type Row = Schemas['PackageHost'];
type Versions = Schemas['PackageVersionList'];

const versionsText = ({ packages }: Row): TemplateResult[] =>
  packages.map(
    ({ version, arch, held }) =>
      html`<div>${safeName(version)} (${safeName(arch)})${held ? ', held' : ''}</div>`,
  );

const columns: readonly Column<Row>[] = [
  {
    key: 'fqdn',
    header: 'Host',
    minRem: 12,
    grow: 2,
    isSortable: true,
    render: ({ display_name: own, fqdn }) => safeName(own ?? fqdn),
  },
  { key: 'version', header: 'Version', minRem: 11, grow: 1, isSortable: true, render: versionsText },
  {
    key: 'available',
    header: 'Available',
    minRem: 9,
    grow: 1,
    priority: 2,
    render: ({ packages }) =>
      safeName(packages.find((one) => one.available_version)?.available_version ?? ''),
  },
  {
    key: 'as_of',
    header: 'As of',
    minRem: 9,
    priority: 3,
    render: ({ state }) => html`<fm-time .datetime=${state.collected_at}></fm-time>`,
  },
];

const historyColumn = (name: string): Column<Row> => ({
  key: 'history',
  header: 'History',
  minRem: 7,
  priority: 4,
  render: ({ host_id: id }) => html`<a href=${historyHref(id, name)}>${texts.history}</a>`,
});

/** One package: in which versions it is installed, and on which hosts. */
export class FmPagePackage extends FmPage {
  static override properties = { problem: { state: true }, isGathering: { state: true } };
  /** Why no job could be begun. */
  declare problem: string | null;
  declare isGathering: boolean;
  readonly #versions = new Resource<Versions, readonly [string, string]>(this, {
    args: () =>
      this.query.get('name') ? [this.query.get('name') ?? '', this.query.get('group') ?? ''] : null,
    read: ([name, group], signal) => {
      const query = { name, ...(group === '' ? {} : { group_id: group }) };
      return must(api.GET('/api/v1/packages/versions', { params: { query }, signal }));
    },
  });
  readonly #group = new Resource<string, readonly [string]>(this, {
    args: () => (this.query.get('group') ? [this.query.get('group') ?? ''] : null),
    read: async ([id], signal) =>
      safeName(
        (await must(api.GET('/api/v1/groups/{group_id}', { params: { path: { group_id: id } }, signal })))
          .name,
      ),
  });
  readonly #rows = new PagedList<Row, Query>(this, {
    query: () => queryOf(this.query),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/packages/hosts', { params, signal }));
      return { rows: list.hosts, total: list.total, cursor: list.next_cursor };
    },
  });

  constructor() {
    super();
    this.problem = null;
    this.isGathering = false;
  }

  override render(): TemplateResult {
    const name = this.query.get('name');
    return html`<div class="page">
      <fm-page-header
        heading=${name ? safeName(name) : 'Package'}
        .crumbs=${[{ label: 'Packages', href: '/packages' }]}
        .actions=${name ? this.#actions() : []}
        @fm-action=${() => void this.#newJob()}
      ></fm-page-header>
      ${this.problem === null ? nothing : html`<p class="notice warn" role="alert">${this.problem}</p>`}
      ${name ? this.#view() : html`<fm-state kind="empty" heading=${texts.unnamed}>${texts.unnamedText}</fm-state>`}
    </div>`;
  }

  #view(): TemplateResult {
    const coverage = this.#versions.value ? coverageText(this.#versions.value.coverage) : null;
    return html`<fm-filter-bar
        label="Hosts"
        .search=${this.query.get('below') ?? ''}
        placeholder=${texts.below}
        .filters=${this.#filters()}
        @fm-search=${({ detail }: CustomEvent<string>) => setQuery({ below: detail || null })}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      ${coverage === null ? nothing : html`<p class="notice">${coverage}</p>`}
      <p class="quiet small" role="status">${totalText(this.#rows.total, 'host', 'hosts')}</p>
      ${renderReading(this.#rows, {
        what: 'the hosts',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<fm-state kind="empty" heading=${texts.noneFits}>${texts.noneText}</fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label="Hosts"
            name="package-hosts"
            .rows=${rows}
            .columns=${[...columns, historyColumn(this.query.get('name') ?? '')]}
            .rowKey=${(row: Row) => row.host_id}
            .rowHref=${(row: Row) => `/hosts/${row.host_id}`}
            .sort=${readSort(sortOf(this.query))}
            .total=${this.#rows.total}
            .loadAll=${() => this.#rows.readAll()}
            @fm-sort=${({ detail }: CustomEvent<string>) =>
              setQuery({ sort: sortText(nextSort(readSort(sortOf(this.query)), detail)) })}
            @fm-near-end=${() => this.#rows.more()}
          ></fm-table>`,
      })}`;
  }

  #filters() {
    const versions = this.#versions.value?.versions ?? [];
    const options = [...new Set(versions.map(({ version }) => version))].map((value) => {
      const hosts = versions.reduce((sum, one) => sum + (one.version === value ? one.hosts : 0), 0);
      return { value, label: `${safeName(value)} (${hosts})` };
    });
    const of = (name: string): string | null => this.query.get(name) || null;
    return [
      { name: 'version', label: 'Version', value: of('version'), options },
      { name: 'pending', label: 'Update pending', value: of('pending'), options: YES_NO },
      { name: 'held', label: 'Held', value: of('held'), options: YES_NO },
      // Chosen on another page; here it can be taken away.
      ...(of('group') === null
        ? []
        : [{ name: 'group', label: 'Group', value: of('group'), valueText: this.#group.value ?? '…' }]),
    ];
  }

  #actions(): PageAction[] {
    if (!asker.may('jobs:run') || !asker.serves('createJob') || !this.#rows.total) return [];
    const reason = this.isGathering ? texts.gathering : null;
    const label = texts.update(this.#rows.total);
    return [{ key: 'job', label, icon: 'plus', tone: 'primary', reason }];
  }

  /** Begins a job for all hosts that match, loaded or not. */
  async #newJob(): Promise<void> {
    if (this.isGathering) return;
    const query = queryOf(this.query);
    this.isGathering = true;
    this.problem = null;
    try {
      const isWhole = await this.#rows.readAll();
      if (!this.isConnected || JSON.stringify(queryOf(this.query)) !== JSON.stringify(query)) return;
      const ids = this.#rows.rows.map(({ host_id: id }) => id);
      if (isWhole && query)
        navigate(newJobHref(ids, [['operation', 'update'] as const, ['package', query.name]]));
      else this.problem = texts.gatherFailed;
    } finally {
      this.isGathering = false;
    }
  }
}

const clearFilters = (): void =>
  setQuery({ below: null, version: null, pending: null, held: null, group: null });

const SORTS = ['fqdn', '-fqdn', 'version', '-version'] as const;

const sortOf = (query: URLSearchParams): (typeof SORTS)[number] =>
  SORTS.find((one) => one === query.get('sort')) ?? 'fqdn';

function queryOf(query: URLSearchParams): Query | null {
  const name = query.get('name');
  if (!name) return null;
  const found = {
    version: query.get('version') || undefined,
    version_below: query.get('below')?.trim().slice(0, 256) || undefined,
    pending: flagOf(query.get('pending')),
    held: flagOf(query.get('held')),
    group_id: query.get('group') || undefined,
    sort: sortOf(query),
  };
  return { name, ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) };
}

define('fm-page-package', FmPagePackage);
