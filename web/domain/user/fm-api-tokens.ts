import { html, type TemplateResult } from 'lit';
import '../../components/fm-table/fm-table.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-time/fm-time.ts';
import { define, FmElement } from '../../core/element.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { scopesText } from './fm-token-scopes.ts';
import { roleText, scopeText } from './texts.ts';

export type Token = Schemas['ApiToken'];

/** A user has no more valid tokens than this. */
export const MOST_TOKENS = 100;

/** The API tokens of a user. Fires `fm-revoke` with the token to revoke. */
export class FmApiTokens extends FmElement {
  static override properties = {
    tokens: { attribute: false },
    allHosts: { attribute: 'all-hosts' },
    isBusy: { type: Boolean, attribute: 'busy' },
  };
  declare tokens: readonly Token[];
  /** What a token without groups sees: “All hosts that you see”. */
  declare allHosts: string;
  declare isBusy: boolean;

  constructor() {
    super();
    this.tokens = [];
    this.allHosts = 'All hosts that the owner sees';
    this.isBusy = false;
  }

  override render(): TemplateResult {
    return html`<fm-table label="API tokens" .columns=${this.#columns()} .rows=${this.tokens}></fm-table>`;
  }

  #columns(): Column<Token>[] {
    return [
      { key: 'name', header: 'Name', minRem: 9, render: ({ name }) => safeName(name) },
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
        render: ({ last_used_at: at, last_used_address: from }) =>
          at === null ? 'never' : html`<fm-time datetime=${at}></fm-time> <code>${from ?? ''}</code>`,
      },
      {
        key: 'expires_at',
        header: 'Expires',
        minRem: 8,
        priority: 2,
        render: ({ expires_at: at }) => html`<fm-time datetime=${at}></fm-time>`,
      },
      {
        key: 'revoke',
        header: 'Revoke',
        minRem: 6,
        text: () => null,
        render: (one) =>
          html`<button
            aria-label="Revoke ${safeName(one.name)}"
            ?disabled=${this.isBusy}
            @click=${() => this.dispatchEvent(new CustomEvent('fm-revoke', { detail: one }))}
          >
            Revoke
          </button>`,
      },
    ];
  }
}

define('fm-api-tokens', FmApiTokens);
