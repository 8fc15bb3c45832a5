import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter, putSearch } from '#web/components/fm-filter-bar/address.ts';
import type { Filter } from '#web/components/fm-filter-bar/fm-filter-bar.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import type { Sort } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { nextSort, readSort, sortText } from '#web/components/fm-table/sorting.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { totalText } from '#web/core/format.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { may } from '#web/core/permissions.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { navigate } from '#web/core/router.ts';
import type { Paths } from '#web/core/schema.ts';
import { session } from '#web/core/session.ts';
import { readGroupNames, type GroupNames } from '#web/domain/group/names.ts';
import { actOn } from '#web/domain/policy/act.ts';
import type { Act } from '#web/domain/policy/offers.ts';
import type { Policy } from '#web/domain/policy/read.ts';
import { columnsOf } from './columns.ts';
import { STATE_OPTIONS, texts } from './texts.ts';

type Query = NonNullable<NonNullable<Paths['/api/v1/policies']['get']['parameters']['query']>>;

const SORTS = ['next_start_at', 'name', '-name'] as const;

/** The policies: on which hosts, when next, and what became of the last run. */
export class FmPagePolicies extends FmPage {
  static override properties = { done: { state: true } };
  /** The notice about the last act; null: none. */
  declare done: string | null;
  readonly #action = new Action(this);
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => {
      if (events.some(({ kind }) => kind === 'policy.updated') && this.#rows.isOnePage) this.#rows.restart();
    },
  });
  readonly #rows = new PagedList<Policy, Query>(this, {
    live: this.#live,
    query: () => queryOf(this.query),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/policies', { params, signal }));
      return { rows: list.policies, total: list.total, cursor: list.next_cursor };
    },
  });
  readonly #names = new Resource<GroupNames>(this, {
    args: () => [],
    read: (_, signal) => readGroupNames(signal),
  });

  constructor() {
    super();
    this.done = null;
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Policies" .actions=${actions()}><p>${texts.what}</p></fm-page-header>
      <fm-filter-bar
        label="Policies"
        .search=${this.query.get('search') ?? ''}
        placeholder="Name"
        .filters=${filtersOf(this.query)}
        @fm-search=${putSearch}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      ${this.done === null ? nothing : html`<p class="notice ok">${this.done}</p>`}
      ${errorNotice(this.#action.problem)}
      <p class="quiet small" role="status">${totalText(this.#rows.total, 'policy', 'policies')}</p>
      ${renderReading(this.#rows, {
        what: 'the policies',
        isEmpty: ({ length }) => length === 0,
        empty: () => this.#none(),
        complete: (rows) => this.#table(rows),
      })}
    </div>`;
  }

  #none(): TemplateResult {
    if (this.query.get('search') || this.query.get('state'))
      return html`<fm-state kind="empty" heading="No policies match.">
        <button slot="actions" @click=${clearFilters}>Show all</button>
      </fm-state>`;
    return html`<fm-state kind="empty" heading=${texts.none}>
      ${texts.noneText}
      ${mayMake() ? html`<a slot="actions" class="button primary" href="/policies/new">${texts.first}</a>` : nothing}
    </fm-state>`;
  }

  #table(rows: readonly Policy[]): TemplateResult {
    return html`<fm-table
      label="Policies"
      .rows=${rows}
      .columns=${columnsOf({
        nameOf: (id) => this.#names.value?.get(id) ?? null,
        isBusy: this.#action.isBusy,
        act: (policy, act) => void this.#act(policy, act),
      })}
      .rowHref=${({ id }: Policy) => `/policies/${id}`}
      .total=${this.#rows.total}
      .sort=${sortOf(this.query.get('sort'))}
      .rowHeightPx=${56}
      @fm-sort=${({ detail }: CustomEvent<string>) =>
        setQuery({ sort: sortText(nextSort(sortOf(this.query.get('sort')), detail)) })}
      @fm-near-end=${() => this.#rows.more()}
    ></fm-table>`;
  }

  async #act(policy: Policy, act: Act): Promise<void> {
    if (act === 'edit') return navigate(`/policies/${policy.id}?edit=1`);
    if (this.#action.isBusy) return;
    this.done = null;
    await this.#action.run(async () => {
      this.done = await actOn(policy, act);
      if (this.done !== null) announce(this.done);
    });
    // A refusal may mean that a row is out of date, so the list is read again.
    this.#rows.restart();
  }
}

const mayMake = (): boolean => may(session.user, 'policies:edit');

const actions = (): PageAction[] =>
  mayMake()
    ? [
        { key: 'agents', label: 'Keep agents current', href: '/policies/new?agents' },
        { key: 'new', label: 'New policy', icon: 'plus', tone: 'primary', href: '/policies/new' },
      ]
    : [];

const clearFilters = (): void => setQuery({ search: null, state: null });

const filtersOf = (query: URLSearchParams): Filter[] => [
  { name: 'state', label: 'State', value: query.get('state') || null, options: STATE_OPTIONS },
];

function queryOf(query: URLSearchParams): Query {
  const states = STATE_OPTIONS.map(({ value }) => value).filter((value) => value === query.get('state'));
  const found = {
    state: states.length > 0 ? states : undefined,
    search: query.get('search')?.trim().slice(0, 100) || undefined,
    sort: SORTS.find((sort) => sort === query.get('sort')),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

const sortOf = (text: string | null): Sort => readSort(SORTS.find((one) => one === text) ?? 'next_start_at');

define('fm-page-policies', FmPagePolicies);
