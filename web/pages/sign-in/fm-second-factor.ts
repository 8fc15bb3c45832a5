import { html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { ApiError } from '../../core/apiError.ts';
import { define, FmElement } from '../../core/element.ts';
import { canUsePasskeys } from '../../core/passkey.ts';
import { signInByPasskey } from './passkey.ts';
import { texts } from './texts.ts';

export type Method = 'totp' | 'webauthn' | 'recovery_code';
export type Codes = { totp_code: string } | { recovery_code: string };

/** What the manager asks for after the first factor. */
export interface Due {
  methods: readonly Method[];
  mfaToken: string;
}

/** How each method is entered, and what is told of it. */
const FIELDS = {
  totp: { label: texts.code, hint: null, inputmode: 'numeric', pattern: /^\d{6}$/, maxlength: 10 },
  recovery_code: {
    label: texts.recovery,
    hint: texts.recoveryHint,
    inputmode: 'text',
    pattern: /^[A-Za-z0-9 -]{8,40}$/,
    maxlength: 40,
  },
} as const;

/** The second step of a sign-in: each way that the manager named, one at a time. Fires `fm-cancelled`. */
export class FmSecondFactor extends FmElement {
  static override properties = {
    due: { attribute: false },
    signIn: { attribute: false },
    by: { state: true },
    missing: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  };
  declare due: Due;
  /** Repeats the first step with a code. */
  declare signIn: (codes: Codes) => Promise<void>;
  declare by: Method | null;
  /** What is wrong with the code, as a sentence. */
  declare missing: string | null;
  declare problem: unknown;
  declare isBusy: boolean;

  constructor() {
    super();
    this.due = { methods: [], mfaToken: '' };
    this.signIn = () => Promise.resolve();
    this.by = null;
    this.missing = null;
    this.problem = null;
    this.isBusy = false;
  }

  get #methods(): readonly Method[] {
    return this.due.methods.filter((method) => method !== 'webauthn' || canUsePasskeys());
  }

  get #by(): Method | null {
    return this.#methods.find((method) => method === this.by) ?? this.#methods[0] ?? null;
  }

  override render(): TemplateResult {
    const by = this.#by;
    return html`<form class="stack" @submit=${this.#submit} novalidate>
      <h1>${texts.second}</h1>
      ${errorNotice(this.problem)} ${this.#step(by)}
      ${this.#methods
        .filter((method) => method !== by)
        .map(
          (method) =>
            html`<button
              type="button"
              class="plain"
              ?disabled=${this.isBusy}
              @click=${() => this.#turnTo(method)}
            >
              ${texts.ways[method]}
            </button>`,
        )}
      <button type="button" class="plain" @click=${() => this.dispatchEvent(new Event('fm-cancelled'))}>
        Back
      </button>
    </form>`;
  }

  #step(by: Method | null): TemplateResult {
    if (by === null) return html`<p>${texts.noWay}</p>`;
    const busy = by === 'webauthn' ? texts.passkeyWaits : texts.busy;
    const idle = by === 'webauthn' ? texts.ways.webauthn : texts.signIn;
    return html`${by === 'webauthn' ? html`<p>${texts.passkeyHint}</p>` : this.#field(by)}
      <button class="primary" ?disabled=${this.isBusy}>${this.isBusy ? busy : idle}</button>`;
  }

  #field(by: 'totp' | 'recovery_code'): TemplateResult {
    const { label, hint, inputmode, maxlength } = FIELDS[by];
    const described = [hint === null ? '' : 'hint', this.missing === null ? '' : 'problem'].join(' ').trim();
    return html`<div class="field">
      <label for="code">${label}</label>
      <input
        id="code"
        name="code"
        class="mono"
        inputmode=${inputmode}
        autocomplete=${by === 'totp' ? 'one-time-code' : 'off'}
        autocapitalize="none"
        spellcheck="false"
        maxlength=${maxlength}
        required
        aria-describedby=${described || nothing}
        aria-invalid=${this.missing === null ? 'false' : 'true'}
      />
      ${hint === null ? nothing : html`<span class="hint" id="hint">${hint}</span>`}
      ${
        this.missing === null
          ? nothing
          : html`<span class="problem" id="problem" role="alert">${this.missing}</span>`
      }
    </div>`;
  }

  protected override firstUpdated(): void {
    this.#focus();
  }

  #turnTo(by: Method): void {
    const input = this.#input();
    if (input) input.value = '';
    this.by = by;
    this.missing = null;
    this.problem = null;
    this.#focus();
  }

  readonly #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const by = this.#by;
    if (this.isBusy || by === null) return;
    this.problem = null;
    const typed = this.#typed(by);
    this.missing = by !== 'webauthn' && typed === null ? texts.empty[by] : null;
    if (this.missing !== null) return this.#focus();
    this.isBusy = true;
    try {
      await (typed === null ? signInByPasskey(this.due.mfaToken) : this.signIn(typed));
    } catch (error) {
      this.#fail(error, by);
    } finally {
      this.isBusy = false;
    }
  };

  /** What was typed; null: it cannot be a code, or the method needs none. */
  #typed(by: Method): Codes | null {
    if (by === 'webauthn') return null;
    const value = (this.#input()?.value ?? '').trim();
    const code = by === 'totp' ? value.replaceAll(/\s/g, '') : value;
    if (!FIELDS[by].pattern.test(code)) return null;
    return by === 'totp' ? { totp_code: code } : { recovery_code: code };
  }

  #fail(error: unknown, by: Method): void {
    if (by !== 'webauthn' && error instanceof ApiError && error.code === 'INVALID_CREDENTIALS') {
      this.missing = texts.wrong[by];
      const input = this.#input();
      if (input) input.value = '';
    } else this.problem = error;
    this.#focus();
  }

  #focus(): void {
    void this.updateComplete.then(() => (this.#input() ?? this.renderRoot.querySelector('button'))?.focus());
  }

  #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }
}

define('fm-second-factor', FmSecondFactor);
