/** What is cut off in a cell is read by resting the pointer on it; the keyboard opens the row. */
export function titleCutText({ target }: Event): void {
  const cell = (target as Element).closest<HTMLElement>('.cell:not(.check)');
  if (!cell) return;
  const isCut = cell.scrollWidth > cell.clientWidth;
  cell.title = isCut ? (cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '') : '';
}
