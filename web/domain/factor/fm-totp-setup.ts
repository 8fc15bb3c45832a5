import { css, html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-copy/fm-copy.ts';
import '../../components/fm-field/fm-field.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { api, ApiError, must } from '../../core/api.ts';
import { isUnanswered } from '../../core/apiError.ts';
import { define, FmElement } from '../../core/element.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';
import './fm-recovery-codes.ts';
import { qrCode } from './qr.ts';
import { TOTP_TEXTS as texts } from './texts.ts';

type Setup = Schemas['TotpSetup'];

const styles = css`
  svg[role='img'] {
    display: block;
    width: min(14rem, 100%);
    height: auto;
    forced-color-adjust: none;
  }
`;

/**
 * Sets up an authenticator app: the secret as QR code and as text, its first code, then the recovery codes. Fires
 * `fm-verified` as soon as the first code is accepted, `fm-unsure` when no answer says whether it was, and `fm-done` once
 * the recovery codes are kept.
 */
export class FmTotpSetup extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    code: { state: true },
    fault: { state: true },
    isAnew: { state: true },
    isUnsure: { state: true },
    codes: { state: true },
  };
  declare code: string;
  /** What is wrong with the code; null: nothing. */
  declare fault: string | null;
  /** The set-up took too long and has begun anew. */
  declare isAnew: boolean;
  /** The app may be on: no answer came to its first code. */
  declare isUnsure: boolean;
  /** Null until the first code was right. */
  declare codes: readonly string[] | null;
  readonly #action = new Action(this);
  readonly #setup = new Resource<Setup>(this, {
    args: () => (this.codes === null ? [] : null),
    read: (_, signal) => must(api.GET('/api/v1/auth/mfa/setup', { signal })),
  });

  constructor() {
    super();
    this.code = '';
    this.fault = null;
    this.isAnew = false;
    this.isUnsure = false;
    this.codes = null;
  }

  override render(): unknown {
    if (this.codes)
      return html`<fm-recovery-codes
        .codes=${this.codes}
        @fm-kept=${() => this.dispatchEvent(new Event('fm-done'))}
      ></fm-recovery-codes>`;
    return renderReading(this.#setup, { what: 'a new key', complete: (setup) => this.#form(setup) });
  }

  #form(setup: Setup): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<form
      class="stack"
      @submit=${(event: SubmitEvent) => this.#submitted(event, setup)}
      novalidate
    >
      ${this.isAnew ? html`<p role="alert">${this.isUnsure ? texts.wasOn : texts.expired}</p>` : nothing}
      <p>${texts.scan}</p>
      ${qrCode(setup.otpauth_uri, texts.qr)}
      <div class="stack tight">
        <p>${texts.typed}</p>
        <fm-copy name="key" .value=${setup.secret_base32}></fm-copy>
      </div>
      <fm-field
        required
        name="code"
        label=${texts.code}
        help=${texts.codeHelp}
        autocomplete="one-time-code"
        maxlength="9"
        .value=${this.code}
        .error=${this.fault}
        @fm-input=${this.#typed}
      ></fm-field>
      ${errorNotice(problem, isUnanswered(problem) ? texts.unsure : nothing)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>${isBusy ? texts.submitting : texts.submit}</button>
      </div>
    </form>`;
  }

  readonly #typed = ({ detail }: CustomEvent<string>): void => {
    this.code = detail;
    this.fault = null;
  };

  async #submitted(event: SubmitEvent, setup: Setup): Promise<void> {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const code = this.code.replaceAll(/\s/g, '');
    this.fault = /^\d{6}$/.test(code) ? null : texts.noCode;
    if (this.fault !== null) return this.#focusField();
    await this.#action.run(() => this.#verify({ secret_base32: setup.secret_base32, code }));
  }

  async #verify(body: Schemas['VerifyTotpRequest']): Promise<void> {
    try {
      const { recovery_codes: codes } = await must(api.POST('/api/v1/auth/mfa/verify', { body }));
      this.codes = codes;
      this.dispatchEvent(new Event('fm-verified'));
    } catch (error) {
      if (isUnanswered(error)) {
        this.isUnsure = true;
        this.dispatchEvent(new Event('fm-unsure'));
      }
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'MFA_CODE_INVALID') this.fault = texts.wrongCode;
      else if (error.code === 'MFA_SETUP_EXPIRED') this.#beginAnew();
      else throw error;
      this.#focusField();
    }
  }

  #beginAnew(): void {
    this.isAnew = true;
    this.code = '';
    this.#setup.retry();
  }

  #focusField(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('fm-field')?.focus());
  }
}

define('fm-totp-setup', FmTotpSetup);

declare global {
  interface HTMLElementTagNameMap {
    'fm-totp-setup': FmTotpSetup;
  }
}
