import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter, putSearch } from '#web/components/fm-filter-bar/address.ts';
import type { Filter } from '#web/components/fm-filter-bar/fm-filter-bar.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column, Sort } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { nextSort, readSort, sortText } from '#web/components/fm-table/sorting.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Paths, Schemas, User } from '#web/core/schema.ts';
import { readGroupNames, type GroupNames } from '#web/domain/group/names.ts';
import { roleOptions, roleText, scopeText } from '#web/domain/user/texts.ts';

type Query = NonNullable<NonNullable<Paths['/api/v1/users']['get']['parameters']['query']>>;

const SORTS = ['username', '-username', 'role', '-role', 'last_login_at', '-last_login_at'] as const;

/** Everybody who may sign in. */
export class FmPageUsers extends FmPage {
  readonly #rows = new PagedList<User, Query>(this, {
    query: () => queryOf(this.query),
    read: async (query, page, signal) => {
      const list = await must(api.GET('/api/v1/users', { params: { query: { ...query, ...page } }, signal }));
      return { rows: list.users, total: list.total, cursor: list.next_cursor };
    },
  });

  /** Without them the scopes are counts of groups. */
  readonly #groups = new Resource(this, {
    args: () => [] as const,
    read: (_none, signal) => readGroupNames(signal),
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Users" .actions=${actions()}>
        <p>Accounts with their roles and host scopes</p>
      </fm-page-header>
      <fm-filter-bar
        label="Users"
        .search=${this.query.get('search') ?? ''}
        placeholder="Name or mail address"
        .filters=${filtersOf(this.query)}
        @fm-search=${putSearch}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${totalText(this.#rows.total, 'user')}</p>
      ${renderReading(this.#rows, {
        what: 'the users',
        isEmpty: (rows) => rows.length === 0,
        empty: () =>
          html`<fm-state kind="empty" heading="No users match.">
            <button slot="actions" @click=${clearFilters}>Show all</button>
          </fm-state>`,
        complete: (rows) => this.#table(rows),
      })}
    </div>`;
  }

  #table(rows: readonly User[]): TemplateResult {
    return html`<fm-table
      label="Users"
      .columns=${columnsWith(this.#groups.value)}
      .rows=${rows}
      .rowHref=${({ id }: User) => `/users/${encodeURIComponent(id)}`}
      .total=${this.#rows.total}
      .sort=${sortOf(this.query.get('sort'))}
      @fm-sort=${(event: CustomEvent<string>) =>
        setQuery({ sort: sortText(nextSort(sortOf(this.query.get('sort')), event.detail)) })}
      @fm-near-end=${() => void this.#rows.more()}
    ></fm-table>`;
  }
}

const actions = (): PageAction[] =>
  features.serves('createUser')
    ? [{ key: 'new', label: 'New user', icon: 'plus', tone: 'primary', href: '/users/new' }]
    : [];

const clearFilters = (): void => setQuery({ search: null, role: null });

/** `names`: of the groups that scopes name; undefined: not read yet. */
const columnsWith = (names: GroupNames | undefined): readonly Column<User>[] => [
  {
    key: 'username',
    header: 'User name',
    minRem: 10,
    grow: 2,
    isSortable: true,
    isRowHeader: true,
    text: ({ username }) => username,
    render: ({ username, display_name: name }) =>
      html`${safeName(username)}
      ${name === null ? nothing : html`<span class="quiet">${safeName(name)}</span>`}`,
  },
  { key: 'role', header: 'Role', minRem: 8, isSortable: true, render: ({ role }) => roleText(role) },
  { key: 'state', header: 'State', minRem: 9, text: stateText, render: stateBadge },
  {
    key: 'mfa',
    header: 'Second factor',
    minRem: 7,
    priority: 3,
    render: ({ mfa_enabled: has }) => (has ? 'Set up' : 'None'),
  },
  {
    key: 'scope',
    header: 'Hosts',
    minRem: 8,
    priority: 3,
    render: ({ scope_group_ids: ids }) => scopeText(ids, 'All', names),
  },
  {
    key: 'last_login_at',
    header: 'Last sign-in',
    minRem: 8,
    priority: 2,
    isSortable: true,
    render: ({ last_login_at: at }) => html`<fm-time datetime=${at}></fm-time>`,
  },
];

function stateText({ disabled, must_change_password: isDue, has_password: hasPassword }: User): string {
  if (disabled) return 'Disabled';
  if (isDue) return 'Password change required';
  return hasPassword ? 'Enabled' : 'Single sign-on only';
}

function stateBadge(user: User): TemplateResult {
  const tone = user.disabled ? 'bad' : user.must_change_password ? 'warn' : 'ok';
  return html`<fm-badge tone=${tone} label=${stateText(user)}></fm-badge>`;
}

function filtersOf(query: URLSearchParams): Filter[] {
  return [{ name: 'role', label: 'Role', value: query.get('role') || null, options: roleOptions }];
}

function queryOf(query: URLSearchParams): Query {
  const role = roleOptions.find(({ value }) => value === query.get('role'))?.value;
  const found = {
    role: role as Schemas['Role'] | undefined,
    search: query.get('search')?.trim().slice(0, 200) || undefined,
    sort: SORTS.find((sort) => sort === query.get('sort')),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

const sortOf = (text: string | null): Sort => readSort(SORTS.find((one) => one === text) ?? 'username');

define('fm-page-users', FmPageUsers);
