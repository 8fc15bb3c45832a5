import { css, html, type TemplateResult } from 'lit';
import { brand } from '../components/brand.ts';
import { define, FmElement } from '../core/element.ts';
import { api, must } from '../core/api.ts';
import { rereadOwnUser } from '../core/ownUser.ts';
import { canUsePasskeys } from '../core/passkey.ts';
import { session } from '../core/session.ts';
import '../domain/factor/fm-new-passkey.ts';
import '../domain/factor/fm-recovery-codes.ts';
import '../domain/factor/fm-totp-setup.ts';
import { SETUP_TEXTS as texts } from './texts.ts';

const styles = css`
  :host {
    display: grid;
    justify-items: center;
  }

  .card {
    width: min(100%, 32rem);
    padding: var(--fm-space-6);
  }

  .brand {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
    font-weight: var(--fm-weight-strong);
  }

  .mark {
    width: 2rem;
    height: 2rem;
  }

  @media (max-width: 30rem) {
    .card {
      padding: var(--fm-space-5) var(--fm-space-4);
    }
  }
`;

/** All that a person sees who must set up a second factor: the set-up, by app or passkey, and the way out. */
export class FmForcedSetup extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { byPasskey: { state: true }, codes: { state: true } };
  /** The person chose a passkey in place of an app. */
  declare byPasskey: boolean;
  /** Recovery codes that wait to be kept, once a passkey is there; null: not yet. */
  declare codes: readonly string[] | null;

  constructor() {
    super();
    this.byPasskey = false;
    this.codes = null;
  }

  override render(): TemplateResult {
    return html`<div class="card stack">
      <div class="brand">${brand()}</div>
      <h1 tabindex="-1">${texts.heading}</h1>
      <p>${texts.why}</p>
      ${this.codes ? this.#kept(this.codes) : this.#choice()}
      <button type="button" class="plain" @click=${() => void session.signOut()}>${texts.signOut}</button>
    </div>`;
  }

  #choice(): TemplateResult {
    const way = this.byPasskey
      ? html`<p class="quiet">${texts.passkey}</p>
          <fm-new-passkey @fm-added=${this.#added}></fm-new-passkey>`
      : html`<p class="quiet">${texts.app}</p>
          <fm-totp-setup @fm-done=${this.#done}></fm-totp-setup>`;
    if (!canUsePasskeys()) return way;
    return html`${way}
      <button type="button" class="plain" @click=${() => (this.byPasskey = !this.byPasskey)}>
        ${this.byPasskey ? texts.useApp : texts.usePasskey}
      </button>`;
  }

  #kept(codes: readonly string[]): TemplateResult {
    return html`<fm-recovery-codes .codes=${codes} @fm-kept=${this.#done}></fm-recovery-codes>`;
  }

  /**
   * Makes recovery codes: a passkey brings none, and a device can be lost. If that fails, the person goes on without.
   */
  readonly #added = async (): Promise<void> => {
    const made = await must(api.POST('/api/v1/auth/mfa/recovery-codes')).catch(() => null);
    if (made) this.codes = made.recovery_codes;
    else this.#done();
  };

  readonly #done = (): void => {
    session.setUpIsDue(false);
    void rereadOwnUser();
  };

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('h1')?.focus();
  }
}

define('fm-forced-setup', FmForcedSetup);
