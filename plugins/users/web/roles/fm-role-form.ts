import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { deleteOnce, ifMatch, saveOnce, startOnce } from '#web/core/edits.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { Schemas } from '#web/core/schema.ts';
import '#web/domain/user/fm-permissions.ts';
import { roleText } from '#web/domain/user/texts.ts';

type Role = Schemas['RoleDetails'];

const NAME = /^[a-z][a-z0-9-]{1,39}$/;

/**
 * What a role may call; a custom one, or a new one where `edited` is null, can be edited. Fires `fm-saved` with its name,
 * null once it is deleted, and `fm-again` to read anew.
 */
export class FmRoleForm extends FmElement {
  static override properties = {
    edited: { attribute: false },
    name: { state: true },
    description: { state: true },
    permissions: { state: true },
    fault: { state: true },
  };
  declare edited: Role | null;
  declare name: string;
  declare description: string;
  declare permissions: readonly string[];
  /** What is wrong, by the field; null: nothing. */
  declare fault: { field: 'name' | 'permissions'; text: string } | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.edited = null;
    this.name = '';
    this.description = '';
    this.permissions = [];
    this.fault = null;
  }

  protected override willUpdate(changed: PropertyValues<{ edited: Role | null }>): void {
    if (!changed.has('edited')) return;
    const before = changed.get('edited');
    // The same role that was read again: what was typed stays.
    if (before && this.edited && before.name === this.edited.name && this.#isTouched(before)) return;
    this.name = this.edited?.name ?? '';
    this.description = this.edited?.description ?? '';
    this.permissions = this.edited?.permissions ?? [];
    this.fault = null;
  }

  #isTouched({ description, permissions }: Role): boolean {
    const same =
      permissions.length === this.permissions.length &&
      permissions.every((one) => this.permissions.includes(one));
    return !same || (description ?? '') !== this.description;
  }

  override render(): TemplateResult {
    const role = this.edited;
    if (role?.fixed)
      return html`<section class="card stack">
        <h2>Permissions of ${roleText(role.name)}</h2>
        <fm-permissions .value=${role.permissions}></fm-permissions>
      </section>`;
    const { isBusy, problem } = this.#action;
    return html`<form class="card stack" @submit=${this.#submitted} novalidate>
      <h2>${role ? `Permissions of ${role.name}` : 'New role'}</h2>
      ${role ? nothing : this.#text('name', 'Name', 40, 'Small letters, digits and -. It never changes.')}
      ${this.#text('description', 'Purpose', 500, '')}
      <fm-permissions
        editable
        .value=${this.permissions}
        @fm-permissions=${({ detail }: CustomEvent<readonly string[]>) => {
          this.permissions = detail;
          this.fault = null;
        }}
      ></fm-permissions>
      ${this.fault?.field === 'permissions' ? html`<p class="notice bad" role="alert">${this.fault.text}</p>` : nothing}
      ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy || (role !== null && !this.#isTouched(role))}>
          ${isBusy ? 'Saving …' : role ? 'Save' : 'Create role'}
        </button>
        ${
          role
            ? html`<button
                type="button"
                class="danger"
                ?disabled=${isBusy}
                @click=${() => void this.#delete(role)}
              >
                Delete
              </button>`
            : html`<a class="button" href="/roles">Cancel</a>`
        }
      </div>
    </form>`;
  }

  #text(name: 'name' | 'description', label: string, longest: number, help: string): TemplateResult {
    return html`<fm-field
      name=${name}
      label=${label}
      help=${help}
      autocomplete="off"
      maxlength=${longest}
      ?required=${name === 'name'}
      .value=${this[name]}
      .error=${this.fault?.field === name ? this.fault.text : null}
      @fm-input=${({ detail }: CustomEvent<string>) => {
        this[name] = detail;
        this.fault = null;
      }}
    ></fm-field>`;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    if (!this.edited && !NAME.test(this.name))
      this.fault = { field: 'name', text: 'Use small letters, digits and -, and begin with a letter.' };
    else if (this.permissions.length === 0)
      this.fault = { field: 'permissions', text: 'Choose at least one thing that the role may do.' };
    if (this.fault) {
      this.renderRoot.querySelector<HTMLElement>('fm-field[name="name"]')?.focus();
      return;
    }
    await this.#action.run(async () => {
      const { name } = this.edited ? await this.#save(this.edited) : await this.#make();
      announce('Saved.');
      this.dispatchEvent(new CustomEvent('fm-saved', { detail: name }));
    });
  };

  #make(): Promise<Role> {
    const body = {
      name: this.name,
      description: this.description.trim() || null,
      permissions: [...this.permissions],
    };
    return startOnce(['/roles', body], (key) =>
      must(api.POST('/api/v1/roles', { body, params: { header: key } })),
    );
  }

  #save({ name, edit_version: version }: Role): Promise<Role> {
    const body = { description: this.description.trim() || null, permissions: [...this.permissions] };
    const path = { role_name: name };
    return saveOnce(body, {
      save: () =>
        must(api.PUT('/api/v1/roles/{role_name}', { params: { path, header: ifMatch(version ?? 0) }, body })),
      read: () => must(api.GET('/api/v1/roles/{role_name}', { params: { path } })),
    });
  }

  async #delete({ name, edit_version: version }: Role): Promise<void> {
    const isSure = await confirmAction({
      title: `Delete the role ${name}?`,
      text: 'This cannot be undone. A role that somebody has cannot be deleted.',
      action: 'Delete',
    });
    if (!isSure || this.#action.isBusy) return;
    await this.#action.run(async () => {
      const params = { path: { role_name: name }, header: ifMatch(version ?? 0) };
      await deleteOnce(must(api.DELETE('/api/v1/roles/{role_name}', { params })));
      announce(`The role ${name} is deleted.`);
      this.dispatchEvent(new CustomEvent('fm-saved', { detail: null }));
    });
  }
}

define('fm-role-form', FmRoleForm);
