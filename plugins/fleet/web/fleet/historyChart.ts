import { html, type TemplateResult } from 'lit';
import type { ChartLine, ChartPoint, ChartRange } from '#web/components/fm-chart/fm-chart.ts';
import '#web/components/fm-chart/fm-chart.ts';
import type { Schemas } from '#web/core/schema.ts';
import { RANGES, type Range } from './history.ts';
import { RANGE_TEXTS, texts } from './texts.ts';

const HOUR_SECS = 3_600;
const KEYS = Object.keys(RANGES) as Range[];
const RANGE_LIST: readonly ChartRange[] = KEYS.map((key) => ({
  label: RANGE_TEXTS[key],
  secs: RANGES[key] * HOUR_SECS,
}));
const LINES: readonly ChartLine[] = [
  { key: 'security', label: 'missing security patches', tone: 'warn' },
  { key: 'unreachable', label: 'unreachable', tone: 'bad' },
  { key: 'reboot', label: 'needing a reboot', tone: 'info' },
];

/** How many hosts needed something, hour by hour. */
export function chartPoints(points: readonly Schemas['FleetPoint'][]): ChartPoint[] {
  return points.map((point) => ({
    at: point.at,
    values: {
      security: point.hosts_with_security,
      unreachable: point.hosts_unreachable,
      reboot: point.hosts_reboot_required,
    },
  }));
}

/** The history as lines. The old chart stays until another range is read. */
export function historyChart(
  points: readonly ChartPoint[],
  range: Range,
  choose: (range: Range) => void,
): TemplateResult {
  return html`<section class="card" aria-labelledby="history">
    <h2 id="history">${texts.history}</h2>
    <fm-chart
      label=${texts.history}
      .points=${points}
      .lines=${LINES}
      .ranges=${RANGE_LIST}
      .range=${KEYS.indexOf(range)}
      @fm-range=${({ detail }: CustomEvent<number>) => choose(KEYS[detail] ?? range)}
    ></fm-chart>
  </section>`;
}
