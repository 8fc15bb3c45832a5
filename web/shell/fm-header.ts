import '@awesome.me/webawesome/dist/components/dropdown/dropdown.js';
import '@awesome.me/webawesome/dist/components/dropdown-item/dropdown-item.js';
import { html, nothing, type TemplateResult } from 'lit';
import { define, FmElement } from '../core/element.ts';
import { icon, type IconName } from '../icons/icons.ts';
import type { Page } from '../core/page.ts';
import type { Role, User } from '../core/schema.ts';
import { session } from '../core/session.ts';
import { chooseTheme, chosenTheme, type Theme } from './theme.ts';
import { brand } from '../components/brand.ts';
import { styles } from './fm-header.styles.ts';

const THEMES: readonly (readonly [Theme, string, IconName])[] = [
  ['system', 'Theme of the system', 'system'],
  ['light', 'Light theme', 'sun'],
  ['dark', 'Dark theme', 'moon'],
];

const ROLES: Readonly<Record<Role, string>> = {
  admin: 'Administrator',
  operator: 'Operator',
  reporter: 'Reporter',
};

/** Navigation and the user's menu: a column beside the page, a bar above it where the window is narrow. */
export class FmHeader extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    user: { attribute: false },
    pages: { attribute: false },
    path: {},
    isOpen: { type: Boolean },
    theme: { state: true },
  };
  declare user: User | null;
  declare pages: readonly Page[];
  declare path: string;
  declare isOpen: boolean;
  declare theme: Theme;

  constructor() {
    super();
    this.user = null;
    this.pages = [];
    this.path = '';
    this.isOpen = false;
    this.theme = chosenTheme();
  }

  override render(): TemplateResult {
    return html`<header>
      <slot name="skip"></slot>
      <button
        class="plain square toggle"
        aria-label="Navigation"
        aria-expanded=${this.isOpen ? 'true' : 'false'}
        aria-controls="nav"
        @click=${() => this.dispatchEvent(new CustomEvent('fm-toggle-nav'))}
      >
        ${icon(this.isOpen ? 'close' : 'menu')}
      </button>
      <a class="brand" href="/">${brand()}</a>
      <nav id="nav" aria-label="Main" class=${this.isOpen ? 'open' : ''}>
        <ul>
          ${this.pages.map((page) => this.#link(page))}
        </ul>
      </nav>
      <div class="user">${this.#userMenu()}</div>
    </header>`;
  }

  #link({ path, nav }: Page): unknown {
    if (!nav) return nothing;
    const isHere = path === '/' ? this.path === '/' : `${this.path}/`.startsWith(`${path}/`);
    return html`<li>
      <a href=${path} aria-current=${isHere ? 'page' : nothing}>${icon(nav.icon)} ${nav.label}</a>
    </li>`;
  }

  #userMenu(): TemplateResult {
    const name = this.user?.display_name ?? this.user?.username ?? '';
    return html`<wa-dropdown placement="top-start" @wa-select=${this.#chosen}>
      <button slot="trigger" class="plain">
        ${icon('user')} <span class="visually-hidden">Menu of</span>
        <span class="who"
          ><span>${name}</span>
          <span class="quiet small">${this.user ? ROLES[this.user.role] : nothing}</span></span
        >
      </button>
      ${THEMES.map(
        ([theme, label, image]) =>
          html`<wa-dropdown-item type="checkbox" value="theme:${theme}" ?checked=${this.theme === theme}
            ><span slot="icon">${icon(image)}</span>${label}</wa-dropdown-item
          >`,
      )}
      <wa-dropdown-item value="sign-out"
        ><span slot="icon">${icon('sign-out')}</span>Sign out</wa-dropdown-item
      >
    </wa-dropdown>`;
  }

  #chosen(event: CustomEvent<{ item: { value: string } }>): void {
    const { value } = event.detail.item;
    if (value === 'sign-out') return void session.signOut();
    event.preventDefault();
    this.theme = value.slice('theme:'.length) as Theme;
    chooseTheme(this.theme);
    this.#syncChecks();
  }

  /** The menu ticks its items by itself; of the themes exactly one holds. */
  #syncChecks(): void {
    for (const item of this.renderRoot.querySelectorAll<HTMLElement & { checked: boolean; value: string }>(
      'wa-dropdown-item[type="checkbox"]',
    ))
      item.checked = item.value === `theme:${this.theme}`;
  }
}

define('fm-header', FmHeader);
