import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { MenuItem } from '../components/fm-menu/fm-menu.ts';
import '../components/fm-menu/fm-menu.ts';
import { define, FmElement } from '../core/element.ts';
import { icon, type IconName } from '../icons/icons.ts';
import { PLACES, SECTIONS, type Page, type Section } from '../core/page.ts';
import { preferences } from '../core/preferences.ts';
import { safeName } from '../core/safeText.ts';
import { SavedViews } from '../core/savedViews.ts';
import { sharedViews, VIEWS_PAGE } from '../core/sharedViews.ts';
import type { User } from '../core/schema.ts';
import { roleText } from '../domain/user/texts.ts';
import { session } from '../core/session.ts';
import { chooseTheme, chosenTheme, type Theme } from './theme.ts';
import { brand } from '../components/brand.ts';
import { styles } from './fm-header.styles.ts';
import { OpenSections } from './openSections.ts';
import { entriesOf, pageAt, type NavEntry } from './servedPages.ts';
import { PINS_MISSING, SECTION_TEXTS, unreadText, waitingText } from './texts.ts';

const THEMES: readonly (readonly [Theme, string, IconName])[] = [
  ['system', 'System theme', 'system'],
  ['light', 'Light theme', 'sun'],
  ['dark', 'Dark theme', 'moon'],
];

const THEME_KEY = 'theme ';

/** The page whose link counts the waiting requests; that of `/approvals` counts approvals. */
const COUNTED = '/enrollments';

/**
 * Navigation, search and the user's menu: a column beside the page, a bar above it where the window is narrow. Pages of
 * a folded section are not in the DOM; the section's heading shows the count of what waits in them. Fires
 * `fm-toggle-nav`, `fm-palette`, `fm-notices` and `fm-shortcuts`.
 */
