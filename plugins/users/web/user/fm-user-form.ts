import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { ApiError } from '#web/core/apiError.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { Schemas } from '#web/core/schema.ts';
import { accessFields, scopeOf } from '#web/domain/user/accessFields.ts';
import type { UserEdit, VersionedUser } from './read.ts';

type Role = Schemas['Role'];

/**
 * The fields of a user that can be edited. What was typed stays when the user is read again. Fires `fm-again` to read
 * anew.
 */
export class FmUserForm extends FmElement {
  static override properties = {
    read: { attribute: false },
    save: { attribute: false },
    displayName: { state: true },
    email: { state: true },
    role: { state: true },
    scope: { state: true },
  };
  declare read: VersionedUser | null;
  /** `from` is what the form began with: the page may have read a newer version since, which the form never showed. */
  declare save: (edit: UserEdit, from: VersionedUser) => Promise<void>;
  declare displayName: string;
  declare email: string;
  declare role: Role;
  declare scope: readonly string[] | null;
  readonly #action = new Action(this);
  #startedFrom: VersionedUser | null = null;

  constructor() {
    super();
    this.read = null;
    this.save = () => Promise.resolve();
    this.displayName = '';
    this.email = '';
    this.role = 'reporter';
    this.scope = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('read') || !this.read || this.#isTouched()) return;
    const { user } = this.read;
    this.#startedFrom = this.read;
    this.displayName = user.display_name ?? '';
    this.email = user.email ?? '';
    this.role = user.role;
    this.scope = user.scope_group_ids;
  }

  override render(): unknown {
    if (!this.read) return nothing;
    const { isBusy, problem } = this.#action;
    return html`<form class="card stack" @submit=${this.#submitted} novalidate>
      ${this.#text('displayName', 'Name', 200)} ${this.#text('email', 'Mail address', 254)}
      ${accessFields(this, (access) => Object.assign(this, access))} ${errorNotice(problem)}
      ${this.#isStale() ? this.#again() : nothing}
      <div class="row">
        <button class="primary" ?disabled=${isBusy || this.#edit() === null}>
          ${isBusy ? 'Saving …' : 'Save'}
        </button>
      </div>
    </form>`;
  }

  #text(name: 'displayName' | 'email', label: string, longest: number): TemplateResult {
    return html`<fm-field
      name=${name}
      label=${label}
      autocomplete="off"
      maxlength=${longest}
      .value=${this[name]}
      @fm-input=${({ detail }: CustomEvent<string>) => (this[name] = detail)}
    ></fm-field>`;
  }

  #again(): TemplateResult {
    return html`<button type="button" @click=${this.#discard}>Show saved version</button>`;
  }

  readonly #discard = (): void => {
    this.#startedFrom = null;
    this.#action.forget();
    this.dispatchEvent(new Event('fm-again'));
  };

  #isStale(): boolean {
    const { problem } = this.#action;
    return problem instanceof ApiError && problem.code === 'PRECONDITION_FAILED';
  }

  #isTouched(): boolean {
    return this.#startedFrom !== null && this.#edit() !== null;
  }

  /** What differs from what was read; null: nothing. */
  #edit(): UserEdit | null {
    const from = this.#startedFrom?.user;
    if (!from) return null;
    const scope = scopeOf(this);
    const edit: UserEdit = {
      ...((this.displayName.trim() || null) === from.display_name
        ? {}
        : { display_name: this.displayName.trim() || null }),
      ...((this.email.trim() || null) === from.email ? {} : { email: this.email.trim() || null }),
      ...(this.role === from.role ? {} : { role: this.role }),
      ...(isSameSet(scope, from.scope_group_ids) ? {} : { scope_group_ids: scope }),
    };
    return Object.keys(edit).length === 0 ? null : edit;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const [edit, from] = [this.#edit(), this.#startedFrom];
    if (!edit || !from || this.#action.isBusy) return;
    await this.#action.run(async () => {
      await this.save(edit, from);
      // The user that is read next is the one that was saved.
      this.#startedFrom = null;
    });
  };
}

function isSameSet(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((one) => b.includes(one));
}

define('fm-user-form', FmUserForm);
