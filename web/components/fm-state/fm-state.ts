import { html, nothing, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { icon, type IconName } from '../../icons/icons.ts';
import { styles } from './fm-state.styles.ts';

export type StateKind = 'loading' | 'empty' | 'error' | 'forbidden';

const ICONS: Readonly<Record<Exclude<StateKind, 'loading'>, IconName>> = {
  empty: 'empty',
  error: 'error',
  forbidden: 'lock',
};

/**
 * Stands in place of data: loading, empty, error or no permission. The default slot explains; slot `actions` says what
 * to do. Pages use it through `renderTask`.
 */
export class FmState extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    kind: { reflect: true },
    heading: {},
    isPage: { type: Boolean, attribute: 'page' },
  };
  declare kind: StateKind;
  declare heading: string;
  /** It replaces a whole page, so its heading is the page's. */
  declare isPage: boolean;

  constructor() {
    super();
    this.kind = 'loading';
    this.heading = '';
    this.isPage = false;
  }

  override render(): TemplateResult {
    const isLoading = this.kind === 'loading';
    return html`
      ${
        this.kind === 'loading'
          ? html`<div class="spinner" aria-hidden="true"></div>`
          : html`<div class="mark" aria-hidden="true">${icon(ICONS[this.kind])}</div>`
      }
      <div role=${this.kind === 'error' ? 'alert' : 'status'}>
        ${
          isLoading
            ? html`<p>${this.heading || 'Loading'} …</p>`
            : html`${this.isPage ? html`<h1>${this.heading}</h1>` : html`<h2>${this.heading}</h2>`}
                <p><slot></slot></p>`
        }
      </div>
      ${isLoading ? nothing : html`<div class="actions"><slot name="actions"></slot></div>`}
    `;
  }
}

define('fm-state', FmState);

declare global {
  interface HTMLElementTagNameMap {
    'fm-state': FmState;
  }
}
