import { html, nothing, type TemplateResult } from 'lit';
import { ApiError } from '../../core/apiError.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmPage } from '../../core/element.ts';
import { icon } from '../../icons/icons.ts';
import { loadSentences } from '../../core/errors/sentences.ts';
import { session } from '../../core/session.ts';
import { brand } from '../../components/brand.ts';
import './fm-change-password.ts';
import type { Codes, Due, Method } from './fm-second-factor.ts';
import './fm-other-ways.ts';
import { styles } from './fm-page-sign-in.styles.ts';
import { takeSsoReturn } from './ssoReturn.ts';
import { texts } from './texts.ts';

type Step = 'password' | 'code' | 'change';
type Field = 'username' | 'password';
/** Sends the first factor, together with the second where one is due. */
type SignIn = (codes: Partial<Codes>) => Promise<void>;

const EXCHANGE = '/api/v1/auth/sso/exchange';
const METHODS: readonly Method[] = ['totp', 'webauthn', 'recovery_code'];

const MISSING: Readonly<Record<Field, string>> = {
  username: texts.noName,
  password: texts.noPassword,
};

/** User name and password, then whatever else is required: a code, or a new password. */
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
  #due: Due = { methods: [], mfaToken: '' };
  #signIn: SignIn = () => Promise.resolve();

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
      ${this.step === 'change' ? this.#changeStep() : this.step === 'code' ? this.#codeStep() : this.#form()}
    </div>`;
  }

  #codeStep(): TemplateResult {
    return html`<fm-second-factor
      .due=${this.#due}
      .signIn=${this.#signInWith}
      @fm-cancelled=${this.#back}
    ></fm-second-factor>`;
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
      ${this.#note()} ${errorNotice(this.problem)} ${this.#passwordFields()}
      <button class="primary" ?disabled=${this.isBusy}>${this.isBusy ? texts.busy : texts.signIn}</button>
      <fm-other-ways ?disabled=${this.isBusy} @fm-problem=${this.#otherFailed}></fm-other-ways>
      ${firstTime()}
    </form>`;
  }

  #note(): unknown {
    if (this.problem !== null) return nothing;
    const text = this.isChanged
      ? 'Password changed. Sign in with the new password.'
      : session.endReason === 'expired'
        ? 'Your session has expired. Sign in again to continue where you were.'
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

  #problemOf(field: Field): unknown {
    return this.missing === field
      ? html`<span class="problem" role="alert">${MISSING[field]}</span>`
      : nothing;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const back = takeSsoReturn();
    if (back === null) return;
    if ('error' in back) void loadSentences().then(() => (this.problem = back.error));
    else void this.#enter((codes) => session.signInBy(EXCHANGE, { code: back.code, ...codes }));
  }

  protected override firstUpdated(): void {
    this.#focusFirst();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    this.#username = String(data.get('username') ?? '').trim();
    this.#password = String(data.get('password') ?? '');
    this.missing = missingOf({ username: this.#username, password: this.#password });
    if (this.missing) {
      this.problem = null;
      return this.#focusFirst();
    }
    this.isChanged = false;
    await this.#enter(this.#byPassword);
  }

  readonly #byPassword: SignIn = async (codes) => {
    await session.signIn({ username: this.#username, password: this.#password, ...codes });
    this.#password = '';
  };

  async #enter(signIn: SignIn): Promise<void> {
    this.#signIn = signIn;
    this.isBusy = true;
    try {
      await signIn({});
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Signs in with the second step's code. That step shows all errors itself, except a password that is due. */
  readonly #signInWith = async (codes: Codes): Promise<void> => {
    try {
      await this.#signIn(codes);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'MFA_REQUIRED') {
        // The factor was removed meanwhile, and there are others.
        this.#due = dueOf(error);
        this.requestUpdate();
        throw new ApiError({ code: 'MFA_FACTOR_GONE', message: '', status: 0 });
      }
      if (!this.#isChangeDue(error)) throw error;
      this.#go('change');
    }
  };

  /**
   * Whether to ask for a new password. That needs the old one, which a sign-in by passkey or provider did not ask for.
   */
  #isChangeDue(error: unknown): boolean {
    return codeOf(error) === 'PASSWORD_CHANGE_REQUIRED' && this.#password !== '';
  }

  async #fail(error: unknown): Promise<void> {
    if (this.#isChangeDue(error)) return this.#go('change');
    if (error instanceof ApiError && error.code === 'MFA_REQUIRED') {
      this.#due = dueOf(error);
      try {
        // Loaded when needed: most sign-ins have no second step.
        await import('./fm-second-factor.ts');
        return this.#go('code');
      } catch {
        this.problem = new ApiError({ code: 'PAGE_UNREACHABLE', message: '', status: 0 });
        return this.#focusFirst();
      }
    }
    this.problem = error;
    this.#focusFirst();
  }

  readonly #otherFailed = ({ detail }: CustomEvent<unknown>): void => {
    this.missing = null;
    this.problem = detail;
  };

  #changed(event: CustomEvent<string>): void {
    this.#password = event.detail;
    void this.#signInAgain();
  }

  /** Signs in with the new password, which the person has just typed and need not type again. */
  async #signInAgain(): Promise<void> {
    try {
      this.#signIn = this.#byPassword;
      await this.#signIn({});
    } catch (error) {
      this.isChanged = true;
      this.#go('password');
      await this.#fail(error);
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

/** Help for the first sign-in: what to enter, and where it stands. */
function firstTime(): TemplateResult {
  return html`<details class="small">
    <summary>${texts.first}</summary>
    <p>${texts.firstName} ${texts.firstPassword}</p>
    <p>${texts.lost} <a href="/docs/run/locked-out">${texts.lockedOut}</a></p>
  </details>`;
}

function missingOf({ username, password }: { username: string; password: string }): Field | null {
  if (username === '') return 'username';
  return password === '' ? 'password' : null;
}

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '');

/** What is due after the first factor; leaves out methods that this page does not know. */
function dueOf({ details }: ApiError): Due {
  const named: readonly unknown[] = Array.isArray(details['methods']) ? details['methods'] : [];
  const methods = METHODS.filter((method) => named.includes(method));
  return { methods, mfaToken: String(details['mfa_token'] ?? '') };
}

define('fm-page-sign-in', FmPageSignIn);
