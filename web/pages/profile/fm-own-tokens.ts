import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-copy/fm-once.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { Resource } from '../../core/resource.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas, User } from '../../core/schema.ts';
import '../../domain/user/fm-api-tokens.ts';
import { MOST_TOKENS, type Token } from '../../domain/user/fm-api-tokens.ts';
import './fm-new-api-token.ts';

type Created = Schemas['CreatedApiToken'];

/** The reader's API tokens: a list, new ones, and revoking. */
export class FmOwnTokens extends FmElement {
  static override properties = {
    user: { attribute: false },
    isMaking: { state: true },
    created: { state: true },
  };
  declare user: User | null;
  declare isMaking: boolean;
  /** A new token that waits to be kept. */
  declare created: Created | null;
  readonly #tokens = new Resource<readonly Token[]>(this, {
    args: () => [],
    read: async (_, signal) => {
      const params = { query: { limit: MOST_TOKENS } };
      return (await must(api.GET('/api/v1/users/me/tokens', { params, signal }))).tokens;
    },
  });

  constructor() {
    super();
    this.user = null;
    this.isMaking = false;
    this.created = null;
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      ${this.created ? this.#shownOnce(this.created) : nothing}
      ${renderReading(this.#tokens, {
        what: 'your API tokens',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<p class="quiet">No API tokens yet. Used by scripts to act on your behalf.</p>`,
        complete: (tokens) =>
          html`<fm-api-tokens
            whose="own"
            all-hosts="All hosts that you see"
            .tokens=${tokens}
            @fm-revoked=${({ detail }: CustomEvent<Token>) => {
              if (this.created?.id === detail.id) this.created = null;
              this.#tokens.retry();
            }}
          ></fm-api-tokens>`,
      })}
      ${this.isMaking ? this.#form() : this.#begin()}
    </div>`;
  }

  #begin(): TemplateResult {
    return html`<div class="row">
      <button @click=${() => (this.isMaking = true)}>New API token</button>
    </div>`;
  }

  #form(): TemplateResult {
    return html`<fm-new-api-token
      .user=${this.user}
      @fm-cancelled=${() => (this.isMaking = false)}
      @fm-failed=${() => this.#tokens.retry()}
      @fm-created=${({ detail }: CustomEvent<Created>) => {
        this.isMaking = false;
        this.created = detail;
        announce('Token created. It won’t be shown again.');
        this.#tokens.retry();
      }}
    ></fm-new-api-token>`;
  }

  #shownOnce({ name, token }: Created): TemplateResult {
    return html`<fm-once copies name="token" .value=${token} @fm-done=${() => (this.created = null)}
      >Token ${safeName(name)} created.</fm-once
    >`;
  }
}

define('fm-own-tokens', FmOwnTokens);
