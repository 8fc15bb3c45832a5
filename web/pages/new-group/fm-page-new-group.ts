import { html, nothing, type TemplateResult } from 'lit';
import { api, must } from '../../core/api.ts';
import { define, FmPage } from '../../core/element.ts';
import { MakeOnce } from '../../core/edits.ts';
import { navigate, onward } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import '../../components/fm-state/fm-state.ts';
import '../../domain/group/fm-group-form.ts';
import { mayEditGroups } from '../../domain/group/rights.ts';
import { ruleOfFilters } from '../../domain/group/filterRule.ts';
import { groupTexts } from '../../domain/group/texts.ts';
import { readGroups, type Group, type GroupEdit } from '../../domain/group/read.ts';

/**
 * A new group: by a rule, with the matching hosts shown while it is typed, or an empty list. Filters in the address, named
 * as in the list of hosts, are the rule at first.
 */
export class FmPageNewGroup extends FmPage {
  override render(): TemplateResult {
    if (!mayEditGroups(session.user))
      return html`<fm-state kind="forbidden" heading="Only users without a scope can create groups." page>
        Ask an administrator to create the group.
      </fm-state>`;
    return html`<div class="page">
      <fm-page-header heading="New group" .crumbs=${[{ label: 'Groups', href: '/groups' }]}>
        <p>Groups select hosts in filters, policies, windows and permissions.</p>
      </fm-page-header>
      ${this.query.get('search') ? html`<p class="notice">${groupTexts.searchIsLess}</p>` : nothing}
      <fm-group-form
        .begun=${ruleOfFilters(this.query)}
        .save=${(edit: GroupEdit) => this.#save(edit)}
        @fm-cancel=${() => navigate('/groups')}
      ></fm-group-form>
    </div>`;
  }

  readonly #once = new MakeOnce();

  async #save(body: GroupEdit): Promise<void> {
    const go = onward();
    const { id } = await this.#once.make<Group>(body, {
      make: () => must(api.POST('/api/v1/groups', { body })),
      existsCode: 'NAME_TAKEN',
      find: async () => (await readGroups()).find(({ name }) => name === body.name),
    });
    go(`/groups/${id}`, { replace: true });
  }
}

define('fm-page-new-group', FmPageNewGroup);
