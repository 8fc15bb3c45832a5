import { html, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import type { User } from '#web/core/schema.ts';
import '#web/domain/user/fm-api-tokens.ts';
import type { Token } from '#web/domain/user/fm-api-tokens.ts';

/** Enough for the tokens in force and the few that expired in the last days. */
const MOST_SHOWN = 500;

/** The tokens that tools use in the name of `user`, each with a way to end it. */
export class FmUserTokens extends FmElement {
  static override properties = { user: { attribute: false }, version: { type: Number } };
  declare user: Pick<User, 'id' | 'username'>;
  /** Another version: tokens may have ended elsewhere on the page. */
  declare version: number;
  readonly #tokens = new Resource<readonly Token[], [string, number]>(this, {
    args: () => [this.user.id, this.version],
    read: async ([id], signal) => {
      const params = { path: { user_id: id }, query: { limit: MOST_SHOWN } };
      return (await must(api.GET('/api/v1/users/{user_id}/tokens', { params, signal }))).tokens;
    },
    keepsValue: true,
  });

  constructor() {
    super();
    this.user = { id: '', username: '' };
    this.version = 0;
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      ${renderReading(this.#tokens, {
        what: 'the API tokens',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<p class="quiet">No API tokens.</p>`,
        complete: (tokens) =>
          html`<fm-api-tokens .tokens=${tokens} @fm-revoked=${() => this.#tokens.retry()}></fm-api-tokens>`,
      })}
    </div>`;
  }
}

define('fm-user-tokens', FmUserTokens);
