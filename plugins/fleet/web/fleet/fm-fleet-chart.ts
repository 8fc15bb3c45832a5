import { css, html, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import type UPlot from 'uplot';
import uplotStyles from 'uplot/dist/uPlot.min.css?inline';
import { define, FmElement } from '../../../../web/core/element.ts';
import type { Schemas } from '../../../../web/core/schema.ts';
import { absoluteTime, axisLabels } from '../../../../web/core/time.ts';

type Point = Schemas['FleetPoint'];
type Figure = 'hosts_unreachable' | 'hosts_with_security' | 'hosts_reboot_required';

const HEIGHT_PX = 200;
const LINES: readonly { key: Figure; label: string; colour: string; dash: number[] }[] = [
  { key: 'hosts_with_security', label: 'with security patches', colour: '--fm-warn-mark', dash: [] },
  { key: 'hosts_unreachable', label: 'unreachable', colour: '--fm-bad-mark', dash: [6, 4] },
  { key: 'hosts_reboot_required', label: 'with a reboot due', colour: '--fm-info-mark', dash: [2, 3] },
];

const styles = css`
  ${unsafeCSS(uplotStyles)}

  .plot {
    min-height: 200px;
    overflow: hidden;
  }

  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-1) var(--fm-space-4);
    padding: 0;
    list-style: none;
  }

  .legend line {
    stroke: var(--fm-warn-mark);
    stroke-width: 2.5;
  }

  .hosts_unreachable line {
    stroke: var(--fm-bad-mark);
    stroke-dasharray: 6 4;
  }

  .hosts_reboot_required line {
    stroke: var(--fm-info-mark);
    stroke-dasharray: 2 3;
  }
`;

/** How many hosts needed something over the last days, from the hourly history. */
export class FmFleetChart extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { points: { attribute: false } };
  declare points: readonly Point[];
  #plot: UPlot | null = null;
  #isDrawing = false;
  readonly #sizes = new ResizeObserver(() => this.#resize());
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
  readonly #repaint = (): void => {
    requestAnimationFrame(() => this.#plot?.redraw());
  };

  readonly #theme = new MutationObserver(this.#repaint);

  constructor() {
    super();
    this.points = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
    this.#scheme.addEventListener('change', this.#repaint);
    this.#theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#theme.disconnect();
    this.#scheme.removeEventListener('change', this.#repaint);
    this.#plot?.destroy();
    this.#plot = null;
  }

  override render(): TemplateResult {
    return html`<section class="card">
      <h2>Hosts that needed something</h2>
      <div class="stack tight">
        <ul class="legend small">
          ${LINES.map(
            ({ key, label }) =>
              html`<li class="row ${key}">
                <svg width="28" height="10" aria-hidden="true">
                  <line x1="0" x2="28" y1="5" y2="5"></line>
                </svg>
                ${label}
              </li>`,
          )}
        </ul>
        <div class="plot" role="img" aria-label=${summary(this.points)}></div>
      </div>
    </section>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('points')) void this.#draw();
  }

  async #draw(): Promise<void> {
    if (this.#plot) return this.#plot.setData(dataOf(this.points));
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    const { default: Plot } = await import('uplot');
    this.#isDrawing = false;
    const target = this.renderRoot.querySelector<HTMLElement>('.plot');
    if (target && this.isConnected) this.#plot = new Plot(this.#options(target), dataOf(this.points), target);
  }

  #options(target: HTMLElement): UPlot.Options {
    const axis = {
      stroke: () => this.#colour('--fm-text-quiet'),
      grid: { stroke: () => this.#colour('--fm-line'), width: 1 },
      ticks: { show: false },
    };
    return {
      width: target.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: (_plot, _low, high) => [0, Math.max(4, high * 1.1)] } },
      axes: [
        { ...axis, values: (_plot, at, _index, _space, stepSecs) => axisLabels(at, stepSecs) },
        { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] },
      ],
      series: [
        {},
        ...LINES.map(({ label, colour, dash }) => ({
          label,
          dash,
          width: 2,
          stroke: () => this.#colour(colour),
          points: { show: false },
        })),
      ],
    };
  }

  /** A canvas knows no custom properties and no light-dark(): a new element does, without any transition. */
  #colour(name: string): string {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    this.renderRoot.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
  }

  #resize(): void {
    const width = this.renderRoot.querySelector('.plot')?.clientWidth ?? 0;
    if (width > 0) this.#plot?.setSize({ width, height: HEIGHT_PX });
  }
}

function dataOf(points: readonly Point[]): UPlot.AlignedData {
  return [
    points.map(({ at }) => Date.parse(at) / 1000),
    ...LINES.map(({ key }) => points.map((point) => point[key])),
  ];
}

/** The picture in words, for whoever does not see it. */
function summary(points: readonly Point[]): string {
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last) return 'No history yet';
  const lines = LINES.map(({ key, label }) => `${label}: from ${first[key]} to ${last[key]}`);
  const span = `${absoluteTime(new Date(first.at))} to ${absoluteTime(new Date(last.at))}`;
  return `Hosts from ${span}. ${lines.join('; ')}.`;
}

define('fm-fleet-chart', FmFleetChart);