export class FmHeader extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    user: { attribute: false },
    pages: { attribute: false },
    path: {},
    isOpen: { type: Boolean },
    waitingCount: { type: Number },
    approvalsCount: { type: Number },
    unreadCount: { type: Number },
    theme: { state: true },
  };
  declare user: User | null;
  /** The pages that this user may see and that are served, in their order. */
  declare pages: readonly Page[];
  declare path: string;
  declare isOpen: boolean;
  /** Requests for enrollment that wait. */
  declare waitingCount: number;
  /** Approvals that this user could give. */
  declare approvalsCount: number;
  /** Notifications that nobody has read. */
  declare unreadCount: number;
  declare theme: Theme;
  readonly #sections = new OpenSections();

  constructor() {
    super();
    this.user = null;
    this.pages = [];
    this.path = '';
    this.isOpen = false;
    this.waitingCount = 0;
    this.approvalsCount = 0;
    this.unreadCount = 0;
    this.theme = chosenTheme();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('fm-theme', this.#themed);
    preferences.addEventListener('change', this.#viewsChanged);
    sharedViews.addEventListener('change', this.#viewsChanged);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('fm-theme', this.#themed);
    preferences.removeEventListener('change', this.#viewsChanged);
    sharedViews.removeEventListener('change', this.#viewsChanged);
  }

  protected override willUpdate(): void {
    this.#sections.arrive(pageAt(this.pages, this.path)?.nav?.section ?? null);
  }

  /** The entry of the page is in view, whatever sections stand open above it. Only the side bar scrolls. */
  protected override updated(changed: PropertyValues): void {
    const nav = this.renderRoot.querySelector('nav');
    const here = nav?.querySelector('[aria-current]');
    if (!nav || !here || !(changed.has('path') || changed.has('pages'))) return;
    const [frame, entry] = [nav.getBoundingClientRect(), here.getBoundingClientRect()];
    if (entry.bottom > frame.bottom) nav.scrollTop += entry.bottom - frame.bottom;
    else if (entry.top < frame.top) nav.scrollTop -= frame.top - entry.top;
  }

  override render(): TemplateResult {
    return html`<header>
      <slot name="skip"></slot>
      <button
        class="plain square toggle"
        aria-label="Navigation"
        aria-expanded=${this.isOpen ? 'true' : 'false'}
        aria-controls="nav"
        @click=${() => this.#tell('fm-toggle-nav')}
      >
        ${icon(this.isOpen ? 'close' : 'menu')}
      </button>
      <a class="brand" href="/">${brand()}</a>
      <button class="find" aria-keyshortcuts="Control+K" @click=${() => this.#tell('fm-palette')}>
        ${icon('search')} <span class="find-text">Search</span> <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <nav id="nav" aria-label="Main" class=${this.isOpen ? 'open' : ''}>
        ${SECTIONS.map((section) => this.#section(section))}
      </nav>
      <div class="user">${this.#notices()} ${this.#userMenu()}</div>
    </header>`;
  }

  #section(section: Section): unknown {
    const entries = entriesOf(this.pages, section);
    if (entries.length === 0) return nothing;
    const isOpen = this.#sections.isOpen(section);
    return html`<button
        class="section"
        aria-expanded=${String(isOpen)}
        aria-controls=${isOpen ? `pages-${section}` : nothing}
        aria-current=${!isOpen && entries.some((entry) => this.#isHere(entry)) ? 'true' : nothing}
        @click=${() => this.#toggle(section)}
      >
        <span>${SECTION_TEXTS[section]}</span>
        ${isOpen ? nothing : countBadge(entries.reduce((sum, entry) => sum + this.#countOf(entry), 0))}
        ${icon(isOpen ? 'chevron-down' : 'chevron-right')}
      </button>
      ${
        isOpen
          ? html`<ul id="pages-${section}" aria-label=${SECTION_TEXTS[section]}>
              ${entries.map((entry) => this.#link(entry))}
            </ul>`
          : nothing
      }`;
  }

  #toggle(section: Section): void {
    this.#sections.toggle(section);
    this.requestUpdate();
  }

  #isHere(entry: NavEntry): boolean {
    const here = pageAt(this.pages, this.path);
    return here !== undefined && entry.includes(here);
  }

  #countOf([{ path }]: NavEntry): number {
    if (path === COUNTED) return this.waitingCount;
    return path === '/approvals' ? this.approvalsCount : 0;
  }

  #link(entry: NavEntry): unknown {
    const [{ path, nav }] = entry;
    if (!nav) return nothing;
    const { label, icon: image } = entry.length > 1 && nav.tab ? PLACES[nav.tab.of] : nav;
    return html`<li>
      <a href=${path} aria-current=${this.#isHere(entry) ? 'page' : nothing}>
        ${icon(image)} <span>${label}</span> ${countBadge(this.#countOf(entry))}
      </a>
      ${pinnedViews(path)} ${path === VIEWS_PAGE && sharedViews.arePinsMissing ? pinsMissing() : nothing}
    </li>`;
  }

  #notices(): TemplateResult {
    const text = unreadText(this.unreadCount);
    return html`<button
      class="plain square bell"
      aria-haspopup="dialog"
      aria-label=${text}
      title=${text}
      @click=${() => this.#tell('fm-notices')}
    >
      ${icon('bell')}
      ${this.unreadCount === 0 ? nothing : html`<span class="unread" aria-hidden="true"></span>`}
    </button>`;
  }

  #userMenu(): TemplateResult {
    const name = this.user?.display_name ?? this.user?.username ?? '';
    return html`<fm-menu
      variant="plain"
      label="Menu of ${name}"
      .items=${this.#menuItems()}
      @fm-choose=${this.#chosen}
    >
      ${icon('user')} <span class="visually-hidden">Menu of</span>
      <span class="who"
        ><span>${name}</span>
        <span class="quiet small">${this.user ? roleText(this.user.role) : nothing}</span></span
      >
    </fm-menu>`;
  }

  #menuItems(): MenuItem[] {
    const themes = THEMES.map(([theme, label, image]): MenuItem => {
      const isChecked = this.theme === theme;
      return { key: `${THEME_KEY}${theme}`, label, icon: image, isChecked };
    });
    return [
      { key: 'profile', label: 'Profile and security', icon: 'user', href: '/profile' },
      ...themes,
      { key: 'documentation', label: 'Documentation', icon: 'book', href: '/docs' },
      { key: 'shortcuts', label: 'Keyboard shortcuts', icon: 'keyboard' },
      { key: 'sign-out', label: 'Sign out', icon: 'sign-out' },
    ];
  }

  #chosen(event: CustomEvent<string>): void {
    const { detail: key } = event;
    if (key === 'sign-out') return void session.signOut();
    if (key === 'shortcuts') return this.#tell('fm-shortcuts');
    // Keeps the menu open: people look at each theme before they choose one.
    event.preventDefault();
    chooseTheme(key.slice(THEME_KEY.length) as Theme);
  }

  readonly #viewsChanged = (): void => this.requestUpdate();

  /** The theme was chosen here, in the palette or in another tab. */
  readonly #themed = (): void => {
    this.theme = chosenTheme();
  };

  #tell(name: string): void {
    this.dispatchEvent(new CustomEvent(name));
  }
}

/** The views of a page that its reader wants at hand, below it: his own and shared ones. */
function pinnedViews(path: string): unknown {
  const views = new SavedViews(path);
  const pinned = [...views.list, ...sharedViews.of(path)].filter(({ isPinned }) => isPinned);
  if (pinned.length === 0) return nothing;
  return html`<ul class="views" aria-label="Pinned views">
    ${pinned.map(
      (view) =>
        html`<li>
          <a href=${views.href(view)}>${icon('pin')} <span>${safeName(view.name)}</span></a>
        </li>`,
    )}
  </ul>`;
}

/** Shared views that are pinned do not vanish without a word. */
const pinsMissing = (): TemplateResult =>
  html`<p class="views quiet" role="status">
    ${PINS_MISSING} <button class="plain" @click=${() => void sharedViews.read()}>Retry</button>
  </p>`;

/** How many requests wait, shown at a link and at a folded section with such links. */
function countBadge(count: number): unknown {
  if (count === 0) return nothing;
  return html`<span class="count" title=${waitingText(count)}
    ><span aria-hidden="true">${count > 99 ? '99+' : count}</span
    ><span class="visually-hidden">, ${waitingText(count)}</span></span
  >`;
}

define('fm-header', FmHeader);
