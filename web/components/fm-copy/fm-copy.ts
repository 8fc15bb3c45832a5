import { html, type TemplateResult, css } from 'lit';
import { announce } from '../../core/announce.ts';
import { define, FmElement } from '../../core/element.ts';
import { icon } from '../../icons/icons.ts';

const styles = css`
  :host {
    display: flex;
    align-items: stretch;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
  }

  code {
    flex: 1;
    min-width: 0;
    padding: var(--fm-space-2) var(--fm-space-3);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  button {
    border-radius: 0;
    border-left: 1px solid var(--fm-line);
    background: var(--fm-surface);
  }

  button:focus-visible {
    outline-offset: -3px;
  }
`;

const SHOWN_MS = 2_000;

/**
 * Text to copy (a command, a fingerprint, a token), shown whole at any width. `name` says what it is: “Copy the
 * command”. Fires `fm-copied`.
 */
export class FmCopy extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { value: {}, name: {}, copied: { state: true } };
  declare value: string;
  declare name: string;
  declare copied: boolean;

  constructor() {
    super();
    this.value = '';
    this.name = 'text';
    this.copied = false;
  }

  override render(): TemplateResult {
    return html`<code role="region" aria-label=${this.name}>${this.value}</code>
      <button class="plain" @click=${this.#pressed}>
        ${icon(this.copied ? 'check' : 'copy')} ${this.copied ? 'Copied' : 'Copy'}<span
          class="visually-hidden"
        >
          the ${this.name}</span
        >
      </button>`;
  }

  /** Focuses the button. */
  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector('button')?.focus());
  }

  readonly #pressed = async (): Promise<void> => {
    // On plain HTTP, or without permission, there is no clipboard: selects the text, so that the reader can copy it.
    if (!(await this.copy())) this.#select();
  };

  /** False: the browser does not let this page write to the clipboard. */
  async copy(): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(this.value);
    } catch {
      return false;
    }
    announce(`Copied the ${this.name}`);
    this.dispatchEvent(new Event('fm-copied', { bubbles: true, composed: true }));
    this.copied = true;
    setTimeout(() => {
      this.copied = false;
    }, SHOWN_MS);
    return true;
  }

  #select(): void {
    const code = this.renderRoot.querySelector('code');
    if (code) getSelection()?.selectAllChildren(code);
    announce('The text is selected: copy it with the keyboard');
  }
}

define('fm-copy', FmCopy);

declare global {
  interface HTMLElementTagNameMap {
    'fm-copy': FmCopy;
  }
}
