import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { ApiError } from '../../core/api.ts';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { errorNotice, renderTask } from '../../components/fm-state/renderTask.ts';
import { define, FmPage } from '../../core/element.ts';
import { may } from '../../core/permissions.ts';
import { setQuery } from '../../core/query.ts';
import { navigate } from '../../core/router.ts';
import { safeName } from '../../core/safeText.ts';
import { session } from '../../core/session.ts';
import '../../domain/group/fm-group-form.ts';
import {
  deleteGroup,
  readGroup,
  saveGroup,
  type GroupEdit,
  type VersionedGroup,
} from '../../domain/group/read.ts';
import { ruleText } from '../../domain/group/rule.ts';
import { icon } from '../../icons/icons.ts';
import './fm-group-members.ts';
import { texts } from './texts.ts';

/** One group: what it is, its hosts, and for who may the change of both. `?edit` opens the form. */
export class FmPageGroup extends FmPage {
  static override properties = { newest: { state: true }, isMoved: { state: true } };
  /** After a change; null: as it was read. */
  declare newest: VersionedGroup | null;
  /** Somebody else has changed it while it was edited here. */
  declare isMoved: boolean;
  readonly #deleting = new Action(this);

  constructor() {
    super();
    this.newest = null;
    this.isMoved = false;
  }

  readonly #group = new Task(this, {
    task: async ([id]: readonly [string], { signal }) => {
      const read = await readGroup(id, signal);
      this.newest = null;
      return read;
    },
    args: () => [this.params['id'] ?? ''] as const,
  });

  override render(): TemplateResult {
    return html`<div class="page">
      ${renderTask(this.#group, {
        what: 'the group',
        complete: (read) => this.#content(this.newest ?? read),
      })}
    </div>`;
  }

  #content(known: VersionedGroup): TemplateResult {
    const { group } = known;
    const isEditing = this.query.has('edit') && may(session.user, 'groups:edit');
    return html`<div class="page-header">
        <div>
          <p><a href="/groups">Groups</a></p>
          <h1>${safeName(group.name)}</h1>
          ${group.description ? html`<p>${safeName(group.description)}</p>` : nothing}
          <p>${group.rule ? texts.byRule(safeName(ruleText(group.rule))) : texts.listed}</p>
        </div>
        ${isEditing ? nothing : this.#buttons(known)}
      </div>
      ${errorNotice(this.#deleting.problem)} ${isEditing ? this.#form(known) : nothing}
      ${
        isEditing
          ? nothing
          : html`<fm-group-members
              .group=${group}
              .mayEdit=${group.rule === null && may(session.user, 'groups:edit')}
              @fm-changed=${() => void this.#readAgain()}
            ></fm-group-members>`
      }`;
  }

  #buttons(known: VersionedGroup): TemplateResult {
    const { group } = known;
    const { user } = session;
    return html`<div class="row">
      ${
        group.hosts_total > 0
          ? html`<a class="button" href="/hosts?group_id=${group.id}">${icon('hosts')} Show in Hosts</a>`
          : nothing
      }
      ${
        may(user, 'groups:edit')
          ? html`<button @click=${() => setQuery({ edit: '1' }, true)}>${icon('edit')} Edit</button>`
          : nothing
      }
      ${
        may(user, 'groups:delete')
          ? html`<button ?disabled=${this.#deleting.isBusy} @click=${() => void this.#delete(known)}>
              ${icon('trash')} Delete
            </button>`
          : nothing
      }
    </div>`;
  }

  #form(known: VersionedGroup): TemplateResult {
    return html`${
        this.isMoved
          ? html`<div class="notice warn" role="alert">
              <div><strong>${texts.movedTitle}</strong> ${texts.moved}</div>
            </div>`
          : nothing
      }
      <fm-group-form
        .group=${known.group}
        .save=${(edit: GroupEdit) => this.#save(known, edit)}
        @fm-cancel=${this.#close}
      ></fm-group-form>`;
  }

  async #save(known: VersionedGroup, edit: GroupEdit): Promise<void> {
    try {
      this.newest = await saveGroup(known, edit);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'PRECONDITION_FAILED') throw error;
      // What was typed stays; beside it stands what somebody else has made of the group.
      this.newest = await readGroup(known.group.id);
      this.isMoved = true;
      return;
    }
    this.#close();
  }

  readonly #close = (): void => {
    this.isMoved = false;
    setQuery({ edit: null }, true);
  };

  async #readAgain(): Promise<void> {
    const id = this.params['id'] ?? '';
    const read = await readGroup(id).catch(() => null);
    if (read && id === this.params['id']) this.newest = read;
  }

  async #delete(known: VersionedGroup): Promise<void> {
    const { name, hosts_total: hosts } = known.group;
    const isSure = await confirmAction({
      title: texts.deleteTitle(safeName(name)),
      text: texts.deleteText(hosts),
      action: 'Delete the group',
    });
    if (!isSure) return;
    await this.#deleting.run(async () => {
      await deleteGroup(known);
      navigate('/groups', { replace: true });
    });
  }
}

define('fm-page-group', FmPageGroup);
