import { css, html, type TemplateResult } from 'lit';
import { define, FmElement } from '../core/element.ts';
import type { Page } from '../core/page.ts';
import { showOver } from '../core/pageEnd.ts';
import { lettersAreOn, switchLetters } from './keys.ts';

const styles = css`
  dialog {
    width: min(32rem, calc(100vw - 1rem));
    max-height: calc(100dvh - 2rem);
    padding: var(--fm-space-5);
    overflow: auto;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    color: var(--fm-text);
    box-shadow: var(--fm-shadow-raised);
  }

  dialog::backdrop {
    background: var(--fm-overlay);
  }

  kbd {
    padding: 0 var(--fm-space-2);
    border: 1px solid var(--fm-line-strong);
    border-radius: 4px;
    font: inherit;
  }
`;

const EVERYWHERE: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Search pages, hosts, packages, CVEs, jobs and people (⌘ K on a Mac)'],
  ['Esc', 'Close the open dialog or menu'],
];
const IN_A_LIST: readonly (readonly [string, string])[] = [
  ['↑ ↓', 'Go from row to row; Page Up, Page Down, Home and End go further'],
  ['Enter', 'Open the row'],
  ['Space', 'Select the row; Shift Space up to the last selected one'],
  ['Ctrl A', 'Select all rows'],
  ['Esc', 'Clear the selection'],
];
const LETTERS: readonly (readonly [string, string])[] = [
  ['/', 'Go to the page’s search'],
  ['?', 'Show these shortcuts'],
];

/** All shortcuts of the keyboard, and the switch for those of a single letter. */
export class FmShortcuts extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { pages: { attribute: false }, isOn: { state: true } };
  declare pages: readonly Page[];
  declare isOn: boolean;

  constructor() {
    super();
    this.pages = [];
    this.isOn = lettersAreOn();
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  override render(): TemplateResult {
    const paths = this.pages.flatMap(({ nav }) =>
      nav?.letter ? [[`g ${nav.letter}`, nav.label] as const] : [],
    );
    return html`<dialog aria-labelledby="title" @close=${() => this.remove()}>
      <div class="stack">
        <div class="row spread">
          <h2 id="title">Keyboard shortcuts</h2>
          <button autofocus @click=${() => this.renderRoot.querySelector('dialog')?.close()}>Close</button>
        </div>
        ${rows(EVERYWHERE)}
        <h3>In a list</h3>
        ${rows(IN_A_LIST)}
        <label class="row">
          <input type="checkbox" .checked=${this.isOn} @change=${this.#switched} />
          Single-letter shortcuts (saved in this browser)
        </label>
        <div ?hidden=${!this.isOn}>${rows([...LETTERS, ...paths])}</div>
      </div>
    </dialog>`;
  }

  #switched(event: Event): void {
    this.isOn = (event.target as HTMLInputElement).checked;
    switchLetters(this.isOn);
  }
}

function rows(all: readonly (readonly [string, string])[]): TemplateResult {
  return html`<dl class="facts">
    ${all.map(
      ([keys, what]) =>
        html`<dt>${keys.split(' ').map((key) => html`<kbd>${key}</kbd> `)}</dt>
          <dd>${what}</dd>`,
    )}
  </dl>`;
}

define('fm-shortcuts', FmShortcuts);

export function openShortcuts(pages: readonly Page[]): void {
  if (document.querySelector('fm-shortcuts')) return;
  const element = new FmShortcuts();
  element.pages = pages;
  showOver(element);
}
