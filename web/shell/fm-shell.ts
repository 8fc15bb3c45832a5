import { html, nothing, type TemplateResult } from 'lit';
import { connection } from '../core/connection.ts';
import { define, FmElement } from '../core/element.ts';
import { loadSentences } from '../core/errors/sentences.ts';
import { features } from '../core/features.ts';
import { freshProof } from '../core/freshProof.ts';
import { loadCode } from '../core/loadCode.ts';
// Every page has a header and reads something: the code that all of them need comes once, with the shell.
import '../components/fm-page-header/fm-page-header.ts';
import '../components/fm-state/fm-state.ts';
import '../components/fm-state/renderReading.ts';
import { PLACES, type Page } from '../core/page.ts';
import { placeTabs } from '../core/placeTabs.ts';
import { findPage } from '../core/pages.ts';
import { may } from '../core/permissions.ts';
import { navigate, startRouter } from '../core/router.ts';
import type { User } from '../core/schema.ts';
import { session } from '../core/session.ts';
import { unsaved } from '../core/unsaved.ts';
import './fm-announcer.ts';
import './fm-connection.ts';
import './fm-header.ts';
import './fm-late-failures.ts';
import { keepFocus } from './focusKeeper.ts';
import { KeptPage } from './keptPage.ts';
import type { FmWatch } from './notices/fm-watch.ts';
import { askProof, askToLeave, showNotices, showPalette, showShortcuts } from './overlays.ts';
import { focusHeading } from './pageFocus.ts';
import { failedPage, isUnreachable, slowPage } from './pageStates.ts';
import { PluginPages, type BrokenPlugin } from './plugins/pluginPages.ts';
import { NOT_ALLOWED, notFound, SWITCHED_OFF, type Refusal } from './refusals.ts';
import { pageAt, isServed, navPages, tabsAt } from './servedPages.ts';
import { styles } from './shell.styles.ts';
import { ShellKeys } from './shellKeys.ts';
import { TabTitle } from './tabTitle.ts';
import { icon } from '../icons/icons.ts';
import { brokenText } from './texts.ts';

const SIGN_IN = '/sign-in';
const SETUP_TITLE = 'Second factor';
/** When a page's code takes longer, the page before it makes room. */
const SLOW_MS = 1_000;

