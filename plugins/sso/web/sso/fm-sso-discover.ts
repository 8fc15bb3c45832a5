import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeLine } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { icon } from '#web/icons/icons.ts';
import { texts } from './texts.ts';

type Found = Schemas['OidcDiscovery'];

/**
 * Looks up the provider at `address`, and shows what was found, and which of the `scopes` it lacks. Fires `fm-issuer`
 * with the issuer that it names, and `fm-scopes` with the scopes to ask for instead.
 */
export class FmSsoDiscover extends FmElement {
  static override properties = { address: {}, scopes: {}, found: { state: true } };
  declare address: string;
  /** As in the settings: empty stands for the usual ones. */
  declare scopes: string;
  /** What was found at the current address; null: not looked up. */
  declare found: Found | null;
  readonly #action = new Action(this);
  /** The scopes that the last look-up asked about. */
  #asked = '';

  constructor() {
    super();
    this.address = '';
    this.scopes = '';
    this.found = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // The issuer that was found is the same provider; any other text is a new address.
    if (!changed.has('address') || this.address === this.found?.issuer) return;
    this.found = null;
    this.#action.forget();
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<div class="stack tight">
      <div class="row">
        <button type="button" ?disabled=${isBusy || this.address === ''} @click=${() => this.look()}>
          ${icon('search')} ${isBusy ? texts.discovering : texts.discover}
        </button>
      </div>
      ${errorNotice(problem)} ${this.found ? answer(this.found) : nothing}
      ${this.found ? this.#lacking(this.found) : nothing}
    </div>`;
  }

  /** Until the scopes are others than those that were asked about. */
  #lacking({ missing_scopes: missing = [], scopes_left: left = '', message = '' }: Found): unknown {
    if (missing.length === 0 || this.scopes !== this.#asked) return nothing;
    return html`<p class="notice warn">${icon('warning')} <span>${safeLine(message)}</span></p>
      ${
        missing.includes('openid')
          ? nothing
          : html`<div class="row">
              <button
                type="button"
                @click=${() => this.dispatchEvent(new CustomEvent('fm-scopes', { detail: left }))}
              >
                ${texts.leaveOut(missing)}
              </button>
            </div>`
      }`;
  }

  /** Looks the provider up, unless that is going on. */
  async look(): Promise<void> {
    const { address, scopes } = this;
    if (this.#action.isBusy) return;
    this.found = null;
    await this.#action.run(async () => {
      const body = { discovery_url: address, scopes };
      const found = await must(api.POST('/api/v1/settings/sso/discover', { body }));
      // Another address was typed meanwhile.
      if (address !== this.address) return;
      this.found = found;
      this.#asked = scopes;
      announce(found.success ? texts.discovered : texts.notDiscovered);
      if (found.success) this.dispatchEvent(new CustomEvent('fm-issuer', { detail: found.issuer }));
    });
  }
}

function answer(found: Found): TemplateResult {
  if (!found.success)
    return html`<p class="notice bad">
      ${icon('error')} <span><strong>${texts.notDiscovered}</strong> ${safeLine(found.message ?? '')}</span>
    </p>`;
  const { issuer, authorization_endpoint: signIn, token_endpoint: token, jwks_uri: keys } = found;
  const facts = [
    ['Issuer', issuer],
    ['Sign-in page', signIn],
    ['Tokens', token],
    ['Keys', keys],
    ['People', found.userinfo_endpoint ?? 'None'],
  ] as const;
  return html`<p class="notice ok">${icon('check')} ${texts.discovered}</p>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${safeLine(value)}</dd>`,
      )}
    </dl>`;
}

define('fm-sso-discover', FmSsoDiscover);
