import { html, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { AskToStay } from '../../core/unsaved.ts';
import { icon } from '../../icons/icons.ts';
import { confirmAction } from '../fm-confirm/fm-confirm.ts';
import './fm-copy.ts';

const texts = {
  copy: 'Copy it now: it won’t be shown again.',
  copied: 'Copied. It won’t be shown again.',
} as const;

/**
 * A secret that nobody sees again: a token, the key of a webhook. `name` says what it is, `value` is it, and the slot
 * says of what it is and what for; further forms of it (a command) go into the slot `also`. Once any of it was copied,
 * the reader may go as they like; before that, leaving the page and “Done” ask. Fires `fm-done`.
 */
export class FmOnce extends FmElement {
  static override properties = {
    value: {},
    name: {},
    copies: { type: Boolean },
    isCopied: { state: true },
  };
  declare value: string;
  declare name: string;
  /** The button that made it said that it copies it, too. Where the browser does not allow that, the reader copies it. */
  declare copies: boolean;
  declare isCopied: boolean;

  constructor() {
    super();
    this.value = '';
    this.name = 'secret';
    this.copies = false;
    this.isCopied = false;
    new AskToStay(this, () => !this.isCopied, 'secret');
    const copied = (): void => void (this.isCopied = true);
    this.addEventListener('fm-copied', copied);
    // By keys or the menu of the browser, from text that is selected here.
    this.addEventListener('copy', copied);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('value')) this.isCopied = false;
  }

  override render(): TemplateResult {
    return html`<div class="card stack tight">
      <p class="notice warn">
        ${icon('key')}
        <span><slot></slot> <strong>${this.isCopied ? texts.copied : texts.copy}</strong></span>
      </p>
      <fm-copy name=${this.name} .value=${this.value}></fm-copy>
      <slot name="also"></slot>
      <div class="row"><button type="button" @click=${this.#done}>Done</button></div>
    </div>`;
  }

  protected override firstUpdated(): void {
    // The form that had the focus is gone, and copying is what comes next.
    this.renderRoot.querySelector('fm-copy')?.focus();
  }

  protected override updated(changed: PropertyValues): void {
    if (this.copies && changed.has('value')) void this.renderRoot.querySelector('fm-copy')?.copy();
  }

  readonly #done = async (): Promise<void> => {
    const isSure =
      this.isCopied ||
      (await confirmAction({
        title: `Close without copying the ${this.name}?`,
        text: 'The secret won’t be shown again.',
        action: 'Close without copying',
      }));
    if (isSure) this.dispatchEvent(new Event('fm-done'));
  };
}

define('fm-once', FmOnce);

declare global {
  interface HTMLElementTagNameMap {
    'fm-once': FmOnce;
  }
}
