import { html, type TemplateResult } from 'lit';
import { errorNotice } from '../components/fm-state/renderTask.ts';
import { ApiError, api, must } from '../core/api.ts';
import { loadSentences } from '../core/errors/sentences.ts';
import { define, FmElement } from '../core/element.ts';
import { features } from '../core/features.ts';
import { canUsePasskeys, proveByPasskey } from '../core/passkey.ts';
import type { Schemas } from '../core/schema.ts';
import { session } from '../core/session.ts';
import { decisionOf } from '../components/fm-dialog/decisionOf.ts';
import { followProof, PROVED_PATH } from '../core/ssoProof.ts';
import '../components/fm-dialog/fm-dialog.ts';
import '../components/fm-field/fm-field.ts';
import { PROOF_TEXTS as texts, SSO_PROOF_TEXTS as ssoTexts } from './texts.ts';

type By = 'password' | 'code' | 'passkey' | 'recovery' | 'sso';

const FORM = 'proof';

/** The dialog of {@link askAgain}. Fires `fm-decided` with whether the manager accepted the proof. */
export class FmReauthenticate extends FmElement {
  static override properties = {
    open: { type: Boolean },
    by: { state: true },
    factors: { state: true },
    value: { state: true },
    missing: { state: true },
    problem: { state: true },
    isBusy: { state: true },
    isAway: { state: true },
  };
  declare open: boolean;
  declare by: By;
  /** The factors of the account; null: not known yet, or none. */
  declare factors: Schemas['MfaStatus'] | null;
  declare value: string;
  /** What is wrong with what was typed; null: nothing. */
  declare missing: string | null;
  declare problem: unknown;
  declare isBusy: boolean;
  /** The provider's window is open, or was closed without a message. */
  declare isAway: boolean;
  #closed = new AbortController();

  constructor() {
    super();
    this.open = false;
    this.factors = null;
    this.by = this.#ways()[0] ?? 'password';
    this.value = '';
    this.missing = null;
    this.problem = null;
    this.isBusy = false;
    this.isAway = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#closed = new AbortController();
    followProof((fault) => this.#cameBack(fault), this.#closed.signal);
    if (session.user?.mfa_enabled) void this.#readFactors();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#closed.abort();
  }

  async #readFactors(): Promise<void> {
    this.factors = await must(api.GET('/api/v1/auth/mfa')).catch(() => null);
    const [first] = this.#ways();
    if (first !== undefined && !this.#ways().includes(this.by)) this.#turnTo(first);
  }

  /** The ways to prove it that the account has: asking for another would lead nowhere. */
  #ways(): By[] {
    const { has_password: hasPassword = true, mfa_enabled: isKnownToHave = false } = session.user ?? {};
    const {
      totp_enabled: hasApp = isKnownToHave,
      webauthn_credentials: passkeys = 0,
      recovery_codes_left: codes = 0,
    } = this.factors ?? {};
    const ways: By[] = [];
    if (hasApp) ways.push('code');
    if (passkeys > 0 && canUsePasskeys()) ways.push('passkey');
    if (codes > 0) ways.push('recovery');
    if (!hasApp && passkeys === 0 && hasPassword) ways.push('password');
    if (session.user?.sso_linked && features.serves('reauthenticateBySso')) ways.push('sso');
    return ways;
  }

  override render(): TemplateResult {
    return html`<fm-dialog
      heading=${texts.heading}
      ?open=${this.open}
      ?locked=${this.isBusy}
      @fm-close=${() => this.#decide(false)}
    >
      <form class="stack" id=${FORM} @submit=${this.#submitted}>
        <p>${texts.why(session.user?.username ?? '')}</p>
        ${errorNotice(this.problem)}
        <input
          class="visually-hidden"
          autocomplete="username"
          tabindex="-1"
          aria-hidden="true"
          .value=${session.user?.username ?? ''}
          readonly
        />
        ${this.#field()} ${this.#otherWays()}
      </form>
      <button slot="actions" type="button" ?disabled=${this.isBusy} @click=${() => this.#decide(false)}>
        Cancel
      </button>
      <button slot="actions" class="primary" form=${FORM} ?disabled=${this.isBusy}>
        ${this.#confirmText()}
      </button>
    </fm-dialog>`;
  }

