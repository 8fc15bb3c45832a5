import { html, nothing, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { icon, type IconName } from '../../icons/icons.ts';
import { styles } from './fm-menu.styles.ts';

/** Index of the item that a key moves to from `active`, wrapping at the ends; undefined: it does not move. */
function itemAfter(key: string, active: number, labels: readonly string[]): number | undefined {
  const count = labels.length;
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (Math.max(active, 0) - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const order = labels.map((_, step) => (active + 1 + step) % count);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase()));
}

const GAP_PX = 4;
const EDGE_PX = 8;

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Styles that put a menu at its button, on the side of the window that has more room, and no higher than that. */
function placeOf(
  { top, bottom, left, right }: Box,
  window: { width: number; height: number },
): Record<'top' | 'bottom' | 'left' | 'right' | 'maxHeight', string> {
  const px = (value: number): string => `${Math.round(Math.max(EDGE_PX, value))}px`;
  const isBelow = window.height - bottom >= top;
  const isAtStart = (left + right) / 2 <= window.width / 2;
  return {
    top: isBelow ? px(bottom + GAP_PX) : 'auto',
    bottom: isBelow ? 'auto' : px(window.height - top + GAP_PX),
    left: isAtStart ? px(left) : 'auto',
    right: isAtStart ? 'auto' : px(window.width - right),
    maxHeight: px((isBelow ? window.height - bottom : top) - GAP_PX - EDGE_PX),
  };
}

/** One line of an fm-menu. */
export interface MenuItem {
  key: string;
  label: string;
  icon?: IconName;
  /** Makes the item a link; such an item does not fire `fm-choose`. */
  href?: string;
  tone?: 'danger';
  /** Why the item cannot be chosen now; it stays readable and shows the reason. */
  reason?: string | null;
  /** Whether the item is ticked; left out for an item that cannot be ticked. */
  isChecked?: boolean;
}

/**
 * A button that opens a menu: arrows, Home, End and first letters move, Enter chooses, Escape and a click elsewhere
 * close. The button shows the default slot, or else `label`. The parts `button` and `mark` (its arrow) can be styled
 * where they need another size.
 *
 * Events: `fm-choose` (the key of an item; prevented: the menu stays open).
 */
