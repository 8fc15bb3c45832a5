import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { deepActive, focusFirst, pathOf } from '../../core/focus.ts';
import { icon } from '../../icons/icons.ts';
import { styles } from './fm-dialog.styles.ts';

/** As long as systems wait for the second click of a double click. */
const SECOND_CLICK_MS = 500;

let openCount = 0;

/** The page behind does not scroll while any dialog is open. */
function lockPage(change: 1 | -1): void {
  openCount += change;
  document.documentElement.style.overflow = openCount > 0 ? 'hidden' : '';
}

/** Some people double-click every button: the second click must not act on what lay under the dialog. */
function swallowSecondClick(): void {
  const swallow = (event: MouseEvent): void => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, signal: AbortSignal.timeout(SECOND_CLICK_MS) });
}

/**
 * A dialog over the page: its heading, what is in the default slot, and the buttons of slot `actions`. While it is open
 * the keyboard stays in it; Escape closes it, and the focus goes back to where it was. The focus begins at the slotted
 * element with `autofocus`, or else at the heading.
 *
 * Events: `fm-close`, once the reader has closed it (not on `open = false`).
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
  /** The element that had the focus, then its ancestors: it may be gone by the time the dialog closes. */
  #before: readonly Element[] = [];

  constructor() {
    super();
    this.heading = '';
    this.open = false;
    this.isLocked = false;
    this.hasActions = false;
  }

  /** A dialog that was taken out of the page while it was open is shown again where it is put back. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.open || !this.hasUpdated) return;
    this.#dialog()?.close();
    this.#show();
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

  /** Closes the dialog as if the reader did. */
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

  /** Does not wait for the browser's event: by then the focus may be elsewhere, or the dialog open again. */
  #shut(): void {
    this.#dialog()?.close();
    this.#hidden();
  }

  #hidden(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    lockPage(-1);
    swallowSecondClick();
    // The browser gives the focus back only while the dialog is in the page.
    focusFirst(this.#before);
    this.#before = [];
  }

  #cancelled(event: Event): void {
    if (event.target !== this.#dialog()) return;
    event.preventDefault();
    this.close();
  }

  /** Also runs when the browser closes the dialog itself: a page cannot refuse the second of two Escapes in a row. */
  #closed(event: Event): void {
    const dialog = this.#dialog();
    // If the dialog is open, the event tells of an earlier closing, before it was opened again.
    if (event.target !== dialog || dialog?.open) return;
    this.#hidden();
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new CustomEvent('fm-close'));
  }

  /**
   * A click beside the dialog closes it, unless it has a form: a stray click must not lose what was typed. Nor does the
   * second click of a double click on the button that opened it.
   */
  #clicked(event: MouseEvent): void {
    const dialog = this.#dialog();
    if (
      !dialog ||
      event.detail > 1 ||
      event.target !== dialog ||
      this.querySelector('form, input, select, textarea, fm-field')
    )
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
