import { html, nothing, type PropertyValues } from 'lit';
import '../../components/fm-dialog/fm-dialog.ts';
import '../../components/fm-field/fm-field.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { api, ApiError, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { PASSWORD_TEXTS as texts } from './texts.ts';

const FORM = 'remove-factors';

/** Asks for the password, and removes all second factors. Fires `fm-changed` once they are gone, and `fm-closed`. */
export class FmRemoveFactors extends FmElement {
  static override properties = {
    open: { type: Boolean },
    password: { state: true },
    fault: { state: true },
  };
  declare open: boolean;
  declare password: string;
  declare fault: string | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.open = false;
    this.password = '';
    this.fault = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('open')) return;
    this.#action.forget();
    this.password = '';
    this.fault = null;
  }

  override render(): unknown {
    if (!this.open) return nothing;
    const { isBusy, problem } = this.#action;
    return html`<fm-dialog
      heading="Remove all your second factors?"
      open
      ?locked=${isBusy}
      @fm-close=${() => this.dispatchEvent(new Event('fm-closed'))}
    >
      <form class="stack" id=${FORM} @submit=${this.#submitted} novalidate>
        <p>
          Removes authenticator app, passkeys and recovery codes. From then on only the password protects your
          account. Confirm with your password and one of your factors. If you have lost them all, ask an
          administrator to reset your second factor.
        </p>
        <fm-field
          autofocus
          kind="password"
          name="password"
          label="Password"
          autocomplete="current-password"
          maxlength="1024"
          .value=${this.password}
          .error=${this.fault}
          @fm-input=${({ detail }: CustomEvent<string>) => {
            this.password = detail;
            this.fault = null;
          }}
        ></fm-field>
        ${errorNotice(problem)}
      </form>
      <button slot="actions" class="danger" form=${FORM} ?disabled=${isBusy}>
        ${isBusy ? 'Removing …' : 'Remove all'}
      </button>
    </fm-dialog>`;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    this.fault = this.password === '' ? texts.noCurrent : null;
    if (this.fault !== null) return;
    await this.#action.run(async () => {
      try {
        await must(api.DELETE('/api/v1/auth/mfa', { body: { password: this.password } }));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'INVALID_CREDENTIALS') throw error;
        this.fault = texts.wrong;
        return;
      }
      this.dispatchEvent(new Event('fm-changed'));
    });
  };
}

define('fm-remove-factors', FmRemoveFactors);
