import { html, nothing, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { countText } from '../../core/format.ts';
import { setQuery } from '../../core/query.ts';
import { styles } from './fm-tabs.styles.ts';

export interface Tab {
  key: string;
  label: string;
  /** A count beside the label; null or left out: none. */
  count?: number | null;
  tone?: 'warn' | 'bad';
}

/**
 * Tabs over one panel, the default slot: the page renders the content of `selected`. Arrows, Home and End move and
 * choose. With `param`, the address keeps the choice (`?tab=packages`; the first tab removes it), and the page reads it
 * by `chosenTab`. With `pushes`, a click on a tab is a step of its own, so that Back leads to the tab before.
 *
 * Events: `fm-tab` (the key).
 */
export class FmTabs extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    label: {},
    tabs: { attribute: false },
    selected: {},
    param: {},
    pushes: { type: Boolean },
  };
  /** Names the list of tabs for screen readers. */
  declare label: string;
  declare tabs: readonly Tab[];
  declare selected: string;
  /** Name of the parameter in the address; '' leaves the address alone. */
  declare param: string;
  declare pushes: boolean;

  constructor() {
    super();
    this.label = '';
    this.tabs = [];
    this.selected = '';
    this.param = 'tab';
    this.pushes = false;
  }

  override render(): TemplateResult {
    const selected = this.#selected();
    return html`<div role="tablist" aria-label=${this.label} @keydown=${this.#keydown}>
        ${this.tabs.map((tab) => this.#tab(tab, tab === selected))}
      </div>
      <div role="tabpanel" id="panel" tabindex="-1" aria-labelledby="tab-${selected?.key ?? ''}">
        <slot></slot>
      </div>`;
  }

  #tab({ key, label, count = null, tone }: Tab, isSelected: boolean): TemplateResult {
    return html`<button
      role="tab"
      id="tab-${key}"
      aria-selected=${String(isSelected)}
      aria-controls="panel"
      tabindex=${isSelected ? '0' : '-1'}
      @click=${() => this.#choose(key, this.pushes)}
    >
      ${label}
      ${count === null ? nothing : html`<span class="count ${tone ?? ''}">${countText(count)}</span>`}
    </button>`;
  }

  /** The selected tab; the first, if the address names a tab that is gone. */
  #selected(): Tab | undefined {
    return this.tabs.find(({ key }) => key === this.selected) ?? this.tabs[0];
  }

  #keydown(event: KeyboardEvent): void {
    const { key } = event;
    const now = this.tabs.findIndex((tab) => tab === this.#selected());
    const count = this.tabs.length;
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: (now + 1) % count,
      ArrowLeft: (now - 1 + count) % count,
      Home: 0,
      End: count - 1,
    };
    const next = this.tabs[moves[key] ?? -1];
    if (!next) return;
    event.preventDefault();
    this.renderRoot.querySelector<HTMLElement>(`#tab-${CSS.escape(next.key)}`)?.focus();
    this.#choose(next.key);
  }

  #choose(key: string, push = false): void {
    if (key === this.#selected()?.key) return;
    this.selected = key;
    this.dispatchEvent(new CustomEvent('fm-tab', { detail: key }));
    if (this.param !== '') setQuery({ [this.param]: key === this.tabs[0]?.key ? null : key }, push);
  }
}

/** The tab that an address names; the first if it names none of these. */
export function chosenTab(query: URLSearchParams, tabs: readonly { key: string }[], param = 'tab'): string {
  const named = query.get(param);
  return tabs.find(({ key }) => key === named)?.key ?? tabs[0]?.key ?? '';
}

define('fm-tabs', FmTabs);

declare global {
  interface HTMLElementTagNameMap {
    'fm-tabs': FmTabs;
  }
}
