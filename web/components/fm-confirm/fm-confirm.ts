import { html, nothing, type TemplateResult, css } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { decisionOf } from '../fm-dialog/decisionOf.ts';
import '../fm-dialog/fm-dialog.ts';

const styles = css`
  fm-dialog {
    --fm-dialog-width: 32rem;
  }

  ul {
    padding-left: var(--fm-space-5);
    overflow-wrap: anywhere;
  }
`;

export interface Confirmation {
  /** A question that names the thing: “Revoke the certificate of web-1?” */
  title: string;
  /** What the action causes, and that it cannot be undone. */
  text?: unknown;
  /** Names of what is destroyed. */
  items?: readonly string[];
  /** The button says what it does: “Revoke”. */
  action: string;
  /**
   * Label of the button that changes nothing; “Cancel” by default, which is unclear where the action itself cancels
   * something.
   */
  dismiss?: string;
  tone?: 'danger' | 'primary';
}

const ITEMS_SHOWN = 12;

/** The dialog of {@link confirmAction}. */
export class FmConfirm extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { confirmation: { attribute: false }, open: { type: Boolean } };
  declare confirmation: Confirmation | null;
  declare open: boolean;

  constructor() {
    super();
    this.confirmation = null;
    this.open = false;
  }

  override render(): unknown {
    const { confirmation } = this;
    if (!confirmation) return nothing;
    const { title, text, items = [], action, dismiss = 'Cancel', tone = 'danger' } = confirmation;
    return html`<fm-dialog heading=${title} ?open=${this.open} @fm-close=${this.#dismissed}>
      <div class="stack tight">
        ${text === undefined ? nothing : html`<p>${text}</p>`} ${items.length > 0 ? list(items) : nothing}
      </div>
      <button slot="actions" @click=${this.#dismissed} autofocus>${dismiss}</button>
      <button slot="actions" class=${tone} @click=${this.#confirmed}>${action}</button>
    </fm-dialog>`;
  }

  readonly #confirmed = (): void => this.#decide(true);

  readonly #dismissed = (): void => this.#decide(false);

  #decide(isConfirmed: boolean): void {
    this.open = false;
    this.dispatchEvent(new CustomEvent('fm-decided', { detail: isConfirmed }));
  }
}

function list(items: readonly string[]): TemplateResult {
  const more = items.length - ITEMS_SHOWN;
  return html`<ul>
    ${items.slice(0, ITEMS_SHOWN).map((item) => html`<li>${item}</li>`)}
    ${more > 0 ? html`<li class="quiet">and ${more} more</li>` : nothing}
  </ul>`;
}

define('fm-confirm', FmConfirm);

/** Asks before an action that cannot be undone. An action that can be undone needs no question. */
export function confirmAction(confirmation: Confirmation): Promise<boolean> {
  const element = new FmConfirm();
  element.confirmation = confirmation;
  return decisionOf(element, false);
}

declare global {
  interface HTMLElementTagNameMap {
    'fm-confirm': FmConfirm;
  }
}
