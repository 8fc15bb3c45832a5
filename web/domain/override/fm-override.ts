import { html, type TemplateResult } from 'lit';
import '../../components/fm-dialog/fm-dialog.ts';
import '../../components/fm-field/fm-field.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { define, FmElement } from '../../core/element.ts';

/** The shortest reason that the API takes, in characters. */
const SHORTEST = 10;

export interface OverrideTexts {
  /** Label of the button that opens the dialog. */
  override: string;
  title: string;
  what: string;
  tooShort: string;
  /** Label of the button that overrides. */
  act: string;
}

/**
 * A button, and the dialog that asks for the reason of an override. The slot is for further choices. Fires `fm-ask`
 * when the dialog opens.
 */
export class FmOverride extends FmElement {
  static override properties = {
    texts: { attribute: false },
    send: { attribute: false },
    isAsking: { state: true },
    reason: { state: true },
    fault: { state: true },
  };
  /** `texts` and `send` must be set with the element. */
  declare texts: OverrideTexts;
  /** Sends the override with this reason; rejects with what the manager answered. */
  declare send: (reason: string) => Promise<void>;
  declare isAsking: boolean;
  declare reason: string;
  declare fault: string | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.isAsking = false;
    this.reason = '';
    this.fault = null;
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    const { texts } = this;
    return html`<button @click=${this.#ask}>${texts.override}</button>
      <fm-dialog
        heading=${texts.title}
        ?open=${this.isAsking}
        ?locked=${isBusy}
        @fm-close=${() => (this.isAsking = false)}
      >
        <form class="stack" @submit=${this.#submitted} novalidate>
          <p>${texts.what}</p>
          ${errorNotice(problem)}
          <slot></slot>
          <fm-field
            autofocus
            required
            kind="long"
            label="Reason"
            maxlength="500"
            .value=${this.reason}
            .error=${this.fault}
            @fm-input=${({ detail }: CustomEvent<string>) => this.#typed(detail)}
          ></fm-field>
        </form>
        <button slot="actions" ?disabled=${isBusy} @click=${() => (this.isAsking = false)}>Cancel</button>
        <button slot="actions" class="danger" ?disabled=${isBusy} @click=${this.#submitted}>
          ${isBusy ? 'Saving …' : texts.act}
        </button>
      </fm-dialog>`;
  }

  readonly #ask = (): void => {
    this.fault = null;
    this.#action.forget();
    this.isAsking = true;
    this.dispatchEvent(new Event('fm-ask'));
  };

  #typed(reason: string): void {
    this.reason = reason;
    this.fault = null;
  }

  readonly #submitted = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const reason = this.reason.trim();
    this.fault = reason.length < SHORTEST ? this.texts.tooShort : null;
    if (this.fault !== null) return;
    await this.#action.run(async () => {
      await this.send(reason);
      this.isAsking = false;
      this.reason = '';
    });
  };
}

define('fm-override', FmOverride);
