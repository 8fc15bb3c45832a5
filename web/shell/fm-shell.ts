import { html, nothing, type TemplateResult } from 'lit';
import { connection } from '../core/connection.ts';
import { define, FmElement } from '../core/element.ts';
import { features } from '../core/features.ts';
import '../components/fm-state/fm-state.ts';
import { errorState } from '../components/fm-state/renderTask.ts';
import type { Page } from '../core/page.ts';
import { findPage, navPages } from '../core/pages.ts';
import { may } from '../core/permissions.ts';
import { navigate, startRouter } from '../core/router.ts';
import { session } from '../core/session.ts';
import './fm-announcer.ts';
import './fm-connection.ts';
import './fm-header.ts';
import { styles } from './shell.styles.ts';

const SIGN_IN = '/sign-in';

interface Refusal {
  kind: 'forbidden' | 'empty';
  heading: string;
  textContent: string;
}

const NOT_ALLOWED: Refusal = {
  kind: 'forbidden',
  heading: 'Your role does not show this page.',
  textContent: 'Ask an administrator if you need it.',
};

const SWITCHED_OFF: Refusal = {
  kind: 'empty',
  heading: 'This page is switched off.',
  textContent: 'Its feature is off in the configuration of this manager.',
};

/** The frame: navigation, the page that fits the address, sign-in in its place while nobody is signed in. */
export class FmShell extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    element: { state: true },
    problem: { state: true },
    isNavOpen: { state: true },
  };
  /** The page on the screen; null while its code is being loaded. */
  declare element: HTMLElement | null;
  declare problem: unknown;
  declare isNavOpen: boolean;
  #page: Page | null = null;
  #path = '';
  #wantsFocus = false;
  #started = new AbortController();

  constructor() {
    super();
    this.element = null;
    this.problem = null;
    this.isNavOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#started = new AbortController();
    const { signal } = this.#started;
    startRouter();
    connection.follow();
    addEventListener('fm-navigated', (event) => this.#navigated(event as CustomEvent), { signal });
    session.addEventListener('change', () => void this.#show(), { signal });
    features.addEventListener('change', () => void this.#show(), { signal });
    void session.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#started.abort();
  }

  override render(): TemplateResult {
    const content = html`<main id="main" tabindex="-1">${this.#content()}</main>`;
    if (session.state !== 'signed-in')
      return html`<div class="alone">${content}</div>
        <fm-announcer></fm-announcer>`;
    return html`
      <fm-header
        .user=${session.user}
        .pages=${this.#navPages()}
        .path=${this.#path}
        .isOpen=${this.isNavOpen}
        @fm-toggle-nav=${() => (this.isNavOpen = !this.isNavOpen)}
      >
        <a slot="skip" class="skip" href="#main" @click=${this.#skip}>Skip to the content</a>
      </fm-header>
      <div class="content"><fm-connection></fm-connection>${content}</div>
      <fm-announcer></fm-announcer>
    `;
  }

  #content(): unknown {
    if (session.state === 'starting') return html`<fm-state kind="loading" heading="Connecting"></fm-state>`;
    if (this.problem !== null) return errorState(this.problem, () => location.reload(), { isPage: true });
    if (this.element) return this.element;
    return this.#page ? nothing : notFound();
  }

  #navPages(): readonly Page[] {
    return navPages.filter((page) => may(session.user, page.permission) && isServed(page));
  }

  #navigated({ detail }: CustomEvent<{ isNewPage: boolean }>): void {
    this.#wantsFocus = detail.isNewPage;
    this.isNavOpen = false;
    void this.#show();
  }

  async #show(): Promise<void> {
    if (session.state === 'signed-in') await features.ready();
    const isSignedIn = session.state === 'signed-in';
    const isHome = location.pathname === SIGN_IN || !isServed(findPage(location.pathname)?.page);
    if (isSignedIn && isHome) this.#goHome();
    this.#path = isSignedIn ? location.pathname : SIGN_IN;
    const found = findPage(this.#path);
    this.problem = null;
    if (!found || session.state === 'starting') return this.#clear(found?.page ?? null);
    const { page, params } = found;
    if (!may(session.user, page.permission)) return this.#refuse(page, NOT_ALLOWED);
    if (!isServed(page)) return this.#refuse(page, SWITCHED_OFF);
    await this.#open(page, params);
  }

  /** From the sign-in, and from `/` where no page is. */
  #goHome(): void {
    const [first] = this.#navPages();
    const isHomeless = location.pathname === SIGN_IN || location.pathname === '/';
    if (first && isHomeless) navigate(isServed(findPage('/')?.page) ? '/' : first.path, { replace: true });
  }

  async #open(page: Page, params: Record<string, string>): Promise<void> {
    const isOther = page !== this.#page || this.element?.localName !== page.tag;
    this.#page = page;
    if (isOther) {
      // Until the page's header names the thing itself; a change of the address alone changes no title.
      document.title = `${page.title} · Fleetmend`;
      try {
        await page.load();
      } catch (error) {
        // A new version was installed meanwhile, and this page's file is gone.
        if (this.#page === page) this.problem = error;
        return;
      }
      if (this.#page !== page) return;
      this.element = document.createElement(page.tag);
    }
    if (this.element) Object.assign(this.element, { params, query: new URLSearchParams(location.search) });
    this.requestUpdate();
    if (this.#wantsFocus) await this.#focusPage();
  }

  #refuse(page: Page, why: Refusal): void {
    this.#page = page;
    this.element = Object.assign(document.createElement('fm-state'), { isPage: true, ...why });
  }

  #clear(page: Page | null): void {
    this.#page = page;
    this.element = null;
    document.title = page ? 'Fleetmend' : 'Not found · Fleetmend';
    this.requestUpdate();
  }

  /** A screen reader then says where it is, and the Tab key goes on from there. */
  async #focusPage(): Promise<void> {
    this.#wantsFocus = false;
    await this.updateComplete;
    scrollTo(0, 0);
    this.#main()?.focus({ preventScroll: true });
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.#main()?.focus();
  }

  #main(): HTMLElement | null {
    return this.renderRoot.querySelector('main');
  }
}

/** False for what is no page. */
function isServed(page: Page | undefined): boolean {
  return page !== undefined && (page.needs ?? []).every((name) => features.serves(name));
}

function notFound(): TemplateResult {
  return html`<fm-state kind="empty" heading="There is no such page." page>
    The address may be mistyped, or the thing was deleted.
    <a slot="actions" class="button" href="/">Go to the start</a>
  </fm-state>`;
}

define('fm-shell', FmShell);
