/** Index of the item that a key moves to from `active`, wrapping at the ends; undefined: it does not move. */
export function itemAfter(key: string, active: number, labels: readonly string[]): number | undefined {
  const count = labels.length;
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (Math.max(active, 0) - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const order = labels.map((_, step) => (active + 1 + step) % count);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase()));
}

const GAP_PX = 4;
const EDGE_PX = 8;

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Styles that put a menu at its button, on the side of the window that has more room, and no higher than that. */
export function placeOf(
  { top, bottom, left, right }: Box,
  window: { width: number; height: number },
): Record<'top' | 'bottom' | 'left' | 'right' | 'maxHeight', string> {
  const px = (value: number): string => `${Math.round(Math.max(EDGE_PX, value))}px`;
  const isBelow = window.height - bottom >= top;
  const isAtStart = (left + right) / 2 <= window.width / 2;
  return {
    top: isBelow ? px(bottom + GAP_PX) : 'auto',
    bottom: isBelow ? 'auto' : px(window.height - top + GAP_PX),
    left: isAtStart ? px(left) : 'auto',
    right: isAtStart ? 'auto' : px(window.width - right),
    maxHeight: px((isBelow ? window.height - bottom : top) - GAP_PX - EDGE_PX),
  };
}
