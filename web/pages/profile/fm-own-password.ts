import { html, type TemplateResult } from 'lit';
import '../../components/fm-field/fm-field.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { api, ApiError, must } from '../../core/api.ts';
import { isUnanswered } from '../../core/apiError.ts';
import { define, FmElement } from '../../core/element.ts';
import { session } from '../../core/session.ts';
import { icon } from '../../icons/icons.ts';
import { PASSWORD_TEXTS as texts } from './texts.ts';

type Name = 'current' | 'next' | 'again';
interface Fault {
  field: Name;
  text: string;
}

const SHORTEST = 12;

/** Changes the own password. Fires `fm-changed`: the other sessions have ended by then. */
export class FmOwnPassword extends FmElement {
  static override properties = {
    current: { state: true },
    next: { state: true },
    again: { state: true },
    fault: { state: true },
    isDone: { state: true },
  };
  declare current: string;
  declare next: string;
  declare again: string;
  declare fault: Fault | null;
  declare isDone: boolean;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.current = '';
    this.next = '';
    this.again = '';
    this.fault = null;
    this.isDone = false;
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<form class="stack" @submit=${this.#submitted} novalidate>
      ${this.isDone ? html`<p class="notice ok">${icon('check')} ${texts.done}</p>` : ''}
      <input
        class="visually-hidden"
        autocomplete="username"
        tabindex="-1"
        aria-hidden="true"
        .value=${session.user?.username ?? ''}
        readonly
      />
      ${this.#field('current', 'Current password')} ${this.#field('next', 'New password', texts.help)}
      ${this.#field('again', 'Confirm new password')} ${errorNotice(problem)}
      <div class="row">
        <button ?disabled=${isBusy}>${isBusy ? 'Changing …' : 'Change password'}</button>
      </div>
    </form>`;
  }

  #field(name: Name, label: string, help = ''): TemplateResult {
    return html`<fm-field
      kind="password"
      name=${name}
      label=${label}
      help=${help}
      autocomplete=${name === 'current' ? 'current-password' : 'new-password'}
      maxlength=${name === 'current' ? 1024 : 128}
      .value=${this[name]}
      .error=${this.fault?.field === name ? this.fault.text : null}
      @fm-input=${({ detail }: CustomEvent<string>) => {
        this[name] = detail;
        this.fault = null;
        this.isDone = false;
      }}
    ></fm-field>`;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const fault = this.#faultOfInput();
    if (fault) return this.#fail(fault);
    await this.#action.run(() => this.#change());
  };

  #faultOfInput(): Fault | null {
    if (this.current === '') return { field: 'current', text: texts.noCurrent };
    if (this.next.length < SHORTEST) return { field: 'next', text: texts.short };
    return this.next === this.again ? null : { field: 'again', text: texts.differs };
  }

  /** The new password whose change had no answer: it may hold already. */
  #unsure: string | null = null;

  async #change(): Promise<void> {
    const body = { current_password: this.current, new_password: this.next };
    try {
      await must(api.PUT('/api/v1/users/me/password', { body }));
    } catch (error) {
      const code = error instanceof ApiError && this.isConnected ? error.code : '';
      if (code === 'INVALID_CREDENTIALS')
        return this.#fail({
          field: 'current',
          text: this.#unsure === this.next ? texts.mayHold : texts.wrong,
        });
      if (isUnanswered(error)) this.#unsure = this.next;
      if (code === 'PASSWORD_TOO_WEAK' && error instanceof ApiError)
        return this.#fail({ field: 'next', text: error.message });
      throw error;
    }
    this.current = this.next = this.again = '';
    this.isDone = true;
    announce(texts.done);
    this.dispatchEvent(new Event('fm-changed'));
  }

  #fail(fault: Fault): void {
    this.fault = fault;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(`fm-field[name="${fault.field}"]`)?.focus(),
    );
  }
}

define('fm-own-password', FmOwnPassword);
