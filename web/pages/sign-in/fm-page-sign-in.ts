import { html, nothing, type TemplateResult } from 'lit';
import { ApiError } from '../../core/apiError.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmPage } from '../../core/element.ts';
import { icon } from '../../icons/icons.ts';
import { session } from '../../core/session.ts';
import { brand } from '../../components/brand.ts';
import './fm-change-password.ts';
import { styles } from './fm-page-sign-in.styles.ts';

type Step = 'password' | 'code' | 'change';

/** User name and password, then whatever else is due: a code, or a new password. */
export class FmPageSignIn extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = {
    step: { state: true },
    problem: { state: true },
    isBusy: { state: true },
    isChanged: { state: true },
  };
  declare step: Step;
  declare problem: unknown;
  declare isBusy: boolean;
  declare isChanged: boolean;
  #username = '';
  #password = '';

  constructor() {
    super();
    this.step = 'password';
    this.problem = null;
    this.isBusy = false;
    this.isChanged = false;
  }

  override render(): TemplateResult {
    return html`<div class="card">
      <div class="brand">${brand()}</div>
      ${this.step === 'change' ? this.#changeStep() : this.#form()}
    </div>`;
  }

  #changeStep(): TemplateResult {
    return html`<fm-change-password
      .username=${this.#username}
      .current=${this.#password}
      @fm-changed=${this.#changed}
      @fm-cancelled=${this.#back}
    ></fm-change-password>`;
  }

  #form(): TemplateResult {
    return html`<form class="stack" @submit=${this.#submit} novalidate>
      <h1>Sign in</h1>
      ${this.#note()} ${errorNotice(this.problem)}
      ${this.step === 'code' ? this.#codeField() : this.#passwordFields()}
      <button class="primary" ?disabled=${this.isBusy}>${this.isBusy ? 'Signing in …' : 'Sign in'}</button>
      ${
        this.step === 'code'
          ? html`<button type="button" class="plain" @click=${this.#back}>Back</button>`
          : nothing
      }
    </form>`;
  }

  #note(): unknown {
    if (this.problem !== null) return nothing;
    const text = this.isChanged
      ? 'The password is changed. Sign in with the new one.'
      : session.endReason === 'expired'
        ? 'Your session has ended. Sign in again to go on where you were.'
        : session.endReason === 'signed-out'
          ? 'You are signed out.'
          : null;
    return text === null ? nothing : html`<div class="notice" role="status">${icon('info')} ${text}</div>`;
  }

  #passwordFields(): TemplateResult {
    return html`<label class="field"
        >User name
        <input
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          maxlength="64"
          required
          autofocus
          .value=${this.#username}
        />
      </label>
      <label class="field"
        >Password
        <input
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="1024"
          required
          .value=${this.#password}
        />
      </label>`;
  }

  #codeField(): TemplateResult {
    return html`<label class="field"
      >Code of your authenticator app
      <input
        name="code"
        class="mono"
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength="6"
        required
        autofocus
      />
    </label>`;
  }

  protected override firstUpdated(): void {
    this.#focusFirst();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const code = data.get('code');
    if (code === null) {
      this.#username = String(data.get('username') ?? '').trim();
      this.#password = String(data.get('password') ?? '');
    }
    if (!this.#username || !this.#password) return this.#fail(missing());
    this.isBusy = true;
    this.isChanged = false;
    try {
      const second = code === null ? {} : { totp_code: String(code).trim() };
      await session.signIn({ username: this.#username, password: this.#password, ...second });
      this.#password = '';
    } catch (error) {
      this.#fail(error);
    } finally {
      this.isBusy = false;
    }
  }

  #fail(error: unknown): void {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'PASSWORD_CHANGE_REQUIRED') return this.#go('change');
    if (code === 'MFA_REQUIRED' && this.step === 'password') return this.#go('code');
    this.problem = error;
    this.#focusFirst();
  }

  #changed(event: CustomEvent<string>): void {
    this.#password = event.detail;
    void this.#signInAgain();
  }

  /** The person has just typed the new password: nobody needs to do so twice. */
  async #signInAgain(): Promise<void> {
    try {
      await session.signIn({ username: this.#username, password: this.#password });
    } catch (error) {
      this.isChanged = true;
      this.#go('password');
      this.#fail(error);
    }
  }

  #back(): void {
    this.#password = '';
    this.#go('password');
  }

  #go(step: Step): void {
    this.problem = null;
    this.step = step;
    this.#focusFirst();
  }

  #focusFirst(): void {
    void this.updateComplete.then(() => {
      const fields = [...this.renderRoot.querySelectorAll('input')];
      (fields.find(({ value }) => value === '') ?? fields.at(-1))?.focus();
    });
  }
}

function missing(): ApiError {
  return new ApiError({ code: 'INVALID_CREDENTIALS', message: 'Enter both.', status: 401 });
}

define('fm-page-sign-in', FmPageSignIn);
