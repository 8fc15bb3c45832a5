import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { explain } from '../../core/errors.ts';
import { showOver } from '../../core/pageEnd.ts';
import { leaveFor } from '../../core/router.ts';
import { icon } from '../../icons/icons.ts';
import { styles } from './fm-palette.styles.ts';
import { findThings, type Things } from './findThings.ts';
import { findHere, type Entry, type Group, type PaletteContext } from './sources.ts';
import { texts } from './texts.ts';

/** Keys pressed within this time of each other make one search. */
const TYPING_MS = 150;

/**
 * Finds pages, actions and things of all kinds by what is typed: a combobox with its list (ARIA APG), in a dialog.
 * Fires `fm-closed`. Opened by {@link openPalette}.
 */
export class FmPalette extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    context: { attribute: false },
    groups: { state: true },
    at: { state: true },
    problem: { state: true },
    missing: { state: true },
    isLooking: { state: true },
  };
  declare context: PaletteContext | null;
  declare groups: readonly Group[];
  /** The chosen entry, counted over all groups. */
  declare at: number;
  declare problem: unknown;
  /** Kinds that the manager could not search. */
  declare missing: readonly string[];
  declare isLooking: boolean;
  /** Enter was pressed before anything was found: the first entry found is taken. */
  #takesFirst = false;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #looking = new AbortController();

  constructor() {
    super();
    this.context = null;
    this.groups = [];
    this.at = 0;
    this.problem = null;
    this.missing = [];
    this.isLooking = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
    this.#looking.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('context') && this.context) this.#find('');
  }

  protected override firstUpdated(): void {
    this.#dialog()?.showModal();
    this.renderRoot.querySelector('input')?.focus();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('at'))
      this.renderRoot.querySelector(`#option-${this.at}`)?.scrollIntoView({ block: 'nearest' });
  }

  override render(): TemplateResult {
    const { length } = this.#entries();
    return html`<dialog aria-label="Search" @close=${this.#closed} @click=${this.#clickedBeside}>
      <div class="field-row">
        ${icon('search')}
        <input
          type="text"
          role="combobox"
          aria-label=${texts.label}
          aria-expanded=${length > 0 ? 'true' : 'false'}
          aria-controls="results"
          aria-autocomplete="list"
          aria-activedescendant=${length > 0 ? `option-${this.at}` : nothing}
          placeholder=${texts.label}
          autocomplete="off"
          spellcheck="false"
          maxlength="200"
          @input=${this.#typed}
          @keydown=${this.#pressed}
        />
        <button class="plain square" aria-label="Close" @click=${() => this.#dialog()?.close()}>
          ${icon('close')}
        </button>
      </div>
      <div id="results" role="listbox" aria-label="Results" ?hidden=${length === 0}>${this.#groups()}</div>
      <p class="told" role="status">${this.#told(length)}</p>
    </dialog>`;
  }

  #groups(): unknown {
    let first = 0;
    return this.groups.map(({ heading, entries }, group) => {
      const start = first;
      first += entries.length;
      return html`<div role="group" aria-labelledby="group-${group}">
        <div id="group-${group}" class="heading" role="presentation">${heading}</div>
        ${entries.map((entry, at) => this.#option(entry, start + at))}
      </div>`;
    });
  }

  #option(entry: Entry, at: number): TemplateResult {
    return html`<div
      id="option-${at}"
      role="option"
      aria-selected=${at === this.at ? 'true' : 'false'}
      @pointermove=${() => (this.at = at)}
      @click=${() => this.#take(entry)}
    >
      ${icon(entry.icon)} <span>${entry.label}</span>
      ${entry.detail ? html`<span class="detail quiet small">${entry.detail}</span>` : nothing}
    </div>`;
  }

  #told(count: number): string {
    if (this.problem !== null) return texts.failed(explain(this.problem).what);
    if (this.isLooking) return texts.looking;
    const found = count === 0 ? texts.nothing : texts.count(count);
    return this.missing.length === 0 ? found : `${texts.missing(this.missing)} ${found}`;
  }

  #entries(): readonly Entry[] {
    return this.groups.flatMap(({ entries }) => entries);
  }

  #typed(event: InputEvent): void {
    this.#find((event.target as HTMLInputElement).value.trim());
  }

  /** Shows what is known here at once, and what the manager knows once the typing pauses. */
  #find(typed: string): void {
    clearTimeout(this.#typing);
    this.#looking.abort();
    this.#looking = new AbortController();
    this.#takesFirst = false;
    this.problem = null;
    this.missing = [];
    this.at = 0;
    const here = this.context ? findHere(typed, this.context) : [];
    this.#show(here);
    this.isLooking = typed !== '';
    if (!this.isLooking) return;
    const { signal } = this.#looking;
    this.#typing = setTimeout(() => void this.#findThings(typed, here, signal), TYPING_MS);
  }

  async #findThings(typed: string, here: readonly Group[], signal: AbortSignal): Promise<void> {
    let things: Things = { groups: [], missing: [] };
    let problem: unknown = null;
    try {
      things = await findThings(typed, signal);
    } catch (error) {
      problem = error;
    }
    // An answer to earlier text says nothing of what is typed now.
    if (signal.aborted) return;
    this.problem = problem;
    this.missing = things.missing;
    this.isLooking = false;
    // Entries that somebody may already be moving through stay where they are.
    this.#show([...here, ...things.groups]);
    const [first] = this.#entries();
    if (this.#takesFirst && first) this.#take(first);
  }

  #show(groups: readonly Group[]): void {
    this.groups = groups.filter(({ entries }) => entries.length > 0);
  }

  #pressed(event: KeyboardEvent): void {
    const { length } = this.#entries();
    const to: Readonly<Record<string, number>> = {
      ArrowDown: (this.at + 1) % length,
      ArrowUp: (this.at - 1 + length) % length,
      PageDown: Math.min(this.at + 8, length - 1),
      PageUp: Math.max(this.at - 8, 0),
    };
    const next = to[event.key];
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      const entry = this.#entries()[this.at];
      if (entry) this.#take(entry);
      else this.#takesFirst = this.isLooking;
    } else if (next !== undefined && length > 0) {
      event.preventDefault();
      this.at = next;
    }
  }

  #take({ href, run }: Entry): void {
    this.#dialog()?.close();
    if (href === undefined) run?.();
    else void leaveFor(href);
  }

  #clickedBeside(event: MouseEvent): void {
    if (event.target === event.currentTarget) this.#dialog()?.close();
  }

  #closed(): void {
    this.dispatchEvent(new CustomEvent('fm-closed'));
    this.remove();
  }

  #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }
}

define('fm-palette', FmPalette);

/** Opens the palette; closes it if it is open, for a second Ctrl-K. */
export function openPalette(context: PaletteContext): void {
  const open = document.querySelector('fm-palette');
  if (open) return open.remove();
  const palette = new FmPalette();
  palette.context = context;
  showOver(palette);
}

declare global {
  interface HTMLElementTagNameMap {
    'fm-palette': FmPalette;
  }
}
