import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-copy/fm-once.ts';
import '#web/components/fm-field/fm-field.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { startOnce } from '#web/core/edits.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import '#web/domain/user/fm-api-tokens.ts';
import { MOST_TOKENS, type Token } from '#web/domain/user/fm-api-tokens.ts';
import '#web/domain/user/fm-permissions.ts';
import '#web/domain/user/fm-token-scopes.ts';
import { EXPIRIES } from '#web/domain/user/texts.ts';

type ServiceAccount = Schemas['ServiceAccount'];
type Created = Schemas['CreatedApiToken'];

/** The tokens of a service account, what they may call, and a new one. */
export class FmServiceTokens extends FmElement {
  static override properties = {
    account: { attribute: false },
    name: { state: true },
    scopes: { state: true },
    expiry: { state: true },
    isMaking: { state: true },
    created: { state: true },
    fault: { state: true },
  };
  declare account: ServiceAccount;
  declare name: string;
  declare scopes: Schemas['TokenScope'][] | null;
  /** Seconds, as text. */
  declare expiry: string;
  declare isMaking: boolean;
  /** A new token that waits to be kept. */
  declare created: Created | null;
  declare fault: string | null;
  readonly #action = new Action(this);
  readonly #tokens = new Resource<readonly Token[], [string]>(this, {
    args: () => [this.account.id],
    read: async ([id], signal) => {
      const params = { path: { account_id: id }, query: { limit: MOST_TOKENS } };
      return (await must(api.GET('/api/v1/service-accounts/{account_id}/tokens', { params, signal }))).tokens;
    },
  });
  readonly #held = new Resource<readonly string[], [string]>(this, {
    args: () => [this.account.role],
    read: async ([role], signal) => {
      const [{ permissions }, table] = await Promise.all([
        must(api.GET('/api/v1/roles/{role_name}', { params: { path: { role_name: role } }, signal })),
        must(api.GET('/api/v1/permissions', { signal })),
      ]);
      const forTools = table.permissions.filter(({ services }) => services).map(({ name }) => name);
      return permissions.filter((one) => forTools.includes(one));
    },
  });

  constructor() {
    super();
    this.#reset();
    this.created = null;
  }

  #reset(): void {
    this.name = '';
    this.scopes = null;
    this.expiry = EXPIRIES[1]?.value ?? '';
    this.isMaking = false;
    this.fault = null;
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      ${errorNotice(this.#action.problem)} ${this.created ? this.#shownOnce(this.created) : nothing}
      ${renderReading(this.#tokens, {
        what: 'the tokens',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<p class="quiet">No API tokens yet.</p>`,
        complete: (tokens) =>
          html`<fm-api-tokens
            all-hosts="All hosts of the account"
            .tokens=${tokens}
            @fm-revoked=${() => this.#tokens.retry()}
          ></fm-api-tokens>`,
      })}
      ${this.isMaking ? this.#form() : html`<div class="row"><button @click=${() => (this.isMaking = true)}>New token</button></div>`}
      <h2>Permissions</h2>
      ${renderReading(this.#held, {
        what: 'the role',
        complete: (held) => html`<fm-permissions .value=${held}></fm-permissions>`,
      })}
    </div>`;
  }

  #form(): TemplateResult {
    const { isBusy } = this.#action;
    return html`<form class="card stack" @submit=${this.#submitted} novalidate>
      <fm-field
        required
        name="token"
        label="Name of the token"
        help="What uses it: “Release pipeline”."
        maxlength="100"
        .value=${this.name}
        .error=${this.fault}
        @fm-input=${({ detail }: CustomEvent<string>) => {
          this.name = detail;
          this.fault = null;
        }}
      ></fm-field>
      <fm-token-scopes
        .value=${this.scopes}
        @fm-scopes=${({ detail }: CustomEvent<Schemas['TokenScope'][] | null>) => (this.scopes = detail)}
      ></fm-token-scopes>
      <fm-field
        kind="select"
        name="expiry"
        label="Expires in"
        help="At the end of the account at the latest."
        .options=${EXPIRIES}
        .value=${this.expiry}
        @fm-change=${({ detail }: CustomEvent<string>) => (this.expiry = detail)}
      ></fm-field>
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>
          ${isBusy ? 'Creating …' : 'Create token and copy'}
        </button>
        <button type="button" @click=${() => this.#reset()}>Cancel</button>
      </div>
    </form>`;
  }

  #shownOnce({ name, token }: Created): TemplateResult {
    return html`<fm-once copies name="token" .value=${token} @fm-done=${() => (this.created = null)}
      >Token ${safeName(name)} created.</fm-once
    >`;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const name = this.name.trim();
    this.fault = name === '' ? 'Enter a name.' : null;
    if (this.fault !== null) {
      this.renderRoot.querySelector<HTMLElement>('fm-field[name="token"]')?.focus();
      return;
    }
    const path = { account_id: this.account.id };
    const body = { name, scopes: this.scopes, expires_in_secs: Number(this.expiry) };
    await this.#action.run(async () => {
      this.created = await startOnce([path, body], (key) =>
        must(
          api.POST('/api/v1/service-accounts/{account_id}/tokens', {
            params: { path, header: key },
            body,
          }),
        ),
      );
      announce('Token created. It won’t be shown again.');
      this.#reset();
    });
    this.#tokens.retry();
  };
}

define('fm-service-tokens', FmServiceTokens);
