import { html, type TemplateResult, css } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { absoluteTime, parseTime, relativeTime, utcTime } from '../../core/time.ts';
import { onTick } from './tick.ts';
import { managerTime } from '../../core/managerTime.ts';

const styles = css`
  :host {
    color: inherit;
    font: inherit;
  }

  time {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
`;

/**
 * A moment: “5 minutes ago” (“5m ago” with `mode="short"`, the date with `mode="absolute"`); hovering shows the
 * reader's zone and exact UTC.
 */
export class FmTime extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { datetime: {}, mode: {}, missing: {} };
  /** RFC 3339, or null. */
  declare datetime: string | null;
  declare mode: 'relative' | 'short' | 'absolute';
  /** What null means: “never”. */
  declare missing: string;
  #stop: (() => void) | null = null;

  constructor() {
    super();
    this.datetime = null;
    this.mode = 'relative';
    this.missing = 'never';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = onTick(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  override render(): TemplateResult {
    const at = parseTime(this.datetime);
    if (!at) return html`<span class="quiet">${this.missing}</span>`;
    const style = this.mode === 'short' ? 'narrow' : 'long';
    const text = this.mode === 'absolute' ? absoluteTime(at) : relativeTime(at, managerTime(), style);
    return html`<time datetime=${at.toISOString()} title=${`${absoluteTime(at)}\n${utcTime(at)}`}
      >${text}</time
    >`;
  }
}

define('fm-time', FmTime);

declare global {
  interface HTMLElementTagNameMap {
    'fm-time': FmTime;
  }
}
