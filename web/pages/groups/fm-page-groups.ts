import { html, nothing, type TemplateResult } from 'lit';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import '../../components/fm-filter-bar/fm-filter-bar.ts';
import { putSearch } from '../../components/fm-filter-bar/address.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '../../components/fm-page-header/fm-page-header.ts';
import '../../components/fm-table/fm-table.ts';
import { define, FmPage } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { setQuery } from '../../core/query.ts';
import { Resource } from '../../core/resource.ts';
import { navigate } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { isLimited } from '../../core/permissions.ts';
import { mayEditGroups } from '../../domain/group/rights.ts';
import { groupColumns, groupHref } from '../../domain/group/columns.ts';
import '../../domain/group/fm-group-changes.ts';
import { readGroups, type Group } from '../../domain/group/read.ts';

/** All groups of hosts. There are at most 500, so the search is in the page. */
export class FmPageGroups extends FmPage {
  readonly #groups = new Resource<Group[]>(this, {
    args: () => [],
    read: (_, signal) => readGroups(signal),
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Groups" .actions=${this.#actions()}>
        <p>Sets of hosts, rule-based or manual, for use in filters, policies and permissions.</p>
      </fm-page-header>
      <fm-group-changes @fm-changed=${() => this.#groups.retry()}></fm-group-changes>
      ${renderReading(this.#groups, {
        what: 'the groups',
        isEmpty: ({ length }) => length === 0,
        empty: () => this.#none(),
        complete: (groups) => this.#list(groups),
      })}
    </div>`;
  }

  #actions(): readonly PageAction[] {
    if (!mayEditGroups(session.user)) return [];
    return [{ key: 'new', label: 'New group', icon: 'plus', tone: 'primary', href: '/groups/new' }];
  }

  #none(): TemplateResult {
    if (isLimited(session.user))
      return html`<fm-state kind="empty" heading="No groups in your scope"></fm-state>`;
    return html`<fm-state kind="empty" heading="No groups yet">
      Group hosts, for example “Production web”, to select them together.
      ${
        mayEditGroups(session.user)
          ? html`<a slot="actions" class="button" href="/groups/new">Create group</a>`
          : nothing
      }
    </fm-state>`;
  }

  #list(groups: readonly Group[]): TemplateResult {
    const search = (this.query.get('search') ?? '').trim().toLowerCase();
    const rows = groups.filter(({ name, description }) =>
      `${name}\n${description ?? ''}`.toLowerCase().includes(search),
    );
    return html`<fm-filter-bar
        label="Groups"
        .search=${this.query.get('search') ?? ''}
        placeholder="Name or description"
        @fm-search=${putSearch}
        @fm-clear-filters=${() => setQuery({ search: null })}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${plural(rows.length, 'group')}</p>
      ${
        rows.length === 0
          ? html`<fm-state kind="empty" heading="No groups match.">
              <button slot="actions" @click=${() => setQuery({ search: null })}>Show all</button>
            </fm-state>`
          : html`<fm-table
              label="Groups"
              .rows=${rows}
              .columns=${groupColumns}
              @fm-open=${({ detail }: CustomEvent<Group>) => navigate(groupHref(detail))}
            ></fm-table>`
      }`;
  }
}

define('fm-page-groups', FmPageGroups);
