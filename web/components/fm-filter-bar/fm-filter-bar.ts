import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { icon } from '../../icons/icons.ts';
import { styles } from './fm-filter-bar.styles.ts';

/** One filter of a list. */
export interface Filter {
  /** Its name in the address and in events. */
  name: string;
  /** The filter's label: “Status”. */
  label: string;
  /** The current value; null or '': no filter. */
  value: string | null;
  /** Choices, without “any”. Left out for a filter that a link set: the reader can only remove it. */
  options?: readonly { value: string; label: string }[];
  /** What its select shows while it does not filter. */
  any?: string;
  /** The current value in words, where the value itself says nothing to a person: the name of a group. */
  valueText?: string;
}

/** Keys pressed within this time of each other make one search. */
const TYPING_MS = 180;

/**
 * Search and filters over a list. Chips always show the active filters, and remove them, even where lack of room folds
 * the choices away. Slot `saved` is for saved views, the default slot for controls of its own. `focus()`, and the event
 * `fm-focus-filter` on the window, focus the search field.
 *
 * Events: `fm-search` (the text, trimmed), `fm-filter` ({ name, value }; value null: removed), `fm-clear-filters`
 * (search and filters).
 */
export class FmFilterBar extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    label: {},
    search: {},
    searchLabel: { attribute: 'search-label' },
    placeholder: {},
    hasNoSearch: { type: Boolean, attribute: 'no-search' },
    filters: { attribute: false },
    isOpen: { state: true },
  };
  /** Names the search for screen readers: “Hosts”. */
  declare label: string;
  declare search: string;
  declare searchLabel: string;
  declare placeholder: string;
  declare hasNoSearch: boolean;
  declare filters: readonly Filter[];
  /** Whether the choices are unfolded; where there is room they are always shown. */
  declare isOpen: boolean;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.label = '';
    this.search = '';
    this.searchLabel = 'Search';
    this.placeholder = '';
    this.hasNoSearch = false;
    this.filters = [];
    this.isOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('fm-focus-filter', this.#wanted);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('fm-focus-filter', this.#wanted);
    clearTimeout(this.#typing);
  }

  override render(): TemplateResult {
    const choices = this.filters.filter(({ options }) => options);
    return html`<form role="search" tabindex="-1" aria-label=${this.label} @submit=${this.#submitted}>
        ${this.hasNoSearch ? nothing : this.#searchField()}
        ${
          choices.length === 0
            ? nothing
            : html`<button
                type="button"
                class="toggle"
                aria-expanded=${String(this.isOpen)}
                aria-controls="choices"
                @click=${() => (this.isOpen = !this.isOpen)}
              >
                Filters ${icon(this.isOpen ? 'chevron-up' : 'chevron-down')}
              </button>`
        }
        <slot name="saved"></slot>
        <div id="choices" class="choices ${this.isOpen ? 'open' : ''}">
          ${choices.map((filter) => this.#choice(filter))}
          <slot></slot>
        </div>
      </form>
      ${this.#chips()}`;
  }

  #searchField(): TemplateResult {
    return html`<label class="field search"
      >${this.searchLabel}
      <input
        type="search"
        name="search"
        maxlength="253"
        spellcheck="false"
        autocapitalize="none"
        autocomplete="off"
        placeholder=${this.placeholder}
        @input=${this.#typed}
      />
    </label>`;
  }

  #choice({ name, label, value, options = [], any = 'Any' }: Filter): TemplateResult {
    const now = value ?? '';
    const isKnown = now === '' || options.some((option) => option.value === now);
    return html`<label class="field"
      >${label}
      <select
        name=${name}
        @change=${({ target }: Event) => this.#filter(name, (target as HTMLSelectElement).value)}
      >
        <option value="" .selected=${now === ''}>${any}</option>
        ${isKnown ? nothing : html`<option value=${now} .selected=${true}>${now}</option>`}
        ${options.map(
          (option) =>
            html`<option value=${option.value} .selected=${option.value === now}>${option.label}</option>`,
        )}
      </select>
    </label>`;
  }

  #chips(): unknown {
    const active = this.filters.filter(({ value }) => value);
    const count = active.length + (this.search === '' ? 0 : 1);
    if (count === 0) return nothing;
    return html`<ul class="chips" aria-label="Active filters">
      ${this.search === '' ? nothing : this.#chip('Search', this.search, () => this.#search(''))}
      ${active.map((filter) =>
        this.#chip(filter.label, chosenText(filter), () => this.#filter(filter.name, '')),
      )}
      ${
        count < 2
          ? nothing
          : html`<li><button class="clear" @click=${this.#clear}>Clear all filters</button></li>`
      }
    </ul>`;
  }

  #chip(label: string, value: string, remove: () => void): TemplateResult {
    const pressed = (): void => {
      remove();
      this.#keepFocus();
    };
    return html`<li>
      <button aria-label="Remove filter ${label}: ${value}" @click=${pressed}>
        <span><span class="quiet">${label}:</span> ${value}</span> ${icon('close')}
      </button>
    </li>`;
  }

  /** Sets the field here: a binding would remove the space that somebody has just typed. */
  protected override updated(changed: PropertyValues): void {
    const field = this.#field();
    if (changed.has('search') && field && field.value.trim() !== this.search) field.value = this.search;
  }

  override focus(options?: FocusOptions): void {
    const target = this.#field() ?? this.renderRoot.querySelector<HTMLElement>('select, button');
    target?.focus(options);
  }

  readonly #wanted = (): void => {
    this.focus();
    this.#field()?.select();
  };

  #typed(event: InputEvent): void {
    const { value } = event.target as HTMLInputElement;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#tell('fm-search', value.trim()), TYPING_MS);
  }

  #submitted(event: SubmitEvent): void {
    event.preventDefault();
    this.#search(this.#field()?.value ?? '');
  }

  #search(text: string): void {
    clearTimeout(this.#typing);
    this.#tell('fm-search', text.trim());
  }

  #filter(name: string, value: string): void {
    this.#tell('fm-filter', { name, value: value === '' ? null : value });
  }

  readonly #clear = (): void => {
    clearTimeout(this.#typing);
    this.#tell('fm-clear-filters', null);
    this.#keepFocus();
  };

  /** The pressed chip is gone, so the form takes the focus. The search field would bring up a phone's keyboard. */
  #keepFocus(): void {
    this.renderRoot.querySelector('form')?.focus({ preventScroll: true });
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #field(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input[name=search]');
  }
}

function chosenText({ value, options = [], valueText }: Filter): string {
  return valueText ?? options.find((option) => option.value === value)?.label ?? value ?? '';
}

define('fm-filter-bar', FmFilterBar);

declare global {
  interface HTMLElementTagNameMap {
    'fm-filter-bar': FmFilterBar;
  }
}
