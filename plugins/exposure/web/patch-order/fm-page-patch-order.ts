import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter, putSearch } from '#web/components/fm-filter-bar/address.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { countText, plural } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { advisoryColumns, advisoryHref, type Advisory } from '#web/domain/exposure/advisories.ts';
import { dataDates } from '#web/domain/exposure/dataSets.ts';
import { PatchOn } from '#web/domain/exposure/patchOn.ts';
import { readGroupNames, type GroupNames } from '#web/domain/group/names.ts';
import { asker } from '#web/domain/host/asker.ts';
import { readHost } from '#web/domain/host/changes.ts';
import { hostName } from '#web/domain/host/hostName.ts';
import { clearFilters, filtersOf, isFiltered, queryOf, type Query } from './filters.ts';
import { texts } from './texts.ts';

const columns: readonly Column<Advisory>[] = [
  {
    key: 'rank',
    header: 'Rank',
    minRem: 4,
    align: 'end',
    priority: 5,
    isExtra: true,
    render: ({ rank }) => countText(rank),
    text: ({ rank }) => rank,
  },
  ...advisoryColumns,
  {
    key: 'overdue',
    header: 'Overdue hosts',
    minRem: 6,
    align: 'end',
    priority: 5,
    isExtra: true,
    render: ({ hosts_overdue: hosts }) => countText(hosts),
    text: ({ hosts_overdue: hosts }) => hosts,
  },
  {
    key: 'cves',
    header: 'CVEs',
    minRem: 5,
    align: 'end',
    priority: 3,
    render: ({ cves }) => (cves === 0 ? html`<span class="quiet">Not known</span>` : countText(cves)),
    text: ({ cves }) => cves,
  },
  {
    key: 'due',
    header: 'First due',
    minRem: 8,
    priority: 5,
    render: ({ earliest_due_at: at }) =>
      html`<fm-time .datetime=${at} mode="date" missing="Not recorded"></fm-time>`,
    text: ({ earliest_due_at: at }) => at ?? 'not recorded',
  },
];

/** What to patch first, by advisory: an administrator applies one, whatever packages it has. */
export class FmPagePatchOrder extends FmPage {
  readonly #patchOn = new PatchOn(this);
  readonly #rows = new PagedList<Advisory, Query>(this, {
    query: () => queryOf(this.query),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/exposure/advisories', { params, signal }));
      return { rows: list.advisories, total: list.total, cursor: list.next_cursor };
    },
  });
  readonly #dataSets = new Resource<Schemas['ExposureDataSetList']>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/exposure/data-sets', { signal })),
  });
  readonly #groups = new Resource<GroupNames>(this, {
    args: () => (asker.serves('listGroups') ? [] : null),
    read: (_, signal) => readGroupNames(signal),
  });
  readonly #host = new Resource<Schemas['Host'], readonly [string]>(this, {
    args: () => {
      const id = this.query.get('host');
      return id ? [id] : null;
    },
    read: ([id], signal) => readHost(id, signal),
  });
  readonly #withJobs: readonly Column<Advisory>[] = [
    ...columns,
    {
      key: 'job',
      header: 'Job',
      minRem: 11.5,
      text: () => '',
      render: (row) => {
        const { group_id, host_id } = queryOf(this.query);
        return this.#patchOn.advisoryButton(row, { group_id, host_id });
      },
    },
  ];

  override render(): TemplateResult {
    const named = { groups: this.#groups.value, host: this.#host.value ? hostName(this.#host.value) : null };
    return html`<div class="page">
      <fm-page-header heading="Patch priorities">
        <p>${texts.what}</p>
        <p class="quiet small">${texts.severity}</p>
        ${dataDates(this.#dataSets)}
      </fm-page-header>
      <fm-filter-bar
        label="Patch priorities"
        .search=${this.query.get('search') ?? ''}
        placeholder="Advisory, package or CVE"
        .filters=${filtersOf(this.query, named)}
        @fm-search=${putSearch}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      ${this.#patchOn.notice()}
      <p class="quiet small" role="status">
        ${this.#rows.total === null ? nothing : plural(this.#rows.total, 'advisory', 'advisories')}
      </p>
      ${renderReading(this.#rows, {
        what: 'the priorities',
        isEmpty: ({ length }) => length === 0,
        empty: () => this.#none(),
        complete: (rows) =>
          html`<fm-table
            label="Patch priorities"
            name="patch-order"
            .rows=${rows}
            .columns=${this.#patchOn.isOffered ? this.#withJobs : columns}
            .rowKey=${({ id }: Advisory) => id}
            .rowHref=${advisoryHref}
            .total=${this.#rows.total}
            .loadAll=${this.#loadAll}
            @fm-near-end=${() => this.#rows.more()}
          ></fm-table>`,
      })}
    </div>`;
  }

  readonly #loadAll = async (): Promise<void> => {
    if (!(await this.#rows.readAll())) throw new Error('not all rows were read');
  };

  #none(): TemplateResult {
    if (!isFiltered(this.query))
      return html`<fm-state kind="empty" heading=${texts.none}>${texts.noneText}</fm-state>`;
    return html`<fm-state kind="empty" heading=${texts.noneFits}>
      <button slot="actions" @click=${clearFilters}>${texts.showAll}</button>
    </fm-state>`;
  }
}

define('fm-page-patch-order', FmPagePatchOrder);
