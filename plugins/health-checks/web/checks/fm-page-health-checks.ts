import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { putFilter, putSearch } from '#web/components/fm-filter-bar/address.ts';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { countText, totalText } from '#web/core/format.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { Soon } from '#web/core/soon.ts';
import { readGroupNames } from '#web/domain/group/names.ts';
import { asker } from '#web/domain/host/asker.ts';
import { readGroupCheck, removeGroupCheck } from './calls.ts';
import './fm-check-editor.ts';
import './fm-check-results.ts';
import { fleetTexts as texts, KINDS, RESULTS } from './texts.ts';

/** Many checks of a new group end within seconds; the list is read once for them. */
const SETTLE_MS = 2_000;

type Row = Schemas['FleetHealthCheck'];
type Query = { search?: string; last_status?: Schemas['HealthCheckResult'] };

const keyOf = ({ group_check_id: id, kind, name }: Row): string => id ?? `${kind} ${name}`;
const kindText = ({ kind }: Row): string => KINDS.find(({ value }) => value === kind)?.label ?? kind;
const count = (key: keyof Row & `hosts_${string}`, header: string, tone: 'bad' | 'warn' | null) =>
  ({
    key,
    header,
    minRem: 6,
    align: 'end',
    render: (row: Row) =>
      tone !== null && row[key] > 0
        ? html`<fm-badge tone=${tone} label=${countText(row[key])}></fm-badge>`
        : countText(row[key]),
    text: (row: Row) => row[key],
  }) as const;

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Check',
    minRem: 10,
    grow: 2,
    isRowHeader: true,
    render: ({ name, enabled }) => html`${safeName(name)}${enabled ? nothing : texts.disabledMark}`,
    text: ({ name }) => name,
  },
  {
    key: 'group',
    header: 'Defined on',
    minRem: 9,
    grow: 1,
    priority: 2,
    render: ({ group }) => (group === null ? texts.ofHosts : safeName(group.name)),
    text: ({ group }) => group?.name ?? '',
  },
  count('hosts_failing', 'Failing', 'bad'),
  { ...count('hosts_unknown', 'Unknown', 'warn'), priority: 2 },
  { ...count('hosts_passing', 'Passing', null), priority: 2 },
  { key: 'kind', header: 'Type', minRem: 10.5, priority: 4, render: kindText },
  { ...count('hosts_disabled', 'Not run', null), priority: 5 },
];

/**
 * Which health checks there are, on groups and on hosts, and on how many hosts they pass or fail now. `?new=` opens the
 * form, for the group of that id.
 */
