import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { hostName } from '#web/domain/host/hostName.ts';
import { compareHref, packageHref } from '#web/domain/package/texts.ts';
import { changeText, texts } from './texts.ts';

type Row = Schemas['HostPackageChange'];

interface Query {
  hostId: string;
  name?: string;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'at',
    header: 'Seen',
    minRem: 10,
    text: ({ at }: Row) => at,
    render: ({ at }) => html`<fm-time .datetime=${at} mode="absolute"></fm-time>`,
  },
  {
    key: 'total',
    header: 'Changes',
    minRem: 6,
    align: 'end',
    priority: 2,
    render: ({ changes_total: total }) => total,
  },
  {
    key: 'changes',
    header: 'Change',
    minRem: 18,
    grow: 3,
    isLong: true,
    render: ({ changes, changes_total: total }) => [
      ...changes.map((change) => html`<div>${changeText(change)}</div>`),
      ...(total > changes.length
        ? [html`<div class="quiet">${texts.more(total - changes.length)}</div>`]
        : []),
    ],
    text: ({ changes, changes_total: total }) =>
      [
        ...changes.map(changeText),
        ...(total > changes.length ? [texts.more(total - changes.length)] : []),
      ].join('; '),
  },
];

/** What changed among the packages of a host, or of one of them; `?host=…&name=…`. */
export class FmPagePackageHistory extends FmPage {
  #state: Schemas['PackageListState'] | null = null;
  readonly #host = new Resource<string, readonly [string]>(this, {
    args: () => (this.query.get('host') ? [this.query.get('host') ?? ''] : null),
    read: async ([id], signal) =>
      hostName(await must(api.GET('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } }, signal }))),
  });
  readonly #rows = new PagedList<Row, Query>(this, {
    query: () => queryOf(this.query),
    read: async ({ hostId, ...query }, page, signal) => {
      const params = { path: { host_id: hostId }, query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/hosts/{host_id}/packages/changes', { params, signal }));
      this.#state = list.state;
      return { rows: list.changes, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): TemplateResult {
    const id = this.query.get('host');
    const name = this.#host.value;
    return html`<div class="page">
      <fm-page-header
        heading=${name === undefined ? 'Package history' : `Packages of ${name}`}
        .crumbs=${[
          { label: 'Packages', href: '/packages' },
          ...(id && name !== undefined ? [{ label: name, href: `/hosts/${id}?tab=packages` }] : []),
        ]}
        .actions=${this.#actions()}
      >
        <p>${texts.what}</p>
      </fm-page-header>
      ${
        id
          ? renderReading(this.#host, { what: 'the host', complete: () => this.#view() })
          : html`<fm-state kind="empty" heading=${texts.unnamed}>
              ${texts.unnamedText} <a slot="actions" class="button" href="/hosts">Hosts</a>
            </fm-state>`
      }
    </div>`;
  }

  #actions(): PageAction[] {
    const [id, name] = [this.query.get('host'), this.query.get('name')];
    if (!id) return [];
    return [
      ...(name
        ? [{ key: 'package', label: 'Hosts', icon: 'package' as const, href: packageHref(name) }]
        : []),
      { key: 'compare', label: 'Compare', href: compareHref(id) },
    ];
  }

  #view(): TemplateResult {
    const since = this.#state?.known_since ?? null;
    return html`<fm-filter-bar
        label="Package"
        .search=${this.query.get('name') ?? ''}
        placeholder=${texts.whole}
        @fm-search=${({ detail }: CustomEvent<string>) => setQuery({ name: detail || null })}
        @fm-clear-filters=${() => setQuery({ name: null })}
      ></fm-filter-bar>
      <p class="quiet small" role="status">
        ${totalText(this.#rows.total, 'changed list')}
        ${since === null ? nothing : html`· ${texts.since} <fm-time .datetime=${since} mode="absolute"></fm-time>`}
      </p>
      ${renderReading(this.#rows, {
        what: 'the history',
        isEmpty: ({ length }) => length === 0,
        empty: () => this.#none(since),
        complete: (rows) =>
          html`<fm-table
            label="History"
            name="package-history"
            .rows=${rows}
            .columns=${columns}
            .total=${this.#rows.total}
            .loadAll=${() => this.#rows.readAll()}
            @fm-near-end=${() => this.#rows.more()}
          ></fm-table>`,
      })}`;
  }

  #none(since: string | null): TemplateResult {
    if (since === null) return html`<fm-state kind="empty" heading=${texts.noneKnown}></fm-state>`;
    if (this.query.get('name'))
      return html`<fm-state kind="empty" heading=${texts.noneOf}>${texts.noneOfText}</fm-state>`;
    return html`<fm-state kind="empty" heading=${texts.none}>
      ${texts.noneSince} <fm-time .datetime=${since} mode="absolute"></fm-time>.
    </fm-state>`;
  }
}

function queryOf(query: URLSearchParams): Query | null {
  const hostId = query.get('host');
  if (!hostId) return null;
  const name = query.get('name')?.trim().slice(0, 256);
  return { hostId, ...(name ? { name } : {}) };
}

define('fm-page-package-history', FmPagePackageHistory);
