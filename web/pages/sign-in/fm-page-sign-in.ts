import { html, nothing, type TemplateResult } from 'lit';
import { ApiError } from '../../core/apiError.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmPage } from '../../core/element.ts';
import { icon } from '../../icons/icons.ts';
import { session } from '../../core/session.ts';
import { brand } from '../../components/brand.ts';
import './fm-change-password.ts';
import { styles } from './fm-page-sign-in.styles.ts';
import { texts } from './texts.ts';

type Step = 'password' | 'code' | 'change';
type Field = 'username' | 'password' | 'code';

const MISSING: Readonly<Record<Field, string>> = {
  username: texts.noName,
  password: texts.noPassword,
  code: texts.noCode,
};

/** User name and password, then whatever else is due: a code, or a new password. */
export class FmPageSignIn extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = {
    step: { state: true },
    problem: { state: true },
    isBusy: { state: true },
    isChanged: { state: true },
    missing: { state: true },
  };
  declare step: Step;
  declare problem: unknown;
  declare isBusy: boolean;
  declare isChanged: boolean;
  /** The field that was left empty. */
  declare missing: Field | null;
  #username = '';
  #password = '';

  constructor() {
    super();
    this.step = 'password';
    this.problem = null;
    this.isBusy = false;
    this.isChanged = false;
    this.missing = null;
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
          : firstTime()
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
          aria-invalid=${this.missing === 'username' ? 'true' : 'false'}
          .value=${this.#username}
        />
        ${this.#problemOf('username')}
      </label>
      <label class="field"
        >Password
        <input
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="1024"
          required
          aria-invalid=${this.missing === 'password' ? 'true' : 'false'}
          .value=${this.#password}
        />
        ${this.#problemOf('password')}
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
        aria-invalid=${this.missing === 'code' ? 'true' : 'false'}
      />
      ${this.#problemOf('code')}
    </label>`;
  }

  #problemOf(field: Field): unknown {
    return this.missing === field
      ? html`<span class="problem" role="alert">${MISSING[field]}</span>`
      : nothing;
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
    this.missing = missingOf({ username: this.#username, password: this.#password, code });
    if (this.missing) {
      this.problem = null;
      return this.#focusFirst();
    }
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

/** A stranger's first minute: what to enter, and where it stands. */
function firstTime(): TemplateResult {
  return html`<details class="small">
    <summary>${texts.first}</summary>
    <p>${texts.firstName} ${texts.firstPassword}</p>
    <p>${texts.lost}</p>
  </details>`;
}

function missingOf(fields: { username: string; password: string; code: unknown }): Field | null {
  if (fields.username === '') return 'username';
  if (fields.password === '') return 'password';
  return fields.code !== null && String(fields.code).trim() === '' ? 'code' : null;
}

define('fm-page-sign-in', FmPageSignIn);
