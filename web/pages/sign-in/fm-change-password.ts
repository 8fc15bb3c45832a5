import { html, nothing, type TemplateResult } from 'lit';
import { ApiError, isUnanswered } from '../../core/apiError.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmElement } from '../../core/element.ts';
import { forceChangePassword } from '../../core/session.ts';

const SHORTEST = 12;

/**
 * The change of password that is due at the first sign-in. Fires `fm-changed` with the new password, or `fm-cancelled`.
 */
export class FmChangePassword extends FmElement {
  static override properties = {
    username: {},
    current: { attribute: false },
    problem: { state: true },
    fieldProblem: { state: true },
    isBusy: { state: true },
  };
  declare username: string;
  declare current: string;
  declare problem: unknown;
  declare fieldProblem: { field: 'next' | 'again'; text: string } | null;
  declare isBusy: boolean;

  constructor() {
    super();
    this.username = '';
    this.current = '';
    this.problem = null;
    this.fieldProblem = null;
    this.isBusy = false;
  }

  override render(): TemplateResult {
    return html`<form class="stack" @submit=${this.#submit} novalidate>
      <h1>Choose a new password</h1>
      <p class="quiet"><strong>${this.username}</strong> must change the password before first use.</p>
      ${errorNotice(this.problem)}
      <input
        class="visually-hidden"
        autocomplete="username"
        tabindex="-1"
        aria-hidden="true"
        .value=${this.username}
        readonly
      />
      ${this.#field('next', 'New password', `${SHORTEST} characters minimum. Tip: four random words.`)}
      ${this.#field('again', 'Confirm password', null)}
      <button class="primary" ?disabled=${this.isBusy}>
        ${this.isBusy ? 'Changing …' : 'Change password and sign in'}
      </button>
      <button type="button" class="plain" @click=${() => this.dispatchEvent(new Event('fm-cancelled'))}>
        Back
      </button>
    </form>`;
  }

  #field(name: 'next' | 'again', label: string, hint: string | null): TemplateResult {
    const problem = this.fieldProblem?.field === name ? this.fieldProblem.text : null;
    const described = [hint === null ? '' : `${name}-hint`, problem === null ? '' : `${name}-problem`];
    return html`<div class="field">
      <label for=${name}>${label}</label>
      <input
        id=${name}
        name=${name}
        type="password"
        autocomplete="new-password"
        maxlength="128"
        aria-describedby=${described.join(' ').trim() || nothing}
        aria-invalid=${problem === null ? 'false' : 'true'}
      />
      ${hint === null ? nothing : html`<span class="hint" id="${name}-hint">${hint}</span>`}
      ${problem === null ? nothing : html`<span class="problem" id="${name}-problem" role="alert">${problem}</span>`}
    </div>`;
  }

  /** The new password whose change had no answer: it may hold already. */
  #unsure: string | null = null;

  protected override firstUpdated(): void {
    this.#input('next')?.focus();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const next = this.#input('next')?.value ?? '';
    this.problem = null;
    this.fieldProblem = problemOf(next, this.#input('again')?.value ?? '');
    if (this.fieldProblem) return this.#input(this.fieldProblem.field)?.focus();
    this.isBusy = true;
    try {
      const { username, current } = this;
      await forceChangePassword({ username, current_password: current, new_password: next });
      this.#changed(next);
    } catch (error) {
      // The change whose answer was lost has arrived: this password is the old one by now.
      if (this.#unsure === next && error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
        return this.#changed(next);
      if (isUnanswered(error)) this.#unsure = next;
      this.#fail(error);
    } finally {
      this.isBusy = false;
    }
  }

  #changed(next: string): void {
    this.dispatchEvent(new CustomEvent('fm-changed', { detail: next }));
  }

  #fail(error: unknown): void {
    if (error instanceof ApiError && error.code === 'PASSWORD_TOO_WEAK')
      this.fieldProblem = { field: 'next', text: `${error.message} Tip: four random words.` };
    else this.problem = error;
    this.#input('next')?.focus();
  }

  #input(name: string): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>(`#${name}`);
  }
}

function problemOf(next: string, again: string): { field: 'next' | 'again'; text: string } | null {
  if (next.length < SHORTEST) return { field: 'next', text: `Use at least ${SHORTEST} characters.` };
  if (next !== again) return { field: 'again', text: 'The passwords do not match.' };
  return null;
}

define('fm-change-password', FmChangePassword);
