import { html, svg, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { styles } from './fm-badge.styles.ts';

/** `busy` moves by itself; `neutral` waits or is over without a verdict. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'busy' | 'neutral';

/** A shape of its own for each tone: colour alone says nothing to one reader in twelve. */
const SHAPES: Readonly<Record<Tone, TemplateResult>> = {
  ok: svg`<path d="M2.500 6.500l2.500 2.500 4.500-5.500" class="line"></path>`,
  warn: svg`<path d="M6 1.500L11 10.500H1z"></path>`,
  bad: svg`<path d="M2 2l8 8M10 2l-8 8" class="line"></path>`,
  info: svg`<circle cx="6" cy="6" r="4"></circle>`,
  busy: svg`<path d="M6 1.500A4.500 4.500 0 1 1 1.500 6" class="line turning"></path>`,
  neutral: svg`<circle cx="6" cy="6" r="3.500" class="line"></circle>`,
};

/**
 * A status: text with a shape; `compact` shows the shape alone, and the text to screen readers and as a tooltip. Take
 * `tone` and `label` from status.ts, so that a state looks the same everywhere.
 */
export class FmBadge extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    tone: { reflect: true },
    label: {},
    compact: { type: Boolean, reflect: true },
  };
  declare tone: Tone;
  declare label: string;
  declare compact: boolean;

  constructor() {
    super();
    this.tone = 'neutral';
    this.label = '';
    this.compact = false;
  }

  override render(): TemplateResult {
    return html`<svg viewBox="0 0 12 12" aria-hidden="true">${SHAPES[this.tone]}</svg
      ><span class=${this.compact ? 'visually-hidden' : ''}>${this.label}<slot></slot></span>`;
  }
}

define('fm-badge', FmBadge);

declare global {
  interface HTMLElementTagNameMap {
    'fm-badge': FmBadge;
  }
}
