/**
 * How many buttons, from the first, fit into a row of `roomPx` with a menu of `menuPx` for the others. A menu of one
 * item would be as wide as that item's button and say less, so it takes at least two.
 */
export function fitting(
  widthsPx: readonly number[],
  { roomPx, gapPx, menuPx }: { roomPx: number; gapPx: number; menuPx: number },
): number {
  const widthOf = (count: number): number =>
    widthsPx.slice(0, count).reduce((sum, width) => sum + width, 0) + Math.max(0, count - 1) * gapPx;
  if (widthOf(widthsPx.length) <= roomPx) return widthsPx.length;
  let count = Math.max(0, widthsPx.length - 2);
  while (count > 0 && widthOf(count) + gapPx + menuPx > roomPx) count -= 1;
  return count;
}
