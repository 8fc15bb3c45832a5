import { html, type TemplateResult } from 'lit';
import { putFilter } from '#web/components/fm-filter-bar/address.ts';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Sort } from '#web/components/fm-table/column.ts';
import { nextSort, readSort, sortText } from '#web/components/fm-table/sorting.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import type { Paths } from '#web/core/schema.ts';
import '#web/domain/user/fm-api-tokens.ts';
import type { Token } from '#web/domain/user/fm-api-tokens.ts';

type Query = NonNullable<NonNullable<Paths['/api/v1/tokens']['get']['parameters']['query']>>;

const SORTS = ['name', '-name', 'last_used_at', '-last_used_at', 'expires_at', '-expires_at'] as const;
const KINDS = [
  { value: 'user', label: 'People' },
  { value: 'service_account', label: 'Service accounts' },
] as const;

/** The API tokens of all accounts: who has one, what it may do, and whether anybody still uses it. */
export class FmPageApiTokens extends FmPage {
  readonly #rows = new PagedList<Token, Query>(this, {
    query: () => queryOf(this.query),
    read: async (query, page, signal) => {
      const list = await must(
        api.GET('/api/v1/tokens', { params: { query: { ...query, ...page } }, signal }),
      );
      return { rows: list.tokens, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="API tokens">
        <p>
          API tokens of people and service accounts. People create theirs in their profile; those of a service
          account are created on its page.
        </p>
      </fm-page-header>
      <fm-filter-bar
        label="API tokens"
        no-search
        .filters=${[{ name: 'owner_kind', label: 'Owner', value: this.query.get('owner_kind'), options: KINDS }]}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${totalText(this.#rows.total, 'API token')}</p>
      ${renderReading(this.#rows, {
        what: 'the API tokens',
        isEmpty: ({ length }) => length === 0,
        empty: () =>
          this.query.has('owner_kind')
            ? html`<fm-state kind="empty" heading="No API tokens match.">
                <button slot="actions" @click=${clearFilters}>Show all</button>
              </fm-state>`
            : html`<fm-state kind="empty" heading="No API tokens yet.">
                <p>Scripts and other programs call Fleetmend with one.</p>
                <a slot="actions" class="button" href="/service-accounts?new=1">Create service account</a>
              </fm-state>`,
        complete: (tokens) =>
          html`<fm-api-tokens
            whose="all"
            all-hosts="All hosts of the owner"
            .tokens=${tokens}
            .total=${this.#rows.total}
            .sort=${sortOf(this.query.get('sort'))}
            @fm-sort=${({ detail }: CustomEvent<string>) =>
              setQuery({ sort: sortText(nextSort(sortOf(this.query.get('sort')), detail)) })}
            @fm-near-end=${() => void this.#rows.more()}
            @fm-revoked=${() => this.#rows.retry()}
          ></fm-api-tokens>`,
      })}
    </div>`;
  }
}

const clearFilters = (): void => setQuery({ owner_kind: null });

function queryOf(query: URLSearchParams): Query {
  const owner = KINDS.find(({ value }) => value === query.get('owner_kind'))?.value;
  const sort = SORTS.find((one) => one === query.get('sort')) ?? 'last_used_at';
  return owner === undefined ? { sort } : { owner_kind: owner, sort };
}

const sortOf = (text: string | null): Sort => readSort(SORTS.find((one) => one === text) ?? 'last_used_at');

define('fm-page-api-tokens', FmPageApiTokens);
