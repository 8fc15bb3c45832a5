import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter, putSearch } from '#web/components/fm-filter-bar/address.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { plural } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { coverageText, packageHref } from '#web/domain/package/texts.ts';
import { texts } from './texts.ts';

type Row = Schemas['GroupPackageDifference'];

interface Query {
  id: string;
  search?: string;
}

/** The most groups of one answer; there are no more. */
const MOST_GROUPS = 500;

const columns: readonly Column<Row>[] = [
  { key: 'name', header: 'Package', minRem: 12, grow: 2, render: ({ name }) => safeName(name) },
  {
    key: 'versions',
    header: 'Versions',
    minRem: 14,
    grow: 2,
    isLong: true,
    render: ({ versions, versions_total: total }) => [
      ...versions.map(({ version, hosts }) => html`<div>${safeName(version)} (${texts.hosts(hosts)})</div>`),
      ...(total > versions.length
        ? [html`<div class="quiet">${texts.more(total - versions.length)}</div>`]
        : []),
    ],
    text: ({ versions }) => versions.map(({ version, hosts }) => `${version} (${hosts})`).join('; '),
  },
  { key: 'hosts', header: 'Hosts with it', minRem: 7, align: 'end', render: ({ hosts }) => hosts },
  {
    key: 'without',
    header: 'Without',
    minRem: 6,
    align: 'end',
    priority: 2,
    render: ({ hosts_without: hosts }) => hosts,
  },
];

/** What differs within a group; `?group=…`. */
export class FmPagePackageDifferences extends FmPage {
  #coverage: Schemas['PackageCoverage'] | null = null;
  readonly #groups = new Resource<Schemas['GroupList']>(this, {
    args: () => [],
    read: (_args, signal) =>
      must(api.GET('/api/v1/groups', { params: { query: { limit: MOST_GROUPS } }, signal })),
  });
  readonly #rows = new PagedList<Row, Query>(this, {
    query: () => queryOf(this.query),
    read: async ({ id, ...query }, page, signal) => {
      const params = { path: { group_id: id }, query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/groups/{group_id}/package-differences', { params, signal }));
      this.#coverage = list.coverage;
      return { rows: list.differences, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Differences in a group" .crumbs=${[{ label: 'Packages', href: '/packages' }]}>
        <p>${texts.what}</p>
      </fm-page-header>
      ${renderReading(this.#groups, {
        what: 'the groups',
        isEmpty: ({ groups }) => groups.length === 0,
        empty: () =>
          html`<fm-state kind="empty" heading=${texts.noGroups}>
            ${texts.noGroupsText} <a slot="actions" class="button" href="/groups">Groups</a>
          </fm-state>`,
        complete: ({ groups }) => this.#view(groups),
      })}
    </div>`;
  }

  #view(groups: readonly Schemas['Group'][]): TemplateResult {
    const group = this.query.get('group') || null;
    const options = groups.map(({ id, name }) => ({ value: id, label: safeName(name) }));
    return html`<fm-filter-bar
        label="Packages"
        .search=${this.query.get('search') ?? ''}
        placeholder="Name"
        .filters=${[{ name: 'group', label: 'Group', value: group, options, any: 'Choose a group' }]}
        @fm-search=${putSearch}
        @fm-filter=${putFilter}
        @fm-clear-filters=${() => setQuery({ search: null, group: null })}
      ></fm-filter-bar>
      ${
        group === null
          ? html`<fm-state kind="empty" heading=${texts.choose}>${texts.chooseText}</fm-state>`
          : this.#differences(group)
      }`;
  }

  #differences(group: string): TemplateResult {
    const coverage = this.#coverage === null ? null : coverageText(this.#coverage);
    return html`${coverage === null ? nothing : html`<p class="notice">${coverage}</p>`}
      <p class="quiet small" role="status">
        ${
          this.#rows.total === null || this.#coverage === null
            ? nothing
            : `${plural(this.#rows.total, 'package differs', 'packages differ')} among ${plural(this.#coverage.hosts_known, 'host')}.`
        }
      </p>
      ${renderReading(this.#rows, {
        what: 'the differences',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<fm-state kind="empty" heading=${this.#noneText()}></fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label="Differences"
            name="group-package-differences"
            .rows=${rows}
            .columns=${columns}
            .rowKey=${({ name }: Row) => name}
            .rowHref=${({ name }: Row) => `${packageHref(name)}&group=${encodeURIComponent(group)}`}
            .total=${this.#rows.total}
            .loadAll=${() => this.#rows.readAll()}
            @fm-near-end=${() => this.#rows.more()}
          ></fm-table>`,
      })}`;
  }

  #noneText(): string {
    if (this.#coverage?.hosts_known === 0) return texts.unknown;
    return this.query.get('search') ? texts.noneFits : texts.same;
  }
}

function queryOf(query: URLSearchParams): Query | null {
  const id = query.get('group');
  if (!id) return null;
  const search = query.get('search')?.trim().slice(0, 256);
  return { id, ...(search ? { search } : {}) };
}

define('fm-page-package-differences', FmPagePackageDifferences);
