import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-field/fm-field.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import type { Schemas, User } from '../../core/schema.ts';
import '../../domain/user/fm-scope.ts';
import '../../domain/user/fm-token-scopes.ts';
import { EXPIRIES, roleHelp, roleText } from '../../domain/user/texts.ts';
import { rolesWithin } from './texts.ts';

type Role = Schemas['Role'];

/** A new API token. Fires `fm-created` with it, `fm-failed`, or `fm-cancelled`. */
export class FmNewApiToken extends FmElement {
  static override properties = {
    user: { attribute: false },
    name: { state: true },
    role: { state: true },
    expiry: { state: true },
    scope: { state: true },
    scopes: { state: true },
    fault: { state: true },
  };
  declare user: User | null;
  declare name: string;
  declare role: Role;
  /** Seconds, as text. */
  declare expiry: string;
  declare scope: readonly string[] | null;
  declare scopes: Schemas['TokenScope'][] | null;
  declare fault: string | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.user = null;
    this.name = '';
    // The role with the fewest rights, until somebody wants more.
    this.role = 'reporter';
    this.expiry = EXPIRIES[1]?.value ?? '';
    this.scope = null;
    this.scopes = null;
    this.fault = null;
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<form class="stack" @submit=${this.#submitted} novalidate>
      <fm-field
        required
        name="name"
        label="Token name"
        help="For example “Monitoring”."
        maxlength="100"
        .value=${this.name}
        .error=${this.fault}
        @fm-input=${({ detail }: CustomEvent<string>) => {
          this.name = detail;
          this.fault = null;
        }}
      ></fm-field>
      ${this.#select('role', 'Role', {
        help: roleHelp(this.role),
        options: (this.user ? rolesWithin(this.user) : []).map((value) => ({
          value,
          label: roleText(value),
        })),
      })}
      <fm-token-scopes
        .value=${this.scopes}
        @fm-scopes=${({ detail }: CustomEvent<Schemas['TokenScope'][] | null>) => (this.scopes = detail)}
      ></fm-token-scopes>
      ${this.#select('expiry', 'Expires in', { help: '', options: EXPIRIES })}
      ${
        this.role === 'admin'
          ? nothing
          : html`<fm-scope
              all="All hosts that you see"
              empty="Without a group, the token sees no hosts."
              .value=${this.scope}
              @fm-scope=${({ detail }: CustomEvent<readonly string[] | null>) => (this.scope = detail)}
            ></fm-scope>`
      }
      ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>
          ${isBusy ? 'Creating …' : 'Create token and copy'}
        </button>
        <button type="button" @click=${() => this.dispatchEvent(new Event('fm-cancelled'))}>Cancel</button>
      </div>
    </form>`;
  }

  #select(
    name: 'role' | 'expiry',
    label: string,
    { help, options }: { help: string; options: readonly { value: string; label: string }[] },
  ): TemplateResult {
    return html`<fm-field
      kind="select"
      name=${name}
      label=${label}
      help=${help}
      .options=${options}
      .value=${this[name]}
      @fm-change=${({ detail }: CustomEvent<string>) => {
        if (name === 'role') this.role = detail as Role;
        else this.expiry = detail;
      }}
    ></fm-field>`;
  }

  protected override firstUpdated(): void {
    this.#focusName();
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const name = this.name.trim();
    this.fault = name === '' ? 'Enter a name.' : null;
    if (this.fault !== null) return this.#focusName();
    const body: Schemas['CreateApiTokenRequest'] = {
      name,
      role: this.role,
      scopes: this.scopes,
      expires_in_secs: Number(this.expiry),
      group_ids: this.role === 'admin' || this.scope === null ? null : [...this.scope],
    };
    await this.#action.run(async () => {
      const detail = await must(api.POST('/api/v1/users/me/tokens', { body }));
      this.dispatchEvent(new CustomEvent('fm-created', { detail }));
    });
    // Without an answer there may be a token that nobody has seen: the list shows it, and offers to delete it.
    if (this.#action.problem !== null) this.dispatchEvent(new CustomEvent('fm-failed'));
  };

  #focusName(): void {
    this.renderRoot.querySelector<HTMLElement>('fm-field[name="name"]')?.focus();
  }
}

define('fm-new-api-token', FmNewApiToken);
