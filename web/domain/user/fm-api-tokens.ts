import { html, type TemplateResult } from 'lit';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-table/fm-table.ts';
import type { Column, Sort } from '#web/components/fm-table/column.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { scopesText } from './fm-token-scopes.ts';
import { roleText, scopeText } from './texts.ts';

export type Token = Schemas['ApiToken'];

/** A user has no more valid tokens than this. */
export const MOST_TOKENS = 100;

/**
 * A list of API tokens, each with a way to revoke it. Fires `fm-revoked` with the token that is gone, and what its table
 * fires (`fm-sort`, `fm-near-end`).
 */
export class FmApiTokens extends FmElement {
  static override properties = {
    tokens: { attribute: false },
    allHosts: { attribute: 'all-hosts' },
    whose: {},
    total: { attribute: false },
    sort: { attribute: false },
  };
  declare tokens: readonly Token[];
  /** What a token without groups sees: “All hosts that you see”. */
  declare allHosts: string;
  /** `own`: the reader's; `one`: of one account that the page names; `all`: of any, and a column names them. */
  declare whose: 'own' | 'one' | 'all';
  /** On all pages; null: all are here. */
  declare total: number | null;
  /** Null: the columns sort nothing. */
  declare sort: Sort | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.tokens = [];
    this.allHosts = 'All hosts that the owner sees';
    this.whose = 'one';
    this.total = null;
    this.sort = null;
  }

  override render(): TemplateResult {
    return html`${errorNotice(this.#action.problem)}
      <fm-table
        label="API tokens"
        .columns=${this.#columns()}
        .rows=${this.tokens}
        .total=${this.total ?? this.tokens.length}
        .sort=${this.sort}
        @fm-sort=${this.#passOn}
        @fm-near-end=${this.#passOn}
      ></fm-table>`;
  }

  readonly #passOn = ({ type, detail }: CustomEvent): void =>
    void this.dispatchEvent(new CustomEvent(type, { detail: detail as unknown }));

  #columns(): Column<Token>[] {
    const isSortable = this.sort !== null;
    const owner: Column<Token> = {
      key: 'owner',
      header: 'Owner',
      minRem: 9,
      text: ({ owner: { name } }) => name,
      render: ({ owner: { kind, id, name } }) =>
        kind === 'user'
          ? html`<a href="/users/${encodeURIComponent(id)}">${safeName(name)}</a>`
          : html`<a href="/service-accounts?account=${encodeURIComponent(id)}">${safeName(name)}</a>
              <span class="quiet small">Service account</span>`,
    };
    return [
      { key: 'name', header: 'Name', minRem: 9, isSortable, render: ({ name }) => safeName(name) },
      ...(this.whose === 'all' ? [owner] : []),
      {
        key: 'role',
        header: 'Access',
        minRem: 9,
        priority: 2,
        render: ({ role, scopes, group_ids: ids }) =>
          html`${scopesText(scopes) ?? roleText(role)}
            <span class="quiet small"
              >${scopes === null ? '' : `${roleText(role)}, `}${scopeText(ids, this.allHosts)}</span
            >`,
      },
      {
        key: 'last_used_at',
        header: 'Last used',
        minRem: 10,
        priority: 2,
        isSortable,
        render: ({ last_used_at: at, last_used_address: from, waiting_since: waiting }) =>
          waiting !== null
            ? html`refused since the restore <fm-time datetime=${waiting}></fm-time>: confirm it on the
                manager's machine`
            : at === null
              ? 'never'
              : html`<fm-time datetime=${at}></fm-time> <code>${from ?? ''}</code>`,
      },
      {
        key: 'expires_at',
        header: 'Expires',
        minRem: 8,
        priority: 2,
        isSortable,
        render: ({ expires_at: at }) => html`<fm-time mode="date" datetime=${at}></fm-time>`,
      },
      {
        key: 'revoke',
        header: 'Revoke',
        minRem: 6,
        text: () => null,
        render: (one) =>
          html`<button
            aria-label="Revoke ${safeName(one.name)}${this.whose === 'all' ? ` of ${safeName(one.owner.name)}` : ''}"
            ?disabled=${this.#action.isBusy}
            @click=${() => void this.#revoke(one)}
          >
            Revoke
          </button>`,
      },
    ];
  }

  async #revoke(token: Token): Promise<void> {
    const name = safeName(token.name);
    const isSure = await confirmAction({
      title:
        this.whose === 'own'
          ? `Revoke token ${name}?`
          : `Revoke token ${name} of ${safeName(token.owner.name)}?`,
      text: 'Scripts that use the token stop working immediately. This cannot be undone.',
      action: 'Revoke',
    });
    if (!isSure || this.#action.isBusy) return;
    await this.#action.run(async () => {
      await must(this.#deleted(token));
      announce(`Token ${name} revoked.`);
      this.dispatchEvent(new CustomEvent('fm-revoked', { detail: token }));
    });
  }

  #deleted({ id, owner }: Token) {
    if (this.whose === 'own')
      return api.DELETE('/api/v1/users/me/tokens/{token_id}', { params: { path: { token_id: id } } });
    if (owner.kind === 'user')
      return api.DELETE('/api/v1/users/{user_id}/tokens/{token_id}', {
        params: { path: { user_id: owner.id, token_id: id } },
      });
    return api.DELETE('/api/v1/service-accounts/{account_id}/tokens/{token_id}', {
      params: { path: { account_id: owner.id, token_id: id } },
    });
  }
}

define('fm-api-tokens', FmApiTokens);
