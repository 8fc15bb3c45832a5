export interface Window {
  /** The first row to render. */
  first: number;
  /** One past the last. */
  end: number;
  /** Top of the first row. */
  offsetPx: number;
  totalPx: number;
}

const OVERSCAN_ROWS = 8;

/** The rows of equal height to render: those that can be seen, and a few beyond. */
export function windowOf(parts: {
  count: number;
  rowPx: number;
  scrollTopPx: number;
  viewportPx: number;
}): Window {
  const { count, rowPx, scrollTopPx, viewportPx } = parts;
  const visible = Math.ceil(viewportPx / rowPx);
  const top = Math.min(Math.floor(Math.max(0, scrollTopPx) / rowPx), Math.max(0, count - visible));
  const first = Math.max(0, top - OVERSCAN_ROWS);
  const end = Math.min(count, top + visible + OVERSCAN_ROWS);
  return { first, end, offsetPx: first * rowPx, totalPx: count * rowPx };
}

/** The scroll position that shows a row whole; null: it is visible already. */
export function scrollToRow(parts: {
  index: number;
  rowPx: number;
  scrollTopPx: number;
  viewportPx: number;
}): number | null {
  const { index, rowPx, scrollTopPx, viewportPx } = parts;
  if (index * rowPx < scrollTopPx) return index * rowPx;
  if ((index + 1) * rowPx > scrollTopPx + viewportPx) return (index + 1) * rowPx - viewportPx;
  return null;
}
