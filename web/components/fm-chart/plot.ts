/** Size of the drawing, in its own units; the browser stretches it to its place. */
export const PLOT = { width: 1_000, height: 200 } as const;

export interface ChartPoint {
  /** RFC 3339. */
  at: string;
  /** Values by line key; null: unknown. */
  values: Readonly<Record<string, number | null>>;
}

/** The upper end of the scale: 1, 2 or 5 times a power of ten, and at least 4, so that one host is not a mountain. */
export function scaleEnd(most: number): number {
  const wanted = Math.max(4, most);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 4, 5, 10].find((one) => one * power >= wanted) ?? 10;
  return factor * power;
}

/** The points of the `secs` seconds before the last point (null: all); at least two, if there are two. */
export function lastOf(points: readonly ChartPoint[], secs: number | null): readonly ChartPoint[] {
  const end = points.at(-1);
  if (secs === null || !end) return points;
  const fromMs = Date.parse(end.at) - secs * 1_000;
  const first = points.findIndex(({ at }) => Date.parse(at) >= fromMs);
  return points.slice(Math.max(0, Math.min(first, points.length - 2)));
}

/** The x coordinate of each point, by its time. */
export function xOf(points: readonly ChartPoint[]): number[] {
  const times = points.map(({ at }) => Date.parse(at));
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
  return times.map((time) => (to === from ? 0 : ((time - from) / (to - from)) * PLOT.width));
}

/** The SVG path of a line; an unknown value leaves a gap. */
export function pathOf(points: readonly ChartPoint[], key: string, end: number): string {
  const xs = xOf(points);
  let isPenDown = false;
  return points
    .map(({ values }, index) => {
      const value = values[key] ?? null;
      const move = isPenDown ? 'L' : 'M';
      isPenDown = value !== null;
      if (value === null) return '';
      const y = PLOT.height - (value / end) * PLOT.height;
      return `${move}${(xs[index] ?? 0).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** Index of the point nearest to a place, from 0 at the left to 1 at the right. */
export function nearest(points: readonly ChartPoint[], place: number): number {
  const x = place * PLOT.width;
  const distances = xOf(points).map((one) => Math.abs(one - x));
  return distances.indexOf(Math.min(...distances));
}

/** About `most` items at even steps, always with the last: nobody reads a table of 700 lines. */
export function thinned<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(items.length / most);
  return items.filter((_, index) => (items.length - 1 - index) % step === 0);
}
