import { html, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { countText } from '../../core/format.ts';
import type { Tone } from '../fm-badge/fm-badge.ts';
import { styles } from './fm-bars.styles.ts';

/** One line of an fm-bars. */
export interface Bar {
  label: string;
  count: number;
  tone?: Exclude<Tone, 'busy'>;
  /** Link to the list of the things counted. */
  href?: string;
}

/** Counts as bars on one scale; the figure stands beside each bar, so that nobody has to judge a length. */
export class FmBars extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { label: {}, bars: { attribute: false } };
  /** Names the list for screen readers: “Age of the patches”. */
  declare label: string;
  declare bars: readonly Bar[];

  constructor() {
    super();
    this.label = '';
    this.bars = [];
  }

  override render(): TemplateResult {
    return html`<ul aria-label=${this.label}>
      ${this.bars.map(
        ({ label, count, tone = 'info', href }) =>
          html`<li>
            <span class="label">${href === undefined ? label : html`<a href=${href}>${label}</a>`}</span>
            <span class="bar ${count === 0 ? 'none' : tone}" aria-hidden="true"></span>
            <span class="count">${countText(count)}</span>
          </li>`,
      )}
    </ul>`;
  }

  /** Sets the widths by script: the Content-Security-Policy allows no style attributes. */
  protected override updated(): void {
    const most = Math.max(1, ...this.bars.map(({ count }) => count));
    this.renderRoot.querySelectorAll<HTMLElement>('.bar').forEach((bar, index) => {
      bar.style.width = `${((this.bars[index]?.count ?? 0) / most) * 100}%`;
    });
  }
}

define('fm-bars', FmBars);

declare global {
  interface HTMLElementTagNameMap {
    'fm-bars': FmBars;
  }
}