export class FmMenu extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    label: {},
    icon: {},
    variant: {},
    isIconOnly: { type: Boolean, attribute: 'icon-only' },
    items: { attribute: false },
    isOpen: { state: true },
  };
  /** Names the button and the menu. */
  declare label: string;
  declare icon: IconName | null;
  /** Classes of the button: `plain`, `primary`. */
  declare variant: string;
  /** Shows the icon alone; screen readers still read the label. */
  declare isIconOnly: boolean;
  declare items: readonly MenuItem[];
  declare isOpen: boolean;
  #listening = new AbortController();

  constructor() {
    super();
    this.label = 'More';
    this.icon = null;
    this.variant = '';
    this.isIconOnly = false;
    this.items = [];
    this.isOpen = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
  }

  override render(): TemplateResult {
    return html`<button
        id="trigger"
        part="button"
        class="${this.variant} ${this.isIconOnly ? 'square' : ''}"
        popovertarget="menu"
        aria-haspopup="menu"
        aria-expanded=${String(this.isOpen)}
        aria-label=${this.isIconOnly ? this.label : nothing}
        title=${this.isIconOnly ? this.label : nothing}
        @click=${this.#triggerClicked}
        @keydown=${this.#triggerKey}
      >
        ${this.icon === null ? nothing : icon(this.icon)}
        ${this.isIconOnly ? nothing : html`<slot>${this.label}</slot> <span part="mark">${icon('chevron-down')}</span>`}
      </button>
      <div
        id="menu"
        popover
        role="menu"
        aria-label=${this.label}
        @beforetoggle=${this.#place}
        @toggle=${this.#toggled}
        @keydown=${this.#menuKey}
      >
        ${this.isOpen ? this.items.map((item, index) => this.#item(item, index)) : nothing}
      </div>`;
  }

  #item(item: MenuItem, index: number): TemplateResult {
    const reason = item.reason ?? null;
    const inside = html`${item.icon ? icon(item.icon) : nothing}<span
        >${item.label} ${item.isChecked ? icon('check') : nothing}</span
      >
      ${reason === null ? nothing : html`<span class="reason" id="reason-${index}">${reason}</span>`}`;
    if (item.href !== undefined && reason === null)
      return html`<a class="button item" role="menuitem" tabindex="-1" href=${item.href} @click=${this.hide}
        >${inside}</a
      >`;
    return html`<button
      class="item ${item.tone ?? ''}"
      role=${item.isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked=${item.isChecked === undefined ? nothing : String(item.isChecked)}
      aria-disabled=${reason === null ? nothing : 'true'}
      tabindex="-1"
      @click=${() => this.#choose(item)}
    >
      ${inside}
    </button>`;
  }

  /** Opens it, as a click on its button does. */
  show(): void {
    const menu = this.#menu();
    if (!menu || menu.matches(':popover-open')) return;
    // Renders the items only now: each row of a list has a menu, and nearly all of them stay closed.
    this.isOpen = true;
    this.performUpdate();
    menu.showPopover();
    // Moves the focus at once, not at the browser's event: a key pressed before that event is meant for the menu too.
    this.#itemElements()[0]?.focus({ preventScroll: true });
  }

  readonly hide = (): void => this.#menu()?.hidePopover();

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('#trigger')?.focus(options);
  }

  #choose(item: MenuItem): void {
    if (item.reason) return;
    const event = new CustomEvent('fm-choose', { detail: item.key, cancelable: true });
    if (this.dispatchEvent(event)) this.hide();
  }

  /** Places the menu below or above the button, where there is more room; its size is not known yet. */
  #place({ newState }: ToggleEvent): void {
    const menu = this.#menu();
    const trigger = this.renderRoot.querySelector('#trigger');
    // The browser does not give the focus back; after a click elsewhere it is already there.
    const hadFocus = (this.renderRoot as ShadowRoot).activeElement?.matches('.item') ?? false;
    if (newState === 'closed' && hadFocus) this.focus({ preventScroll: true });
    if (newState !== 'open' || !menu || !trigger) return;
    const window = { width: document.documentElement.clientWidth, height: innerHeight };
    Object.assign(menu.style, placeOf(trigger.getBoundingClientRect(), window));
  }

  #toggled({ newState }: ToggleEvent): void {
    this.isOpen = newState === 'open';
    this.#listening.abort();
    if (!this.isOpen) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    // The menu does not move with its button, so it closes when the page is resized or scrolled.
    addEventListener('resize', this.hide, { signal });
    addEventListener('scroll', this.#scrolled, { signal, capture: true, passive: true });
  }

  readonly #scrolled = (event: Event): void => {
    if (!event.composedPath().includes(this)) this.hide();
  };

  /** Replaces the browser's own handling, which opens the menu without moving the focus. */
  #triggerClicked(event: MouseEvent): void {
    event.preventDefault();
    if (this.#menu()?.matches(':popover-open')) this.hide();
    else this.show();
  }

  #triggerKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    this.show();
  }

  #menuKey(event: KeyboardEvent): void {
    if (event.key === 'Tab') return this.hide();
    const elements = this.#itemElements();
    const active = (this.renderRoot as ShadowRoot).activeElement;
    const labels = this.items.map(({ label }) => label);
    const next = itemAfter(event.key, elements.indexOf(active as HTMLElement), labels);
    if (next === undefined) return;
    event.preventDefault();
    elements[next]?.focus();
  }

  #itemElements(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.item')];
  }

  #menu(): HTMLElement | null {
    return this.renderRoot.querySelector('#menu');
  }
}

define('fm-menu', FmMenu);

declare global {
  interface HTMLElementTagNameMap {
    'fm-menu': FmMenu;
  }
}