/** The shell: navigation and the page that fits the address; the sign-in instead while nobody is signed in. */
export class FmShell extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    element: { state: true },
    problem: { state: true },
    isNavOpen: { state: true },
    watch: { state: true },
  };
  /** The page on the screen; null while its code is being loaded. */
  declare element: HTMLElement | null;
  declare problem: unknown;
  declare isNavOpen: boolean;
  /** Counts and notifications; null until the first page is there. */
  declare watch: FmWatch | null;
  #page: Page | null = null;
  #isSlow = false;
  #path = '';
  /** The path for which `element` was made: another host has another element, to which no late answer comes. */
  #elementPath = '';
  #wantsFocus = false;
  readonly #title = new TabTitle();
  readonly #kept = new KeptPage();
  readonly #plugins = new PluginPages();
  #started = new AbortController();

  constructor() {
    super();
    this.element = null;
    this.problem = null;
    this.isNavOpen = false;
    this.watch = null;
    new ShellKeys(this, {
      areOn: isFree,
      pages: () => this.#navPages(),
      main: () => this.#main(),
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#started = new AbortController();
    const { signal } = this.#started;
    startRouter();
    connection.follow();
    freshProof.follow(askProof);
    unsaved.follow(askToLeave);
    keepFocus(() => this.#main(), signal);
    addEventListener('fm-navigated', (event) => this.#navigated(event as CustomEvent), { signal });
    session.addEventListener('change', () => this.#sessionChanged(), { signal });
    connection.addEventListener('back', () => this.#isBack(), { signal });
    features.addEventListener('change', () => void this.#show(), { signal });
    void session.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#started.abort();
  }

  override render(): TemplateResult {
    const content = html`<main id="main" tabindex="-1" @input=${this.#typed}>${this.#content()}</main>`;
    if (!isFree())
      return html`<div class="alone">${content}</div>
        <fm-announcer></fm-announcer>`;
    const pages = this.#navPages();
    this.#tellTabs(pages);
    return html`
      <fm-header
        .user=${session.user}
        .pages=${pages}
        .path=${this.#path}
        .isOpen=${this.isNavOpen}
        .waitingCount=${this.watch?.waitingCount ?? 0}
        .approvalsCount=${this.watch?.approvalsCount ?? 0}
        .unreadCount=${this.watch?.notices.unreadCount ?? 0}
        @fm-toggle-nav=${() => (this.isNavOpen = !this.isNavOpen)}
        @fm-palette=${() => void showPalette(pages)}
        @fm-shortcuts=${() => void showShortcuts(pages)}
        @fm-notices=${() => this.watch && void showNotices(this.watch.notices)}
      >
        <a slot="skip" class="skip" href="#main" @click=${this.#skip}>Skip to the content</a>
      </fm-header>
      <div class="content">
        ${features.notice === null ? nothing : html`<p class="site">${features.notice}</p>`}
        <div class="told"><fm-connection></fm-connection><fm-late-failures></fm-late-failures></div>
        ${brokenPlugins(this.#plugins.broken)}${content}
      </div>
      <fm-announcer></fm-announcer>
      ${this.watch ?? nothing}
    `;
  }

  /** Tells the head of the page the pages of the place that the page belongs to. */
  #tellTabs(pages: readonly Page[]): void {
    const tabs = tabsAt(pages, this.#path);
    const here = pageAt(tabs, this.#path);
    const place = tabs[0]?.nav?.tab?.of;
    placeTabs.set(
      place ? PLACES[place].label : '',
      tabs.map((page) => ({ href: page.path, label: page.nav?.tab?.label ?? '', isHere: page === here })),
    );
  }

  #content(): unknown {
    if (session.state === 'starting') return html`<fm-state kind="loading" heading="Connecting"></fm-state>`;
    if (this.problem !== null) return failedPage(this.problem, () => void this.#show());
    if (session.mustSetUp) return html`<fm-forced-setup></fm-forced-setup>`;
    if (this.element) return this.element;
    if (!this.#page) return notFound();
    return this.#isSlow ? slowPage(this.#page.title) : nothing;
  }

  readonly #typed = (event: Event): void => {
    this.#kept.typed();
    if (isFree()) unsaved.typed(event);
  };

  #navPages(): readonly Page[] {
    return navPages(this.#plugins.pages);
  }

  /** At the end of a session its page goes at once: until the sign-in's code is there, it would stay, and read again. */
  #sessionChanged(): void {
    // After a sign-in the focus begins at the page's heading; a reload leaves it to the browser.
    if (session.state === 'signed-in' && this.#path === SIGN_IN) this.#wantsFocus = true;
    if (!isFree()) this.watch = null;
    if (session.state === 'signed-out' && this.#path !== SIGN_IN) this.element = null;
    void this.#show();
  }

  #isBack(): void {
    if (isUnreachable(this.problem)) void this.#show();
  }

  /** Starts the watch once the page is there, so that it is not in the first load or before the page's own calls. */
  async #startWatch(user: User): Promise<void> {
    if (this.watch || !isFree()) return;
    try {
      const { FmWatch } = await import('./notices/fm-watch.ts');
      if (this.watch !== null || session.user?.id !== user.id) return;
      const watch = new FmWatch(user);
      watch.addEventListener('fm-watched', () => this.requestUpdate());
      this.watch = watch;
    } catch {
      // If its file could not be loaded there are no counts; the next page tries again.
    }
  }

  #navigated({ detail }: CustomEvent<{ isNewPage: boolean }>): void {
    this.#wantsFocus = detail.isNewPage;
    this.isNavOpen = false;
    void this.#show();
  }

  async #show(): Promise<void> {
    if (session.state === 'signed-in') await this.#learn();
    const isSignedIn = session.state === 'signed-in';
    const isHome = location.pathname === SIGN_IN || !isServed(this.#find(location.pathname)?.page);
    if (isSignedIn && isHome) this.#goHome();
    this.#path = isSignedIn ? location.pathname : SIGN_IN;
    const found = this.#find(this.#path);
    this.problem = null;
    if (session.mustSetUp) return this.#forceSetup();
    if (!found || session.state === 'starting') return this.#clear(found?.page ?? null);
    const { page, params } = found;
    if (!may(session.user, page.permission)) return this.#refuse(page, NOT_ALLOWED);
    if (!isServed(page)) return this.#refuse(page, SWITCHED_OFF);
    await this.#open(page, params);
  }

  /** Reads what is served. An address that is none of ours may belong to a plugin, whose pages it then waits for. */
  async #learn(): Promise<void> {
    await features.ready();
    const following = this.#plugins.follow(features.modules).then(() => this.requestUpdate());
    if (!findPage(location.pathname)) await following;
  }

  #find(path: string): { page: Page; params: Record<string, string> } | null {
    return findPage(path, this.#plugins.pages);
  }

  /** From the sign-in and from `/`, leads to `/`, or to the first page if `/` is not served. */
  #goHome(): void {
    const [first] = this.#navPages();
    const isHomeless = location.pathname === SIGN_IN || location.pathname === '/';
    if (first && isHomeless) navigate(isServed(findPage('/')?.page) ? '/' : first.path, { replace: true });
  }

  async #open(page: Page, params: Record<string, string>): Promise<void> {
    const isOther =
      page !== this.#page || this.element?.localName !== page.tag || this.#path !== this.#elementPath;
    this.#page = page;
    this.#title.show(page, this.#path);
    if (isOther) {
      const waiting = setTimeout(() => this.#wait(page), SLOW_MS);
      try {
        await loadCode(page.load);
      } catch (error) {
        if (this.#page === page) this.problem = error;
        return;
      } finally {
        clearTimeout(waiting);
      }
      if (this.#page !== page) return;
      this.problem = null;
      this.#isSlow = false;
      this.element = this.#kept.at(this.#path) ?? document.createElement(page.tag);
      this.#elementPath = this.#path;
      this.#kept.shows(this.element, this.#path);
    }
    if (this.element) Object.assign(this.element, { params, query: new URLSearchParams(location.search) });
    this.requestUpdate();
    if (this.#wantsFocus) await this.#focusPage();
    if (session.user) whenIdle(() => this.#loadTheRest());
  }

  /** Shows that the page is on its way: the one before, left on the screen, would be taken for it. */
  #wait(page: Page): void {
    if (this.#page !== page) return;
    this.#isSlow = true;
    this.element = null;
    this.requestUpdate();
  }

  #loadTheRest(): void {
    // Loads the sentences now: a tab that stays open over an update of the manager then has those of its own version.
    void loadSentences();
    if (session.user) void this.#startWatch(session.user);
  }

  /** Shows the set-up instead of every page; the page on the screen ends, and with it its calls. */
  async #forceSetup(): Promise<void> {
    this.#clear(null);
    this.#title.clear(SETUP_TITLE);
    try {
      await loadCode(() => import('./fm-forced-setup.ts'));
    } catch (error) {
      this.problem = error;
    }
  }

  #refuse(page: Page, why: Refusal): void {
    this.#page = page;
    this.element = Object.assign(document.createElement('fm-state'), { isPage: true, ...why });
  }

  #clear(page: Page | null): void {
    this.#page = page;
    this.element = null;
    this.#title.clear(...(page ? [] : ['Not found']));
    this.requestUpdate();
  }

  async #focusPage(): Promise<void> {
    this.#wantsFocus = false;
    await this.updateComplete;
    scrollTo(0, 0);
    const main = this.#main();
    if (main) void focusHeading(main);
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.#main()?.focus();
  }

  #main(): HTMLElement | null {
    return this.renderRoot.querySelector('main');
  }
}

/** Whether somebody is signed in, and not only for the set-up of a second factor. */
const isFree = (): boolean => session.state === 'signed-in' && !session.mustSetUp;

/** Runs the work when the browser is idle; Safari has no idle callback. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 500);
}

define('fm-shell', FmShell);

/** Names, above the page, the plugins whose pages are left out; all else works without them. */
function brokenPlugins(broken: readonly BrokenPlugin[]): unknown {
  if (broken.length === 0) return nothing;
  return html`<div class="notice warn broken" role="status">
    ${icon('warning')}
    <div>${broken.map((one) => html`<p>${brokenText(one.feature, one.why)}</p>`)}</div>
  </div>`;
}
