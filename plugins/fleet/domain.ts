export const HOUR_MS = 3_600_000;
export const MAX_POINTS = 1_000;
const DEFAULT_SPAN_MS = 7 * 24 * HOUR_MS;

export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

export interface Span {
  from: Date;
  to: Date;
  stepSecs: number;
}

/** The asked span with its defaults; the step grows, in whole hours, until the points fit. Null: it ends before it starts. */
export function spanOf(asked: { from?: string; to?: string; stepSecs?: number }, now: Date): Span | null {
  const to = asked.to === undefined ? now : new Date(asked.to);
  const from = asked.from === undefined ? new Date(to.getTime() - DEFAULT_SPAN_MS) : new Date(asked.from);
  if (from >= to) return null;
  const hours = Math.ceil((asked.stepSecs ?? 3_600) / 3_600);
  const least = Math.ceil((to.getTime() - from.getTime()) / (MAX_POINTS * HOUR_MS));
  return { from, to, stepSecs: Math.max(hours, least, 1) * 3_600 };
}

/** The last snapshot of each step that has one. */
export function thin<T extends { hour: Date }>(snapshots: readonly T[], { from, stepSecs }: Span): T[] {
  const last = new Map<number, T>();
  for (const snapshot of snapshots)
    last.set(Math.floor((snapshot.hour.getTime() - from.getTime()) / (stepSecs * 1_000)), snapshot);
  return [...last.values()].slice(0, MAX_POINTS);
}
