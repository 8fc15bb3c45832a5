import { html, nothing, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { durationText } from '../../core/time.ts';
import type { Tone } from '../fm-badge/fm-badge.ts';
import '../fm-time/fm-time.ts';
import { styles } from './fm-time-bars.styles.ts';
import { managerTime } from '../../core/managerTime.ts';

/** A period in which one activity went on. */
export interface TimeSpan {
  /** “Downloading” */
  label: string;
  /** RFC 3339. */
  from: string;
  /** Null: it is still going on. */
  to: string | null;
  tone?: Exclude<Tone, 'busy'>;
}

/** One line: the activities of one thing, such as a host in a job. */
export interface TimeBar {
  label: string;
  href?: string;
  spans: readonly TimeSpan[];
}

/** A chart of activities over time: one line for each thing, all on one axis, and the same in words below each line. */
export class FmTimeBars extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { label: {}, bars: { attribute: false }, now: {} };
  /** Names the list for screen readers. */
  declare label: string;
  declare bars: readonly TimeBar[];
  /** RFC 3339: where the bars of unfinished activities end. */
  declare now: string;

  constructor() {
    super();
    this.label = '';
    this.bars = [];
    this.now = '';
  }

  override render(): TemplateResult {
    const range = this.#range();
    return html`<ul aria-label=${this.label}>
        ${this.bars.map((bar) => this.#line(bar))}
      </ul>
      ${
        range === null
          ? nothing
          : html`<div class="axis">
              <fm-time mode="absolute" datetime=${new Date(range.fromMs).toISOString()}></fm-time>
              <span>${durationText((range.toMs - range.fromMs) / 1_000)}</span>
              <fm-time mode="absolute" datetime=${new Date(range.toMs).toISOString()}></fm-time>
            </div>`
      }`;
  }

  #line({ label, href, spans }: TimeBar): TemplateResult {
    const said = spans.map((span) => `${span.label} ${this.#durationOf(span)}`).join(', ');
    return html`<li>
      <span class="name">${href === undefined ? label : html`<a href=${href}>${label}</a>`}</span>
      <span class="line" aria-hidden="true" title=${said}
        >${spans.map(({ tone = 'info' }) => html`<span class="span ${tone}"></span>`)}</span
      >
      <span class="said">${said}</span>
    </li>`;
  }

  #durationOf({ from, to }: TimeSpan): string {
    const text = durationText((this.#endMs(to) - Date.parse(from)) / 1_000);
    return to === null ? `${text} so far` : text;
  }

  #endMs(to: string | null): number {
    return to === null ? Date.parse(this.now) || managerTime().getTime() : Date.parse(to);
  }

  #range(): { fromMs: number; toMs: number } | null {
    const spans = this.bars.flatMap((bar) => bar.spans);
    if (spans.length === 0) return null;
    const fromMs = Math.min(...spans.map(({ from }) => Date.parse(from)));
    return { fromMs, toMs: Math.max(fromMs + 1_000, ...spans.map(({ to }) => this.#endMs(to))) };
  }

  /** Places the bars by script: the Content-Security-Policy allows no style attributes. */
  protected override updated(): void {
    const range = this.#range();
    if (range === null) return;
    const percent = (ms: number): number => ((ms - range.fromMs) / (range.toMs - range.fromMs)) * 100;
    const spans = this.bars.flatMap((bar) => bar.spans);
    this.renderRoot.querySelectorAll<HTMLElement>('.span').forEach((element, index) => {
      const span = spans[index];
      if (!span) return;
      const start = percent(Date.parse(span.from));
      element.style.insetInlineStart = `${start}%`;
      element.style.width = `${percent(this.#endMs(span.to)) - start}%`;
    });
  }
}

define('fm-time-bars', FmTimeBars);

declare global {
  interface HTMLElementTagNameMap {
    'fm-time-bars': FmTimeBars;
  }
}
