import { html, nothing } from 'lit';
import { ApiError, api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { canUsePasskeys } from '../../core/passkey.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { signInByPasskey } from './passkey.ts';
import { returnPath } from './ssoReturn.ts';
import { texts } from './texts.ts';

/**
 * The other ways to sign in besides the password, as far as this manager and this browser have them. Fires
 * `fm-problem`.
 */
export class FmOtherWays extends FmElement {
  static override properties = {
    disabled: { type: Boolean },
    sso: { state: true },
    hasPasskeys: { state: true },
    isBusy: { state: true },
  };
  declare disabled: boolean;
  /** Null: not known yet, or none. */
  declare sso: Schemas['PublicSsoConfig'] | null;
  declare hasPasskeys: boolean;
  declare isBusy: boolean;

  constructor() {
    super();
    this.disabled = false;
    this.sso = null;
    this.hasPasskeys = canUsePasskeys();
    this.isBusy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Not while signed in: the shell moves the page once more then.
    if (session.state !== 'signed-in') void this.#readSso();
  }

  override render(): unknown {
    const sso = this.sso?.enabled === true ? this.sso : null;
    if (!sso && !this.hasPasskeys) return nothing;
    const isOff = this.disabled || this.isBusy;
    return html`<div class="stack">
      ${
        sso
          ? html`<button type="button" ?disabled=${isOff} @click=${() => this.#leave(sso.auth_url)}>
              ${texts.sso(sso.display_name)}
            </button>`
          : nothing
      }
      ${
        this.hasPasskeys
          ? html`<button type="button" ?disabled=${isOff} @click=${this.#byPasskey}>
              ${this.isBusy ? texts.passkeyWaits : texts.passkey}
            </button>`
          : nothing
      }
    </div>`;
  }

  /** If it cannot be read there is no button; the password works all the same. */
  async #readSso(): Promise<void> {
    this.sso = await must(api.GET('/api/v1/auth/sso/config')).catch(() => null);
  }

  #leave(authUrl: string): void {
    const url = new URL(authUrl, location.origin);
    const path = returnPath();
    if (path !== null) url.searchParams.set('return_to', path);
    location.assign(url);
  }

  readonly #byPasskey = async (): Promise<void> => {
    this.isBusy = true;
    this.#tell(null);
    try {
      await signInByPasskey(null);
    } catch (error) {
      // The plugin is switched off, which cannot be known before.
      if (error instanceof ApiError && error.status === 404) this.hasPasskeys = false;
      this.#tell(error);
    } finally {
      this.isBusy = false;
    }
  };

  #tell(problem: unknown): void {
    this.dispatchEvent(new CustomEvent('fm-problem', { detail: problem }));
  }
}

define('fm-other-ways', FmOtherWays);
