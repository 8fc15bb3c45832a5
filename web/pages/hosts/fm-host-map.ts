import { css, html, svg, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import type { Tone } from '../../components/fm-badge/fm-badge.ts';
import { define, FmElement } from '../../core/element.ts';
import { countText } from '../../core/format.ts';
import { navigate } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { hostHref } from '../../domain/host/columns.ts';
import {
  countedText,
  groupText,
  heightOf,
  mapGroups,
  MAP_STATES,
  placeOf,
  SQUARE_PX,
  squareAt,
  squaresIn,
  STATE_TEXTS,
  type MapGroup,
  type MapState,
} from './hostMap.ts';

const tones = ['ok', 'warn', 'bad', 'info', 'neutral'].map(
  (tone) => `.${tone} { color: var(--fm-${tone}-mark); }`,
);

const styles = css`
  .map {
    display: grid;
    gap: var(--fm-space-4);
  }

  ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2) var(--fm-space-3);
    padding: 0;
    list-style: none;
  }

  li {
    display: flex;
    gap: var(--fm-space-1);
    align-items: center;
  }

  li svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.4;
  }

  .filled {
    fill: currentcolor;
    stroke: none;
  }

  ${unsafeCSS(tones.join('\n'))}

  section {
    display: grid;
    gap: var(--fm-space-2);
  }

  canvas {
    display: block;
    width: 100%;
  }
`;

/** How a state looks: colour, and a shape of its own on a grid of 12, so that colour alone says nothing. */
interface Look {
  tone: Tone;
  path: string;
  isFilled: boolean;
}

const look = (tone: Tone, path: string, isFilled = false): Look => ({ tone, path, isFilled });

/** The colours are those of badges, and the shapes where a badge says the same. */
const LOOKS: Readonly<Record<MapState, Look>> = {
  unreachable: look('bad', 'M2.5 4.8h7v2.4h-7z', true),
  grave: look('bad', 'M3 3l6 6M9 3l-6 6'),
  missing: look('warn', 'M6 2.5L10 9.5H2z', true),
  unknown: look('neutral', 'M6 3a3 3 0 1 0 0 6 3 3 0 1 0 0-6'),
  reboot: look('info', 'M6 2.5v3.5M4 3.9a3 3 0 1 0 4 0'),
  updates: look('info', 'M6 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5', true),
  fine: look('ok', 'M3 6.5l2 2 4-5'),
};

const GRID = 12;

/**
 * A square for each host, by group: where patches are missing, at a glance. Drawn on canvases, because ten thousand
 * elements would be slow; its accessible form is the list, and each canvas is named by its figures. A click opens the
 * host.
 */
export class FmHostMap extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { hosts: { attribute: false } };
  declare hosts: readonly Schemas['Host'][];
  #groups: readonly MapGroup[] = [];
  #listening = new AbortController();
  readonly #sizes = new ResizeObserver(() => this.#draw());

  constructor() {
    super();
    this.hosts = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const redraw = (): void => void requestAnimationFrame(() => this.#draw());
    addEventListener('fm-theme', redraw, { signal });
    for (const media of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
      matchMedia(media).addEventListener('change', redraw, { signal });
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
    this.#sizes.disconnect();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('hosts')) this.#groups = mapGroups(this.hosts);
  }

  override render(): TemplateResult {
    const all = this.#groups.flatMap(({ hosts }) => hosts);
    const isByGroup = this.hosts.some(({ groups }) => groups.length > 0);
    return html`<div class="map">
      <p class="quiet small">${countedText(all.length, isByGroup)}</p>
      <ul aria-label="Legend">
        ${MAP_STATES.map((state) => {
          const count = all.filter((host) => host.state === state).length;
          return html`<li>${mark(LOOKS[state])} ${STATE_TEXTS[state]}: ${countText(count)}</li>`;
        })}
      </ul>
      ${this.#groups.map(
        (group, index) =>
          html`<section>
            <h2>${group.name} <span class="quiet small">${countText(group.hosts.length)}</span></h2>
            <canvas
              role="img"
              aria-label=${groupText(group)}
              data-group=${index}
              @mousemove=${(event: MouseEvent) => this.#pointed(event, group)}
              @click=${(event: MouseEvent) => this.#clicked(event, group)}
            ></canvas>
          </section>`,
      )}
    </div>`;
  }

  protected override updated(): void {
    this.#draw();
  }

  #draw(): void {
    const aRow = squaresIn(this.clientWidth);
    for (const canvas of this.renderRoot.querySelectorAll('canvas')) {
      const group = this.#groups[Number(canvas.dataset['group'])];
      if (group) drawGroup(canvas, group, { aRow, widthPx: this.clientWidth });
    }
  }

  #hostAt({ offsetX: x, offsetY: y }: MouseEvent, { hosts }: MapGroup) {
    const index = squareAt({ x, y }, { aRow: squaresIn(this.clientWidth), count: hosts.length });
    return index === null ? undefined : hosts[index];
  }

  #pointed(event: MouseEvent, group: MapGroup): void {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const host = this.#hostAt(event, group);
    canvas.title = host ? `${host.name}: ${STATE_TEXTS[host.state]}` : '';
    canvas.style.cursor = host ? 'pointer' : '';
  }

  #clicked(event: MouseEvent, group: MapGroup): void {
    const host = this.#hostAt(event, group);
    if (host) navigate(hostHref(host));
  }
}

const mark = ({ tone, path, isFilled }: Look): TemplateResult =>
  html`<svg viewBox="0 0 12 12" aria-hidden="true" class=${tone}>
    ${svg`<path d=${path} class=${isFilled ? 'filled' : ''}></path>`}
  </svg>`;

interface Room {
  aRow: number;
  widthPx: number;
}

function drawGroup(canvas: HTMLCanvasElement, { hosts }: MapGroup, { aRow, widthPx }: Room): void {
  const scale = devicePixelRatio || 1;
  const heightPx = heightOf(hosts.length, aRow);
  canvas.style.height = `${heightPx}px`;
  canvas.width = Math.round(widthPx * scale);
  canvas.height = Math.round(heightPx * scale);
  const to = canvas.getContext('2d');
  if (!to) return;
  const colours = coloursOf(canvas);
  for (const [index, { state }] of hosts.entries()) {
    const { x, y } = placeOf(index, aRow);
    const { path: shape, isFilled } = LOOKS[state];
    const path = new Path2D(shape);
    to.setTransform(scale, 0, 0, scale, x * scale, y * scale);
    to.fillStyle = to.strokeStyle = colours[state];
    to.globalAlpha = 0.2;
    to.fillRect(0, 0, SQUARE_PX, SQUARE_PX);
    to.globalAlpha = 1;
    to.lineWidth = 1;
    to.strokeRect(0.5, 0.5, SQUARE_PX - 1, SQUARE_PX - 1);
    to.scale(SQUARE_PX / GRID, SQUARE_PX / GRID);
    to.lineWidth = 1.4;
    if (isFilled) to.fill(path);
    else to.stroke(path);
  }
}

/** The colours of now, as the theme and the reader's own colours have them. */
function coloursOf(canvas: HTMLCanvasElement): Record<MapState, string> {
  const found = MAP_STATES.map((state) => {
    canvas.style.color = `var(--fm-${LOOKS[state].tone}-mark)`;
    return [state, getComputedStyle(canvas).color] as const;
  });
  canvas.style.color = '';
  return Object.fromEntries(found) as Record<MapState, string>;
}

define('fm-host-map', FmHostMap);