export class FmPageHealthChecks extends FmPage {
  static override properties = { editing: { state: true } };
  /** The check of a group that is changed; null: none is. */
  declare editing: Schemas['GroupHealthCheck'] | null;
  readonly #acting = new Action(this);
  /** A longer list stays where its reader has scrolled to. */
  readonly #readSoon = new Soon(this, SETTLE_MS, () => {
    if (this.#rows.isOnePage) this.#rows.restart();
  });
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => {
      if (events.some(({ kind }) => kind === 'health_check.updated')) this.#readSoon.ask();
    },
  });
  readonly #rows = new PagedList<Row, Query>(this, {
    live: this.#live,
    query: () => queryOf(this.query),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/health-checks', { params, signal }));
      return { rows: list.checks, total: list.total, cursor: list.next_cursor };
    },
  });
  readonly #groups = new Resource(this, {
    args: () => (asker.may('checks:edit') ? ([] as const) : null),
    read: (_, signal) => readGroupNames(signal),
  });

  constructor() {
    super();
    this.editing = null;
  }

  override render(): TemplateResult {
    const groups = [...(this.#groups.value ?? [])].map(([value, label]) => ({ value, label }));
    const wanted = this.query.get('new');
    const forGroup = groups.some(({ value }) => value === wanted) ? wanted : '';
    const isNew = wanted !== null && groups.length > 0;
    return html`<div class="page">
      <fm-page-header heading=${texts.title} .actions=${this.#actions(groups.length)} @fm-action=${this.#add}>
        <p>${texts.what}</p>
      </fm-page-header>
      ${errorNotice(this.#acting.problem)} ${this.#results()}
      <fm-filter-bar
        label=${texts.title}
        .search=${this.query.get('search') ?? ''}
        .filters=${[
          {
            name: 'status',
            label: 'Result',
            value: this.query.get('status'),
            options: Object.entries(RESULTS).map(([value, [, label]]) => ({ value, label })),
          },
        ]}
        @fm-search=${putSearch}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${totalText(this.#rows.total, 'check')}</p>
      ${renderReading(this.#rows, {
        what: 'the health checks',
        isEmpty: (rows) => rows.length === 0,
        empty: () =>
          html`<fm-state kind="empty" heading=${texts.none}>
            ${texts.noneText}
            <button slot="actions" @click=${clearFilters}>Show all</button>
          </fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label=${texts.title}
            .columns=${columns}
            .rows=${rows}
            .total=${this.#rows.total}
            .rowKey=${keyOf}
            @fm-open=${({ detail }: CustomEvent<Row>) => setQuery({ check: keyOf(detail) }, true)}
            @fm-near-end=${() => void this.#rows.more()}
          ></fm-table>`,
      })}
      <fm-check-editor
        .groups=${groups}
        .groupCheck=${this.editing}
        .forGroup=${forGroup}
        ?open=${this.editing !== null || isNew}
        @fm-close=${this.#closed}
        @fm-saved=${() => this.#rows.retry()}
      ></fm-check-editor>
    </div>`;
  }

  /** Without a group there is nothing to add a check to. */
  #actions(groups: number): readonly PageAction[] {
    if (!asker.may('checks:edit')) return [];
    return [
      {
        key: 'add',
        label: texts.add,
        icon: 'plus',
        tone: 'primary',
        reason: groups > 0 ? null : texts.noGroup,
      },
    ];
  }

  readonly #add = (): void => setQuery({ new: '1' }, true);

  readonly #closed = (): void => {
    this.editing = null;
    setQuery({ new: null });
  };

  /** The check that was opened, with its hosts. */
  #results(): unknown {
    const key = this.query.get('check');
    const row = key === null ? undefined : this.#rows.value?.find((one) => keyOf(one) === key);
    if (!row) return nothing;
    return html`<section class="card stack tight" aria-label=${safeName(row.name)}>
      <div class="row spread">
        <h2>${safeName(row.name)}</h2>
        <div class="row">
          ${row.group === null ? nothing : html`<a href="/groups/${row.group.id}">${texts.group(safeName(row.group.name))}</a>`}
          ${row.group !== null && asker.may('checks:edit') ? this.#edits(row) : nothing}
          <button @click=${() => setQuery({ check: null })}>Close</button>
        </div>
      </div>
      <fm-check-results .check=${row}></fm-check-results>
    </section>`;
  }

  #edits(row: Row): TemplateResult {
    const { isBusy } = this.#acting;
    return html`<button ?disabled=${isBusy} @click=${() => void this.#edit(row)}>${texts.edit}</button>
      <button ?disabled=${isBusy} @click=${() => void this.#remove(row)}>${texts.remove}</button>`;
  }

  #edit({ group, group_check_id: id }: Row): Promise<void> {
    return this.#acting.run(async () => {
      if (group !== null && id !== null) this.editing = await readGroupCheck(group.id, id);
    });
  }

  async #remove({ name, group, group_check_id: id }: Row): Promise<void> {
    if (group === null || id === null) return;
    const isSure = await confirmAction({
      title: texts.removeTitle(safeName(name), safeName(group.name)),
      text: texts.removeText,
      action: 'Delete',
    });
    if (!isSure) return;
    await this.#acting.run(async () => {
      await removeGroupCheck(group.id, id);
      setQuery({ check: null });
      this.#rows.retry();
    });
  }
}

const clearFilters = (): void => setQuery({ search: null, status: null });

/** The address may hold anything; an unknown result filters nothing. */
function queryOf(query: URLSearchParams): Query {
  const found: Query = {};
  const search = query.get('search')?.trim().slice(0, 100);
  const status = query.get('status') ?? '';
  if (search) found.search = search;
  if (Object.hasOwn(RESULTS, status)) found.last_status = status as Schemas['HealthCheckResult'];
  return found;
}

define('fm-page-health-checks', FmPageHealthChecks);
