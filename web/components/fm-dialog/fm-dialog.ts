import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { deepActive, focusFirst, pathOf } from '../../core/focus.ts';
import { icon } from '../../icons/icons.ts';
import { styles } from './fm-dialog.styles.ts';

let openCount = 0;

/** The page behind does not scroll while any dialog is open. */
function lockPage(change: 1 | -1): void {
  openCount += change;
  document.documentElement.style.overflow = openCount > 0 ? 'hidden' : '';
}

/**
 * A dialog over the page: its heading, what is in the default slot, and the buttons of slot `actions`. While it is open
 * the keyboard stays in it; Escape closes it, and the focus goes back to where it was. The focus begins at the slotted
 * element with `autofocus`, or else at the heading.
 *
 * Events: `fm-close`, once it is closed by whoever reads it (not by `open = false`).
 */
export class FmDialog extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    heading: {},
    open: { type: Boolean },
    isLocked: { type: Boolean, attribute: 'locked' },
    hasActions: { state: true },
  };
  declare heading: string;
  declare open: boolean;
  /** Work is under way: neither Escape nor its button closes it. */
  declare isLocked: boolean;
  declare hasActions: boolean;
  #isShown = false;
  /** What had the focus, and what that is in: it may be gone by the time this closes. */
  #before: readonly Element[] = [];

  constructor() {
    super();
    this.heading = '';
    this.open = false;
    this.isLocked = false;
    this.hasActions = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#hidden();
  }

  override render(): TemplateResult {
    return html`<dialog
      aria-labelledby="heading"
      @cancel=${this.#cancelled}
      @close=${this.#closed}
      @click=${this.#clicked}
    >
      <div class="head">
        <h2 id="heading" tabindex="-1">${this.heading}</h2>
        ${
          this.isLocked
            ? nothing
            : html`<button class="plain square" aria-label="Close" @click=${this.close}>
                ${icon('close')}
              </button>`
        }
      </div>
      <div class="content"><slot></slot></div>
      <div class="foot ${this.hasActions ? 'used' : ''}">
        <slot name="actions" @slotchange=${this.#slotted}></slot>
      </div>
    </dialog>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('open')) return;
    if (this.open) this.#show();
    else this.#shut();
  }

  /** Closes it, as its reader does. */
  readonly close = (): void => {
    if (this.isLocked || !this.open) return;
    this.open = false;
    this.#shut();
    this.dispatchEvent(new CustomEvent('fm-close'));
  };

  #show(): void {
    const dialog = this.#dialog();
    if (!dialog || dialog.open || !this.isConnected) return;
    this.#before = pathOf(deepActive());
    dialog.showModal();
    this.#isShown = true;
    lockPage(1);
    const wanted = this.querySelector<HTMLElement>('[autofocus]');
    (wanted ?? this.renderRoot.querySelector<HTMLElement>('#heading'))?.focus();
  }

  /** The browser tells of it later; by then the focus may be elsewhere, or this be open again. */
  #shut(): void {
    this.#dialog()?.close();
    this.#hidden();
  }

  #hidden(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    lockPage(-1);
    // The browser gives the focus back only while the dialog is in the page.
    focusFirst(this.#before);
    this.#before = [];
  }

  #cancelled(event: Event): void {
    if (event.target !== this.#dialog()) return;
    event.preventDefault();
    this.close();
  }

  /** Also when the browser closed it by itself: two Escapes without a key between cannot be refused. */
  #closed(event: Event): void {
    const dialog = this.#dialog();
    // Open: what is told is how it was closed the last time, before it was opened again.
    if (event.target !== dialog || dialog?.open) return;
    this.#hidden();
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new CustomEvent('fm-close'));
  }

  /** On the ground beside it; what was typed is not lost by a click that missed. */
  #clicked(event: MouseEvent): void {
    const dialog = this.#dialog();
    if (!dialog || event.target !== dialog || this.querySelector('form, input, select, textarea, fm-field'))
      return;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < left || x > right || y < top || y > bottom) this.close();
  }

  #slotted({ target }: Event): void {
    this.hasActions = (target as HTMLSlotElement).assignedElements({ flatten: true }).length > 0;
  }

  #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }
}

define('fm-dialog', FmDialog);

declare global {
  interface HTMLElementTagNameMap {
    'fm-dialog': FmDialog;
  }
}
