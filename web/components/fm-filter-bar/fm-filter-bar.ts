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
  /** What is chosen where there is no value: by default “Any”; of an order, the usual one. */
  unsetText?: string;
  /** The current value in words, where the value itself says nothing to a person: the name of a group. */
  valueText?: string;
}

/** Keys pressed within this time of each other make one search. */
const TYPING_MS = 180;

/**
 * Search and filters over a list, each filter a chip with its choices. Active ones stay, and can be removed, where lack of
 * room folds the others away. Slot `saved` is for saved views, the default slot for controls of its own. `focus()`, and the event
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
    const active = this.filters.filter(({ value }) => value);
    const hasChoices = this.filters.some(({ options }) => options);
    return html`<form role="search" tabindex="-1" aria-label=${this.label} @submit=${this.#submitted}>
      ${this.hasNoSearch ? nothing : this.#searchField()}
      ${
        hasChoices
          ? html`<button
              type="button"
              class="toggle"
              aria-expanded=${String(this.isOpen)}
              aria-controls="choices"
              @click=${() => (this.isOpen = !this.isOpen)}
            >
              Filters ${icon(this.isOpen ? 'chevron-up' : 'chevron-down')}
            </button>`
          : nothing
      }
      <slot name="saved"></slot>
      <div id="choices" class="choices ${this.isOpen ? 'open' : ''}">
        ${this.filters.map((filter) => this.#chip(filter))}
        <slot></slot>
        ${
          active.length + (this.search === '' ? 0 : 1) < 2
            ? nothing
            : html`<button type="button" class="clear" @click=${this.#clear}>Clear all filters</button>`
        }
      </div>
    </form>`;
  }

  #searchField(): TemplateResult {
    return html`<label class="search"
      ><span class="visually-hidden">${this.searchLabel}</span>
      <input
        type="search"
        name="search"
        maxlength="253"
        spellcheck="false"
        autocapitalize="none"
        autocomplete="off"
        placeholder=${this.placeholder || this.searchLabel}
        @input=${this.#typed}
      />
    </label>`;
  }

  /** A filter: a choice where there are some, and a way to remove it while it filters. */
  #chip(filter: Filter): unknown {
    const { name, label, value, options } = filter;
    if (!options && !value) return nothing;
    const what = options
      ? html`<label><span class="quiet">${label}</span> ${this.#choice(filter)}</label>`
      : html`<span class="value"><span class="quiet">${label}</span> <b>${chosenText(filter)}</b></span>`;
    return html`<div class="chip ${value ? 'on' : ''}">
      ${what}
      ${
        value
          ? html`<button
              type="button"
              aria-label="Remove filter ${label}: ${chosenText(filter)}"
              @click=${() => this.#removed(name)}
            >
              ${icon('close')}
            </button>`
          : nothing
      }
    </div>`;
  }

  #choice(filter: Filter): TemplateResult {
    const { name, value, options = [], unsetText = 'Any' } = filter;
    const now = value ?? '';
    const isKnown = now === '' || options.some((option) => option.value === now);
    return html`<select
      name=${name}
      @change=${({ target }: Event) => this.#filter(name, (target as HTMLSelectElement).value)}
    >
      <option value="" .selected=${now === ''}>${unsetText}</option>
      ${isKnown ? nothing : html`<option value=${now} .selected=${true}>${chosenText(filter)}</option>`}
      ${options.map(
        (option) =>
          html`<option value=${option.value} .selected=${option.value === now}>${option.label}</option>`,
      )}
    </select>`;
  }

  #removed(name: string): void {
    this.#filter(name, '');
    this.#keepFocus();
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
