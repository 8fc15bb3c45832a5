/** What is cut off in a cell is read by resting the pointer on it; the keyboard unfolds the row it is at. */
export function titleCutText({ target }: Event): void {
  const cell = (target as Element).closest<HTMLElement>('.long');
  if (!cell) return;
  const isCut = cell.scrollHeight > cell.clientHeight + 1 || cell.scrollWidth > cell.clientWidth;
  cell.title = isCut ? (cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '') : '';
}
