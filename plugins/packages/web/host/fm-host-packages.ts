import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { compareHref, flagOf, historyHref, packageHref, YES_NO } from '#web/domain/package/texts.ts';
import { texts } from './texts.ts';

type Row = Schemas['InstalledPackage'];

interface Query {
  hostId: string;
  search?: string;
  pending?: boolean;
  held?: boolean;
}

const columns: readonly Column<Row>[] = [
  { key: 'name', header: 'Package', minRem: 12, grow: 2, render: ({ name }) => safeName(name) },
  {
    key: 'version',
    header: 'Version',
    minRem: 10,
    grow: 1,
    render: ({ version, held }) => `${safeName(version)}${held ? ', held' : ''}`,
  },
  {
    key: 'available',
    header: 'Available',
    minRem: 10,
    grow: 1,
    priority: 2,
    render: ({ available_version: version }) => safeName(version ?? ''),
  },
  { key: 'arch', header: 'Architecture', minRem: 8, priority: 4, render: ({ arch }) => safeName(arch) },
  {
    key: 'origin',
    header: 'From',
    minRem: 8,
    priority: 3,
    render: ({ origin }) => safeName(origin ?? ''),
  },
];

const styles = css`
  :host {
    display: grid;
    gap: var(--fm-space-3);
  }
`;

/** The tab of a host's page: what is installed there, and how old that list is. */
export class FmHostPackages extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { hostId: {}, search: { state: true }, chosen: { state: true } };
  declare hostId: string;
  declare search: string;
  /** The chosen filters, besides the search. */
  declare chosen: Readonly<Record<string, string | null>>;
  #state: Schemas['PackageListState'] | null = null;
  readonly #rows = new PagedList<Row, Query>(this, {
    query: () => (this.hostId === '' ? null : this.#query()),
    read: async ({ hostId, ...query }, page, signal) => {
      const params = { path: { host_id: hostId }, query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/hosts/{host_id}/packages', { params, signal }));
      this.#state = list.state;
      return { rows: list.packages, total: list.total, cursor: list.next_cursor };
    },
  });

  constructor() {
    super();
    this.hostId = '';
    this.search = '';
    this.chosen = {};
  }

  override render(): TemplateResult {
    return html`<fm-filter-bar
        label="Packages of this host"
        .search=${this.search}
        placeholder="Name"
        .filters=${[
          {
            name: 'pending',
            label: 'Update pending',
            value: this.chosen['pending'] ?? null,
            options: YES_NO,
          },
          { name: 'held', label: 'Held', value: this.chosen['held'] ?? null, options: YES_NO },
        ]}
        @fm-search=${({ detail }: CustomEvent<string>) => (this.search = detail)}
        @fm-filter=${({ detail }: CustomEvent<{ name: string; value: string | null }>) =>
          (this.chosen = { ...this.chosen, [detail.name]: detail.value })}
        @fm-clear-filters=${() => [(this.search = ''), (this.chosen = {})]}
      ></fm-filter-bar>
      <p class="row">
        <a class="button" href=${historyHref(this.hostId)}>${texts.history}</a>
        <a class="button" href=${compareHref(this.hostId)}>${texts.compare}</a>
      </p>
      ${this.#age()}
      ${renderReading(this.#rows, {
        what: 'the packages',
        isEmpty: ({ length }) => length === 0,
        empty: () =>
          this.#state?.collected_at
            ? html`<fm-state kind="empty" heading=${texts.noneFits}></fm-state>`
            : html`<fm-state kind="empty" heading=${texts.none}>${texts.noneText}</fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label="Packages"
            name="host-packages"
            .rowKey=${({ name, arch, version }: Row) => `${name} ${arch} ${version}`}
            .loadAll=${() => this.#rows.readAll()}
            .rows=${rows}
            .columns=${columns}
            .rowHref=${({ name }: Row) => packageHref(name)}
            .total=${this.#rows.total}
            @fm-near-end=${() => this.#rows.more()}
          ></fm-table>`,
      })}`;
  }

  #age(): unknown {
    const state = this.#state;
    if (state === null) return nothing;
    const at = state.collected_at;
    return html`${
        state.problem === null
          ? nothing
          : html`<p class="notice warn">
              ${texts.failing} <code>${state.problem}</code>,
              <fm-time .datetime=${state.problem_since}></fm-time>
            </p>`
      }
      <p class="quiet small" role="status">
        ${totalText(this.#rows.total, 'package', 'packages')}
        ${at === null ? nothing : html`· ${texts.asOf} <fm-time .datetime=${at} mode="absolute"></fm-time>`}
      </p>`;
  }

  #query(): Query {
    const found = {
      search: this.search.trim().slice(0, 256) || undefined,
      pending: flagOf(this.chosen['pending'] ?? null),
      held: flagOf(this.chosen['held'] ?? null),
    };
    const set = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
    return { hostId: this.hostId, ...set };
  }
}

define('fm-host-packages', FmHostPackages);
