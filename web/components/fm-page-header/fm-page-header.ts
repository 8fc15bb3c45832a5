import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { placeTabs } from '../../core/placeTabs.ts';
import { titlePage } from '../../core/pageTitle.ts';
import { icon, type IconName } from '../../icons/icons.ts';
import '../fm-menu/fm-menu.ts';
import { styles } from './fm-page-header.styles.ts';

/** An action on the thing that the page shows; the most wanted come first. */
export interface PageAction {
  key: string;
  label: string;
  icon?: IconName;
  tone?: 'primary' | 'danger';
  /** Makes the action a link; such an action does not fire `fm-action`. */
  href?: string;
  /** Why the action is not possible now; it stays readable and shows the reason. */
  reason?: string | null;
}

/** One link of the breadcrumbs. */
export interface Crumb {
  label: string;
  href: string;
}

const GAP_PX = 8;
const MENU_PX = 40;

/**
 * The head of a page: breadcrumbs, the page's one `<h1>`, and actions; those without room go into a menu. The default
 * slot stands under the heading, slot `badges` beside it, and below all the tabs of the place that the page belongs to,
 * unless breadcrumbs lead up to it. It also sets the title of the browser's tab.
 *
 * Events: `fm-action` (the key of an action).
 */
export class FmPageHeader extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    heading: {},
    tabTitle: { attribute: 'tab-title' },
    crumbs: { attribute: false },
    actions: { attribute: false },
    most: { type: Number },
    shownCount: { state: true },
  };
  declare heading: string;
  /** Title of the browser's tab, where the heading alone says too little: “web1: Patches”. */
  declare tabTitle: string;
  /** The breadcrumbs, without the page itself. */
  declare crumbs: readonly Crumb[];
  declare actions: readonly PageAction[];
  /** The most buttons; the other actions are in the menu. */
  declare most: number;
  /** How many actions are buttons; null: all of them, so that they can be measured. */
  declare shownCount: number | null;
  #widthsPx: readonly number[] = [];
  #roomPx = 0;
  readonly #sizes = new ResizeObserver(() => this.#resized());

  constructor() {
    super();
    this.heading = '';
    this.tabTitle = '';
    this.crumbs = [];
    this.actions = [];
    this.most = Infinity;
    this.shownCount = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
    placeTabs.addEventListener('change', this.#tabsChanged);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    placeTabs.removeEventListener('change', this.#tabsChanged);
  }

  readonly #tabsChanged = (): void => this.requestUpdate();

  override render(): TemplateResult {
    const shown = this.actions.slice(0, this.shownCount ?? this.actions.length);
    const rest = this.actions.slice(shown.length);
    return html`
      <div class="what">
        ${this.crumbs.length === 0 ? nothing : breadcrumb(this.crumbs)}
        <div class="title">
          <h1>${this.heading}</h1>
          <slot name="badges"></slot>
        </div>
        <div class="under"><slot></slot></div>
      </div>
      ${
        this.actions.length === 0
          ? nothing
          : html`<div class="actions">
              ${shown.map((action) => this.#button(action))}
              ${
                rest.length === 0
                  ? nothing
                  : html`<fm-menu
                      label=${shown.length === 0 ? 'Actions' : 'More actions'}
                      icon="more"
                      icon-only
                      .items=${rest.map((action) => itemOf(action))}
                      @fm-choose=${({ detail }: CustomEvent<string>) => this.#act(detail)}
                    ></fm-menu>`
              }
            </div>`
      }
      ${this.crumbs.length === 0 && placeTabs.tabs.length > 0 ? tabsOfPlace() : nothing}
    `;
  }

  #button({ key, label, icon: image, tone = undefined, href, reason = null }: PageAction): TemplateResult {
    const inside = html`${image ? icon(image) : nothing} ${label}`;
    if (href !== undefined && reason === null)
      return html`<a class="button ${tone ?? ''}" data-action=${key} href=${href}>${inside}</a>`;
    return html`<button
      class=${tone ?? ''}
      data-action=${key}
      aria-disabled=${reason === null ? nothing : 'true'}
      aria-description=${reason ?? nothing}
      title=${reason ?? nothing}
      @click=${() => this.#act(key)}
    >
      ${inside}
    </button>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const before = changed.get('actions') as readonly PageAction[] | undefined;
    if (changed.has('actions') && !looksSame(before, this.actions)) this.shownCount = null;
  }

  protected override updated(changed: PropertyValues): void {
    const isNamed = changed.has('heading') || changed.has('tabTitle') || changed.has('crumbs');
    if (isNamed && this.heading !== '')
      titlePage(this.tabTitle || this.heading, ...this.crumbs.map(({ label }) => label).reverse());
    if (this.shownCount === null && this.actions.length > 0) this.#measure();
  }

  #act(key: string): void {
    const action = this.actions.find((one) => one.key === key);
    if (!action || action.reason) return;
    this.dispatchEvent(new CustomEvent('fm-action', { detail: key }));
  }

  #measure(): void {
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-action]')];
    this.#widthsPx = buttons.map(({ offsetWidth }) => offsetWidth);
    this.#fit();
  }

  #resized(): void {
    if (this.clientWidth === this.#roomPx) return;
    // Fonts and zoom change the widths together with the room.
    this.shownCount = null;
    // If there was no room at the first look, it is null already, and setting it starts no update.
    this.requestUpdate();
  }

  #fit(): void {
    this.#roomPx = this.clientWidth;
    if (this.#roomPx === 0) return;
    const room = { roomPx: this.#roomPx, gapPx: GAP_PX, menuPx: MENU_PX, most: this.most };
    this.shownCount = fitting(this.#widthsPx, room);
  }
}

function itemOf({ key, label, icon: image, tone, href, reason }: PageAction): object {
  return { key, label, icon: image, tone: tone === 'danger' ? tone : undefined, href, reason };
}

function looksSame(before: readonly PageAction[] | undefined, now: readonly PageAction[]): boolean {
  const looks = ({ label, icon: image }: PageAction): string => `${label} ${image ?? ''}`;
  return before?.map(looks).join('\n') === now.map(looks).join('\n');
}

const tabsOfPlace = (): TemplateResult =>
  html`<nav class="tabs" aria-label=${placeTabs.label}>
    ${placeTabs.tabs.map(
      ({ href, label, isHere }) =>
        html`<a href=${href} aria-current=${isHere ? 'page' : nothing}>${label}</a>`,
    )}
  </nav>`;

function breadcrumb(crumbs: readonly Crumb[]): TemplateResult {
  return html`<nav aria-label="Breadcrumb">
    <ol>
      ${crumbs.map(({ label, href }) => html`<li><a href=${href}>${label}</a></li>`)}
    </ol>
  </nav>`;
}

define('fm-page-header', FmPageHeader);

declare global {
  interface HTMLElementTagNameMap {
    'fm-page-header': FmPageHeader;
  }
}

/**
 * How many buttons, from the first and at most `most`, fit into a row of `roomPx` with a menu of `menuPx` for the others. A menu of one
 * item would be as wide as that item's button and say less, so it takes at least two.
 */
function fitting(
  widthsPx: readonly number[],
  { roomPx, gapPx, menuPx, most }: Record<'roomPx' | 'gapPx' | 'menuPx' | 'most', number>,
): number {
  const widthOf = (count: number): number =>
    widthsPx.slice(0, count).reduce((sum, width) => sum + width, 0) + Math.max(0, count - 1) * gapPx;
  if (widthsPx.length <= most && widthOf(widthsPx.length) <= roomPx) return widthsPx.length;
  let count = Math.max(0, Math.min(most, widthsPx.length - 2));
  while (count > 0 && widthOf(count) + gapPx + menuPx > roomPx) count -= 1;
  return count;
}