  #confirmText(): string {
    if (this.isBusy) return texts.confirming;
    if (this.by !== 'sso') return texts.confirm;
    return this.isAway ? ssoTexts.again : ssoTexts.open;
  }

  #field(): TemplateResult {
    if (this.by === 'passkey') return html`<p>${texts.passkeyHint}</p>`;
    if (this.by === 'sso')
      return html`<p role="status">${this.isAway ? ssoTexts.waiting : ssoTexts.hint}</p>`;
    if (this.by === 'recovery') return this.#recoveryCode();
    return this.by === 'password' ? this.#password() : this.#code();
  }

  #password(): TemplateResult {
    return html`<fm-field
      autofocus
      name="password"
      kind="password"
      label="Password"
      autocomplete="current-password"
      maxlength="1024"
      .value=${this.value}
      .error=${this.missing}
      @fm-input=${this.#typed}
    ></fm-field>`;
  }

  #code(): TemplateResult {
    return html`<fm-field
      autofocus
      name="code"
      label="Code from your authenticator app"
      autocomplete="one-time-code"
      maxlength="6"
      .value=${this.value}
      .error=${this.missing}
      @fm-input=${this.#typed}
    ></fm-field>`;
  }

  #recoveryCode(): TemplateResult {
    return html`<fm-field
      autofocus
      name="recovery_code"
      label="Recovery code"
      help=${texts.recoveryHint}
      autocomplete="off"
      maxlength="40"
      .value=${this.value}
      .error=${this.missing}
      @fm-input=${this.#typed}
    ></fm-field>`;
  }

  #otherWays(): TemplateResult[] {
    return this.#ways()
      .filter((way) => way !== this.by)
      .map(
        (way) =>
          html`<button type="button" class="plain" ?disabled=${this.isBusy} @click=${() => this.#turnTo(way)}>
            ${way === 'sso' ? ssoTexts.way : texts.ways[way]}
          </button>`,
      );
  }

  #turnTo(by: By): void {
    this.by = by;
    this.value = '';
    this.missing = null;
    this.problem = null;
    this.isAway = false;
    void this.updateComplete.then(() => this.#focusField());
  }

  readonly #typed = ({ detail }: CustomEvent<string>): void => {
    this.value = detail;
    this.missing = null;
  };

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.isBusy) return;
    if (this.by === 'sso') return this.#askProvider();
    const typed = this.by === 'passkey' ? null : this.#typedProof(this.by);
    if (this.missing !== null) return this.#focusField();
    this.isBusy = true;
    this.problem = null;
    try {
      const body = typed ?? (await this.#passkeyProof());
      await must(api.POST('/api/v1/auth/reauthenticate', { body }));
      this.#decide(true);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.isBusy = false;
    }
  };

  /** Opens a window, so that nothing is lost here; at once, because the browser allows none later. */
  async #askProvider(): Promise<void> {
    this.problem = null;
    const away = window.open('', 'fleetmend-proof', 'popup,width=560,height=720');
    if (!away) {
      this.problem = new ApiError({ code: 'WINDOW_BLOCKED', message: 'No window was opened.', status: 0 });
      return;
    }
    this.isBusy = true;
    try {
      const body = { return_to: PROVED_PATH };
      const { auth_url: url } = await must(api.POST('/api/v1/auth/sso/reauthenticate', { body }));
      away.location.replace(url);
      this.isAway = true;
    } catch (error) {
      away.close();
      this.problem = error;
    } finally {
      this.isBusy = false;
    }
  }

  #cameBack(fault: string | null): void {
    if (!this.open || this.by !== 'sso' || !this.isAway) return;
    if (fault === null) return this.#decide(true);
    this.isAway = false;
    const message = 'The proof at the identity provider failed.';
    const problem = new ApiError({ code: fault, message, status: 0 });
    void loadSentences().then(() => (this.problem = problem));
  }

  async #passkeyProof(): Promise<Schemas['ReauthenticateRequest']> {
    return proveByPasskey(await must(api.POST('/api/v1/auth/reauthenticate/start')));
  }

  /** The typed proof; null: it is not valid, and `missing` says why. */
  #typedProof(by: 'password' | 'code' | 'recovery'): Schemas['ReauthenticateRequest'] | null {
    if (by === 'recovery') {
      const typed = this.value.trim();
      this.missing = /^[A-Za-z0-9 -]{8,}$/.test(typed) ? null : texts.noRecovery;
      return this.missing === null ? { recovery_code: typed } : null;
    }
    if (by === 'password') {
      this.missing = this.value === '' ? texts.noPassword : null;
      return this.missing === null ? { password: this.value } : null;
    }
    const code = this.value.replaceAll(/\s/g, '');
    this.missing = /^\d{6}$/.test(code) ? null : texts.noCode;
    return this.missing === null ? { totp_code: code } : null;
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiError) || error.code !== 'INVALID_CREDENTIALS') this.problem = error;
    else if (this.by === 'passkey') this.problem = passkeyRefused(error);
    else if (this.by !== 'sso') this.missing = texts.wrong[this.by];
    this.value = '';
    // A factor was set up elsewhere since this page learned what the account has.
    if (error instanceof ApiError && error.code === 'MFA_REQUIRED') void this.#readFactors();
    void this.updateComplete.then(() => this.#focusField());
  }

  #focusField(): void {
    const first = this.renderRoot.querySelector<HTMLElement>('fm-field, button.primary');
    first?.focus();
  }

  #decide(isProved: boolean): void {
    this.open = false;
    this.dispatchEvent(new CustomEvent('fm-decided', { detail: isProved }));
  }
}

/** Gives the error another code: the manager's is the same as for a password, and its sentence speaks of one. */
const passkeyRefused = ({ message, status }: ApiError): ApiError =>
  new ApiError({ code: 'PASSKEY_REFUSED', message, status });

define('fm-reauthenticate', FmReauthenticate);

/** Asks who is signed in to prove it again; true once the manager has taken the proof. */
export function askAgain(): Promise<boolean> {
  return decisionOf(new FmReauthenticate(), false);
}

declare global {
  interface HTMLElementTagNameMap {
    'fm-reauthenticate': FmReauthenticate;
  }
}
