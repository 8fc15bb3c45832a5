import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import type { Tone } from '../fm-badge/status.ts';
import { styles } from './fm-progress.styles.ts';

export interface ProgressPart {
  tone: Tone;
  count: number;
  /** “completed” */
  label: string;
}

/**
 * Progress as a bar: `value` in percent (null: under way, how far is unknown), or `parts` of a whole, such as the hosts
 * of a job by state. `label` names it for screen readers.
 */
export class FmProgress extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    value: { type: Number },
    parts: { attribute: false },
    label: {},
  };
  declare value: number | null;
  declare parts: readonly ProgressPart[] | null;
  declare label: string;

  constructor() {
    super();
    this.value = null;
    this.parts = null;
    this.label = 'Progress';
  }

  override render(): TemplateResult {
    if (this.parts) return this.#partsBar(this.parts);
    const isKnown = this.value !== null && this.value !== undefined;
    return html`<div
      class="bar ${isKnown ? '' : 'unknown'}"
      role="progressbar"
      aria-label=${this.label}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${isKnown ? Math.round(this.value ?? 0) : nothing}
    >
      <div class="part info"></div>
    </div>`;
  }

  #partsBar(parts: readonly ProgressPart[]): TemplateResult {
    const text = parts.filter(({ count }) => count > 0).map(({ count, label }) => `${count} ${label}`);
    return html`<div class="bar" role="img" aria-label="${this.label}: ${text.join(', ') || 'nothing yet'}">
      ${parts.map(({ tone, count }) => html`<div class="part ${tone}" ?hidden=${count === 0}></div>`)}
    </div>`;
  }

  /** Sets the widths by script: the Content-Security-Policy allows no style attributes. */
  protected override updated(_changed: PropertyValues): void {
    const bars = this.renderRoot.querySelectorAll<HTMLElement>('.part');
    bars.forEach((bar, index) => {
      const part = this.parts?.[index];
      if (part) bar.style.flexGrow = String(part.count);
      else bar.style.width = this.value === null ? '' : `${Math.min(100, Math.max(0, this.value))}%`;
    });
  }
}

define('fm-progress', FmProgress);

declare global {
  interface HTMLElementTagNameMap {
    'fm-progress': FmProgress;
  }
}
