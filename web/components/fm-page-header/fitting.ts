/**
 * How many of these buttons stand in a row of `roomPx`, from the first; what is over goes into a menu of `menuPx`. A
 * menu with a single line would say less than its button, and is as wide: then one more goes in.
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
