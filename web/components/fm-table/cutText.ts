/** Shows a cell's cut-off text when the pointer rests on it; for the keyboard, the active row unfolds. */
export function titleCutText({ target }: Event): void {
  const cell = (target as Element).closest<HTMLElement>('.long');
  if (!cell) return;
  const isCut = cell.scrollHeight > cell.clientHeight + 1 || cell.scrollWidth > cell.clientWidth;
  cell.title = isCut ? (cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '') : '';
}
