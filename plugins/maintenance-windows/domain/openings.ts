/** From one instant to another, in milliseconds since 1970; the end is exclusive. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** When one window is open, by start. They may overlap each other. */
export type Spans = readonly Span[];

/**
 * The opening of several windows that contains the instant; overlapping and adjacent openings count as one. Null: none
 * is open then, as far as the spans reach.
 */
export function openAt(windows: readonly Spans[], atMs: number): Span | null {
  let fromMs = Infinity;
  let toMs = -Infinity;
  for (const spans of windows)
    for (const { startMs, endMs } of spans) {
      if (startMs > atMs) break;
      if (endMs <= atMs) continue;
      fromMs = Math.min(fromMs, startMs);
      toMs = Math.max(toMs, endMs);
    }
  return fromMs === Infinity ? null : widened(windows, { startMs: fromMs, endMs: toMs });
}

/** The opening that holds the instant, or the next one after it; null: none is known. */
export function nextOpening(windows: readonly Spans[], atMs: number): Span | null {
  const open = openAt(windows, atMs);
  if (open) return open;
  let startMs = Infinity;
  for (const spans of windows) {
    const next = spans.find((span) => span.startMs > atMs);
    if (next && next.startMs < startMs) startMs = next.startMs;
  }
  return startMs === Infinity ? null : openAt(windows, startMs);
}

/** The opening, extended by every span that overlaps or touches it. */
function widened(windows: readonly Spans[], opening: Span): Span {
  let { startMs, endMs } = opening;
  for (let grows = true; grows;) {
    grows = false;
    for (const spans of windows)
      for (const span of spans) {
        if (span.startMs > endMs) break;
        if (span.endMs < startMs || (span.startMs >= startMs && span.endMs <= endMs)) continue;
        startMs = Math.min(startMs, span.startMs);
        endMs = Math.max(endMs, span.endMs);
        grows = true;
      }
  }
  return { startMs, endMs };
}

const ALWAYS: Span = { startMs: -Infinity, endMs: Infinity };

/**
 * The spans from an instant on, in order, in which work may go on: a window is open (null: always) and no freeze holds.
 * If work may go on at that instant, the first span begins there.
 */
export function* workable(
  windows: readonly Spans[] | null,
  freezes: readonly Spans[],
  fromMs: number,
): Generator<Span, undefined> {
  let atMs = fromMs;
  while (atMs < Infinity) {
    const opening = windows === null ? ALWAYS : nextOpening(windows, atMs);
    if (!opening) return;
    atMs = Math.max(atMs, opening.startMs);
    while (atMs < opening.endMs) {
      const freeze = nextOpening(freezes, atMs);
      const thawed = freeze && freeze.startMs <= atMs ? freeze.endMs : null;
      const endMs = Math.min(opening.endMs, freeze?.startMs ?? Infinity);
      if (thawed === null) yield { startMs: atMs, endMs };
      atMs = thawed ?? endMs;
    }
  }
}
