import { html, type TemplateResult } from 'lit';
import '#web/components/fm-field/fm-field.ts';
import type { FieldValue } from '#web/components/fm-field/fm-field.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { ApiError } from '#web/core/apiError.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { MakeOnce } from '#web/core/edits.ts';
import { onward } from '#web/core/router.ts';
import type { Schemas, User } from '#web/core/schema.ts';
import { accessFields, scopeOf } from '#web/domain/user/accessFields.ts';
import { keepFirstPassword } from '#web/domain/user/firstPassword.ts';
import { randomPassword } from '#web/domain/user/texts.ts';

type Role = Schemas['Role'];
type Problem = { field: 'username' | 'password'; text: string };

const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;
const SHORTEST = 12;

/** A new user, with a first password that the user must change. */
export class FmPageNewUser extends FmPage {
  static override properties = {
    username: { state: true },
    displayName: { state: true },
    email: { state: true },
    role: { state: true },
    password: { state: true },
    mustChange: { state: true },
    scope: { state: true },
    fault: { state: true },
  };
  declare username: string;
  declare displayName: string;
  declare email: string;
  declare role: Role;
  declare password: string;
  declare mustChange: boolean;
  declare scope: readonly string[] | null;
  /** What is wrong with a field; null: nothing. */
  declare fault: Problem | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.username = '';
    this.displayName = '';
    this.email = '';
    this.role = 'operator';
    this.password = randomPassword();
    this.mustChange = true;
    this.scope = null;
    this.fault = null;
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<div class="page">
      <fm-page-header heading="New user" .crumbs=${[{ label: 'Users', href: '/users' }]}></fm-page-header>
      <form class="card stack" @submit=${this.#submitted} novalidate>
        ${this.#text('username', 'User name', 64, 'Letters, digits and . _ @ -')}
        ${this.#text('displayName', 'Name', 200, '')} ${this.#text('email', 'Mail address', 254, '')}
        ${accessFields(this, (access) => Object.assign(this, access))}
        ${this.#text('password', 'Initial password', 128, 'Copied when the user is created.')}
        <fm-field
          kind="switch"
          name="mustChange"
          label="Require change at first sign-in"
          .value=${this.mustChange}
          @fm-change=${({ detail }: CustomEvent<boolean>) => (this.mustChange = detail)}
        ></fm-field>
        ${errorNotice(problem)}
        <div class="row">
          <button class="primary" ?disabled=${isBusy}>
            ${isBusy ? 'Creating …' : 'Create user and copy password'}
          </button>
          <a class="button" href="/users">Cancel</a>
        </div>
      </form>
    </div>`;
  }

  #text(
    name: 'username' | 'displayName' | 'email' | 'password',
    label: string,
    longest: number,
    help: string,
  ) {
    return html`<fm-field
      name=${name}
      label=${label}
      help=${help}
      autocomplete="off"
      maxlength=${longest}
      ?required=${name === 'username' || name === 'password'}
      .value=${this[name]}
      .error=${this.fault?.field === name ? this.fault.text : null}
      @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.#typed(name, String(detail ?? ''))}
    ></fm-field>`;
  }

  #typed(name: 'username' | 'displayName' | 'email' | 'password', value: string): void {
    this[name] = value;
    if (this.fault?.field === name) this.fault = null;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    this.fault = faultOf(this.username.trim(), this.password);
    if (this.fault) return this.#focus(this.fault.field);
    await this.#action.run(() => this.#make());
  };

  readonly #once = new MakeOnce();

  /** False: it was refused, and the form says where. */
  async #make(): Promise<boolean> {
    const readable = {
      username: this.username.trim(),
      display_name: this.displayName.trim() || null,
      email: this.email.trim() || null,
      role: this.role,
      scope_group_ids: scopeOf(this),
    };
    const body: Schemas['CreateUserRequest'] = {
      ...readable,
      password: this.password,
      must_change_password: this.mustChange,
    };
    try {
      const go = onward();
      const { id } = await this.#once.make<User>(body, {
        make: () => must(api.POST('/api/v1/users', { body })),
        existsCode: 'USER_EXISTS',
        readable,
        find: () => findUser(body.username),
      });
      keepFirstPassword(id, body.password);
      go(`/users/${id}`, { replace: true });
      return true;
    } catch (error) {
      const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined;
      if (!field || !(error instanceof ApiError) || !this.isConnected) throw error;
      this.fault = { field, text: error.message };
      this.#focus(field);
      return false;
    }
  }

  #focus(field: string): void {
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(`fm-field[name="${field}"]`)?.focus(),
    );
  }
}

async function findUser(username: string): Promise<User | undefined> {
  const query = { search: username, limit: 500 };
  const { users } = await must(api.GET('/api/v1/users', { params: { query } }));
  return users.find((one) => one.username === username);
}

/** Which field an answer of the manager is about. */
const FIELD_OF: Readonly<Record<string, Problem['field'] | undefined>> = {
  USER_EXISTS: 'username',
  PASSWORD_TOO_WEAK: 'password',
};

function faultOf(username: string, password: string): Problem | null {
  if (username === '') return { field: 'username', text: 'Enter a user name.' };
  if (!NAME.test(username))
    return { field: 'username', text: 'Use letters, digits and . _ @ -, and begin with a letter or digit.' };
  if (password.length < SHORTEST) return { field: 'password', text: `Use at least ${SHORTEST} characters.` };
  return null;
}

define('fm-page-new-user', FmPageNewUser);
