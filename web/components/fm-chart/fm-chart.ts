import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { countText } from '../../core/format.ts';
import { absoluteTime } from '../../core/time.ts';
import type { Tone } from '../fm-badge/fm-badge.ts';
import '../fm-time/fm-time.ts';
import { styles } from './fm-chart.styles.ts';
import { lastOf, nearest, pathOf, PLOT, scaleEnd, thinned, xOf, type ChartPoint } from './plot.ts';

export type { ChartPoint } from './plot.ts';

export interface ChartLine {
  key: string;
  label: string;
  tone: Exclude<Tone, 'busy'>;
}

export interface ChartRange {
  label: string;
  /** Length of the range; null: all points. */
  secs: number | null;
}

const TABLE_ROWS = 24;
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/**
 * A line chart over time. The pointer, or the arrows, Home and End, show the values at one moment; screen readers read
 * a table with the figures.
 *
 * Events: `fm-range` (the index of the range that was chosen).
 */
export class FmChart extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    label: {},
    points: { attribute: false },
    lines: { attribute: false },
    ranges: { attribute: false },
    range: { type: Number },
    at: { state: true },
    isTable: { state: true },
  };
  /** What the figures are: “Hosts that needed something”. */
  declare label: string;
  /** The points in order of time. */
  declare points: readonly ChartPoint[];
  declare lines: readonly ChartLine[];
  /** Ranges that the reader can choose; fewer than two are not shown. */
  declare ranges: readonly ChartRange[];
  /** Index of the chosen range. */
  declare range: number;
  /** Index of the point whose values are shown; null: none. */
  declare at: number | null;
  declare isTable: boolean;

  constructor() {
    super();
    this.label = '';
    this.points = [];
    this.lines = [];
    this.ranges = [];
    this.range = 0;
    this.at = null;
    this.isTable = false;
  }

  /** Other points may be fewer: forgets an index beyond them. */
  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('points') && this.at !== null && this.at >= this.#points().length) this.at = null;
  }

  override render(): TemplateResult {
    const points = this.#points();
    return html`<div class="top">
        <ul class="legend">
          ${this.lines.map(
            ({ label, tone }, index) =>
              html`<li>
                <svg width="28" height="10" aria-hidden="true" class=${tone}>
                  <line class="line dash-${index}" x1="0" x2="28" y1="5" y2="5"></line>
                </svg>
                ${label}
              </li>`,
          )}
        </ul>
        <div class="ranges" role="group" aria-label="Time range">
          ${this.ranges.length < 2 ? nothing : this.ranges.map((range, index) => this.#range(range, index))}
          <button aria-pressed=${String(this.isTable)} @click=${() => (this.isTable = !this.isTable)}>
            Table
          </button>
        </div>
      </div>
      ${this.isTable ? nothing : this.#plot(points)}
      <div class=${this.isTable ? 'figures' : 'visually-hidden'} tabindex=${this.isTable ? '0' : nothing}>
        ${this.#table(points)}
      </div>`;
  }

  #range({ label }: ChartRange, index: number): TemplateResult {
    return html`<button
      aria-pressed=${String(index === this.range)}
      @click=${() => {
        this.range = index;
        this.at = null;
        this.dispatchEvent(new CustomEvent('fm-range', { detail: index }));
      }}
    >
      ${label}
    </button>`;
  }

  #plot(points: readonly ChartPoint[]): TemplateResult {
    const end = this.#end(points);
    const cursor = this.at === null ? undefined : xOf(points)[this.at];
    return html`<div
        class="plot"
        role="slider"
        tabindex="0"
        aria-label=${this.label}
        aria-valuemin="0"
        aria-valuemax=${Math.max(0, points.length - 1)}
        aria-valuenow=${this.at ?? Math.max(0, points.length - 1)}
        aria-valuetext=${this.#reading(points) || 'Use the arrow keys to read the values.'}
        @pointermove=${this.#pointed}
        @pointerdown=${this.#pointed}
        @pointerleave=${() => (this.at = null)}
        @keydown=${this.#keydown}
      >
        <svg
          class="lines"
          viewBox="0 0 ${PLOT.width} ${PLOT.height}"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          ${[0, 0.5, 1].map(
            (part) =>
              svg`<line class="grid" x1="0" x2=${PLOT.width} y1=${PLOT.height * part} y2=${PLOT.height * part}></line>`,
          )}
          ${this.lines.map(
            ({ key, tone }, index) =>
              svg`<path class="line ${tone} dash-${index}" d=${pathOf(points, key, end)}></path>`,
          )}
          ${cursor === undefined ? nothing : svg`<line class="cursor" x1=${cursor} x2=${cursor} y1="0" y2=${PLOT.height}></line>`}
        </svg>
        <div class="scale" aria-hidden="true">
          ${[1, 0.5, 0].map((part) => html`<span>${countText(end * part)}</span>`)}
        </div>
      </div>
      <div class="axis">
        ${[points.at(0), points.at(-1)].map((point) =>
          point ? html`<fm-time mode="absolute" datetime=${point.at}></fm-time>` : nothing,
        )}
      </div>
      <p class="reading" aria-hidden="true">
        ${
          this.at === null
            ? html`<span class="quiet">Hover or use arrow keys for values.</span>`
            : html`<fm-time mode="absolute" datetime=${points[this.at]?.at ?? ''}></fm-time>:
                ${this.#values(points[this.at])}`
        }
      </p>`;
  }

  #table(points: readonly ChartPoint[]): TemplateResult {
    return html`<table>
      <caption class="visually-hidden">
        ${this.label}
      </caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          ${this.lines.map(({ label }) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${thinned(points, TABLE_ROWS).map(
          ({ at, values }) =>
            html`<tr>
              <th scope="row">${absoluteTime(new Date(at))}</th>
              ${this.lines.map(({ key }) => html`<td>${countText(values[key])}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  #points(): readonly ChartPoint[] {
    return lastOf(this.points, this.ranges[this.range]?.secs ?? null);
  }

  #end(points: readonly ChartPoint[]): number {
    const all = points.flatMap(({ values }) => this.lines.map(({ key }) => values[key] ?? 0));
    return scaleEnd(all.reduce((most, value) => Math.max(most, value), 0));
  }

  #values(point: ChartPoint | undefined): string {
    return this.lines.map(({ key, label }) => `${countText(point?.values[key])} ${label}`).join(', ');
  }

  #reading(points: readonly ChartPoint[]): string {
    const point = this.at === null ? undefined : points[this.at];
    if (!point) return '';
    return `${MOMENT.format(new Date(point.at))}: ${this.#values(point)}`;
  }

  #pointed(event: PointerEvent): void {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    if (width > 0) this.at = nearest(this.#points(), (event.clientX - left) / width);
  }

  #keydown(event: KeyboardEvent): void {
    const last = this.#points().length - 1;
    const now = this.at ?? last + 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      ArrowDown: now - 1,
      ArrowUp: now + 1,
      Home: 0,
      End: last,
      PageDown: now - 24,
      PageUp: now + 24,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.at = Math.max(0, Math.min(last, next));
  }

  /** Puts the figures of the scale beside their lines. */
  protected override updated(): void {
    this.renderRoot.querySelectorAll<HTMLElement>('.scale span').forEach((span, index) => {
      span.style.insetBlockStart = `calc(${index * 50}% - 0.6em)`;
    });
  }
}

define('fm-chart', FmChart);

declare global {
  interface HTMLElementTagNameMap {
    'fm-chart': FmChart;
  }
}
