import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter, putSearch } from '#web/components/fm-filter-bar/address.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Paths, Schemas } from '#web/core/schema.ts';
import { coverageText, flagOf, packageHref, YES_NO } from '#web/domain/package/texts.ts';
import { texts } from './texts.ts';

type Query = NonNullable<NonNullable<Paths['/api/v1/packages']['get']['parameters']['query']>>;
type Row = Schemas['FleetPackage'];

const columns: readonly Column<Row>[] = [
  { key: 'name', header: 'Package', minRem: 12, grow: 2, render: ({ name }) => safeName(name) },
  { key: 'hosts', header: 'Hosts', minRem: 5, align: 'end', render: ({ hosts }) => hosts },
  { key: 'versions', header: 'Versions', minRem: 6, align: 'end', render: ({ versions }) => versions },
  {
    key: 'pending',
    header: 'Update pending',
    minRem: 9,
    align: 'end',
    priority: 2,
    render: ({ hosts_pending: hosts }) => hosts,
  },
  {
    key: 'held',
    header: 'Held',
    minRem: 5,
    align: 'end',
    priority: 3,
    render: ({ hosts_held: hosts }) => hosts,
  },
];

const ACTIONS: readonly PageAction[] = [
  { key: 'compare', label: 'Compare hosts', href: '/packages/compare' },
  { key: 'differences', label: 'Differences in a group', href: '/packages/differences' },
];

/** What is installed across the fleet. */
export class FmPagePackages extends FmPage {
  #coverage: Schemas['PackageCoverage'] | null = null;
  readonly #rows = new PagedList<Row, Query>(this, {
    query: () => queryOf(this.query),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/packages', { params, signal }));
      this.#coverage = list.coverage;
      return { rows: list.packages, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): TemplateResult {
    const coverage = this.#coverage === null ? null : coverageText(this.#coverage);
    return html`<div class="page">
      <fm-page-header heading="Packages" .actions=${ACTIONS}><p>${texts.what}</p></fm-page-header>
      <fm-filter-bar
        label="Packages"
        .search=${this.query.get('search') ?? ''}
        placeholder="Name"
        .filters=${filtersOf(this.query)}
        @fm-search=${putSearch}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      ${coverage === null ? nothing : html`<p class="notice">${coverage}</p>`}
      <p class="quiet small" role="status">${totalText(this.#rows.total, 'package', 'packages')}</p>
      ${renderReading(this.#rows, {
        what: 'the packages',
        isEmpty: ({ length }) => length === 0,
        empty: () => none(this.query),
        complete: (rows) =>
          html`<fm-table
            label="Packages"
            name="packages"
            .rowKey=${({ name }: Row) => name}
            .loadAll=${() => this.#rows.readAll()}
            .rows=${rows}
            .columns=${columns}
            .rowHref=${({ name }: Row) => packageHref(name)}
            .total=${this.#rows.total}
            @fm-near-end=${() => this.#rows.more()}
          ></fm-table>`,
      })}
    </div>`;
  }
}

const NAMES = ['search', 'pending', 'held'] as const;

const clearFilters = (): void => setQuery({ search: null, pending: null, held: null });

function none(query: URLSearchParams): TemplateResult {
  if (NAMES.some((name) => query.get(name)))
    return html`<fm-state kind="empty" heading=${texts.noneFits}>
      <button slot="actions" @click=${clearFilters}>Show all</button>
    </fm-state>`;
  return html`<fm-state kind="empty" heading=${texts.none}>${texts.noneText}</fm-state>`;
}

const filtersOf = (query: URLSearchParams) => [
  { name: 'pending', label: 'Update pending', value: query.get('pending') || null, options: YES_NO },
  { name: 'held', label: 'Held', value: query.get('held') || null, options: YES_NO },
];

function queryOf(query: URLSearchParams): Query {
  const found = {
    search: query.get('search')?.trim().slice(0, 256) || undefined,
    pending: flagOf(query.get('pending')),
    held: flagOf(query.get('held')),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

define('fm-page-packages', FmPagePackages);
