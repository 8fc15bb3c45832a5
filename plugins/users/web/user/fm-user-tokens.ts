import { html, type TemplateResult } from 'lit';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
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
  readonly #action = new Action(this);
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
      ${errorNotice(this.#action.problem)}
      ${renderReading(this.#tokens, {
        what: 'the API tokens',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<p class="quiet">No API tokens.</p>`,
        complete: (tokens) =>
          html`<fm-api-tokens
            ?busy=${this.#action.isBusy}
            .tokens=${tokens}
            @fm-revoke=${({ detail }: CustomEvent<Token>) => this.#revoke(detail)}
          ></fm-api-tokens>`,
      })}
    </div>`;
  }

  async #revoke({ id: tokenId, name }: Token): Promise<void> {
    const { id, username } = this.user;
    const isSure = await confirmAction({
      title: `Revoke token ${safeName(name)} of ${safeName(username)}?`,
      text: 'Scripts that use the token stop working immediately. This cannot be undone.',
      action: 'Revoke',
    });
    if (!isSure || this.#action.isBusy) return;
    await this.#action.run(async () => {
      await must(
        api.DELETE('/api/v1/users/{user_id}/tokens/{token_id}', {
          params: { path: { user_id: id, token_id: tokenId } },
        }),
      );
      announce(`Token ${safeName(name)} revoked.`);
      this.#tokens.retry();
    });
  }
}

define('fm-user-tokens', FmUserTokens);
