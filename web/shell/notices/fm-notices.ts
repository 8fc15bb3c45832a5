import { css, html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-time/fm-time.ts';
import '../../components/fm-badge/fm-badge.ts';
import { define, FmElement } from '../../core/element.ts';
import { showOver } from '../../core/pageEnd.ts';
import { navigate } from '../../core/router.ts';
import { icon } from '../../icons/icons.ts';
import type { Notice, Notices } from './notices.ts';

const styles = css`
  dialog {
    width: min(26rem, calc(100vw - 1rem));
    max-height: calc(100dvh - 5rem);
    /* Beside the bell, at the foot of the side bar. */
    margin: auto auto var(--fm-space-4) 14rem;
    padding: var(--fm-space-4);
    overflow: auto;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    color: var(--fm-text);
    box-shadow: var(--fm-shadow-raised);
  }

  /* There the bell is at the top. */
  @media (max-width: 56rem) {
    dialog {
      margin: 3.75rem var(--fm-space-2) auto auto;
    }
  }

  dialog::backdrop {
    background: var(--fm-overlay);
  }

  ul {
    padding: 0;
    list-style: none;
  }

  li + li {
    border-block-start: 1px solid var(--fm-line);
  }

  a {
    display: block;
    padding: var(--fm-space-2);
    border-radius: var(--fm-radius);
    color: inherit;
    text-decoration: none;
    overflow-wrap: anywhere;
  }

  a:hover {
    background: var(--fm-hover);
  }

  li.new a {
    border-inline-start: 3px solid var(--fm-accent);
    font-weight: var(--fm-weight-strong);
  }

  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
`;

/** What happened while the person was elsewhere; opening it marks all as read. */
export class FmNotices extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { notices: { attribute: false } };
  declare notices: Notices | null;
  /** The notices as they were when it was opened: those that were new then stay marked. */
  #items: readonly Notice[] = [];

  constructor() {
    super();
    this.notices = null;
  }

  protected override willUpdate(): void {
    if (this.hasUpdated || !this.notices) return;
    this.#items = this.notices.items;
    this.notices.markRead();
  }

  protected override firstUpdated(): void {
    this.#dialog()?.showModal();
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title" @close=${() => this.remove()} @click=${this.#clicked}>
      <div class="stack tight">
        <div class="head">
          <h2 id="title">Notifications</h2>
          <button class="plain square" aria-label="Close" autofocus @click=${() => this.#dialog()?.close()}>
            ${icon('close')}
          </button>
        </div>
        ${
          this.#items.length === 0
            ? html`<p class="quiet">No notifications yet. They appear here when one of your jobs ends.</p>`
            : html`<ul>
                ${this.#items.map((item) => this.#item(item))}
              </ul>`
        }
      </div>
    </dialog>`;
  }

  #item({ text, href, at, isRead }: Notice): TemplateResult {
    return html`<li class=${isRead ? '' : 'new'}>
      <a href=${href} @click=${(event: MouseEvent) => this.#go(event, href)}>
        ${isRead ? nothing : html`<span class="visually-hidden">New:</span>`} ${text}
        <br /><fm-time class="quiet small" datetime=${at}></fm-time>
      </a>
    </li>`;
  }

  #go(event: MouseEvent, href: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.#dialog()?.close();
    navigate(href);
  }

  #clicked(event: MouseEvent): void {
    if (event.target === event.currentTarget) this.#dialog()?.close();
  }

  #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }
}

define('fm-notices', FmNotices);

export function openNotices(notices: Notices): void {
  if (document.querySelector('fm-notices')) return;
  const element = new FmNotices();
  element.notices = notices;
  showOver(element);
}
