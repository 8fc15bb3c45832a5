import { html, type TemplateResult, css } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { absoluteTime, dateText, exactTime, parseTime, relativeTime, utcTime } from '../../core/time.ts';
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

  /* A date with its time and zone may wrap where the page says so. */
  :host([mode='absolute']) time {
    white-space: var(--fm-time-space, nowrap);
  }
`;

/**
 * A moment: “5 minutes ago” (“5m ago” with `mode="short"`), or a fact of evidence, which does not change by when it is
 * read: the date and time with `mode="absolute"`, with seconds by `exact`, the day alone by `date`. Hovering shows the
 * reader's zone and exact UTC.
 */
export class FmTime extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { datetime: {}, mode: {}, missing: {} };
  /** RFC 3339, or null. */
  declare datetime: string | null;
  declare mode: 'relative' | 'short' | 'absolute' | 'exact' | 'date';
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
    return html`<time datetime=${at.toISOString()} title=${`${absoluteTime(at)}\n${utcTime(at)}`}
      >${textOf(at, this.mode)}</time
    >`;
  }
}

function textOf(at: Date, mode: FmTime['mode']): string {
  switch (mode) {
    case 'absolute':
      return absoluteTime(at);
    case 'exact':
      return exactTime(at);
    case 'date':
      return dateText(at);
    default:
      return relativeTime(at, managerTime(), mode === 'short' ? 'narrow' : 'long');
  }
}

define('fm-time', FmTime);

declare global {
  interface HTMLElementTagNameMap {
    'fm-time': FmTime;
  }
}
