import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { renderTask } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import { define, FmPage } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { may } from '../../core/permissions.ts';
import { setQuery } from '../../core/query.ts';
import { navigate } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { groupColumns, groupHref } from '../../domain/group/columns.ts';
import { readGroups, type Group } from '../../domain/group/read.ts';
import { icon } from '../../icons/icons.ts';

/** All groups of hosts. There are at most 500, so the search is in the page. */
export class FmPageGroups extends FmPage {
  readonly #groups = new Task(this, {
    task: (_, { signal }) => readGroups(signal),
    args: () => [] as const,
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <div class="page-header">
        <div>
          <h1>Groups</h1>
          <p>Sets of hosts, by a rule or listed by hand. Filters and jobs name them.</p>
        </div>
        ${this.#newButton()}
      </div>
      ${renderTask(this.#groups, {
        what: 'the groups',
        isEmpty: ({ length }) => length === 0,
        empty: () => this.#none(),
        complete: (groups) => this.#list(groups),
      })}
    </div>`;
  }

  #newButton(): unknown {
    if (!may(session.user, 'groups:edit')) return nothing;
    return html`<a class="button primary" href="/groups/new">${icon('plus')} New group</a>`;
  }

  #none(): TemplateResult {
    return html`<fm-state kind="empty" heading="No group yet.">
      A group such as “Production web” spares you naming its hosts one by one.
      ${
        may(session.user, 'groups:edit')
          ? html`<a slot="actions" class="button" href="/groups/new">Make the first one</a>`
          : nothing
      }
    </fm-state>`;
  }

  #list(groups: readonly Group[]): TemplateResult {
    const search = (this.query.get('search') ?? '').trim().toLowerCase();
    const rows = groups.filter(({ name, description }) =>
      `${name}\n${description ?? ''}`.toLowerCase().includes(search),
    );
    return html`<div class="row spread">
        <label class="field">
          Search
          <input
            type="search"
            maxlength="100"
            .value=${this.query.get('search') ?? ''}
            @input=${({ target }: InputEvent) => setQuery({ search: (target as HTMLInputElement).value })}
          />
        </label>
        <span class="quiet" role="status">${plural(rows.length, 'group')}</span>
      </div>
      ${
        rows.length === 0
          ? html`<fm-state kind="empty" heading="No group is called that.">
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
