import { rowHeaderOf, type Column } from './column.ts';
import { minRemOf } from './fittingColumns.ts';
import { setStyle } from './setStyle.ts';

/** Sets the tracks of a table's columns, for the screen and for paper; on the screen those of `check` come first. */
export function setTracks<Row>(
  table: HTMLElement,
  columns: readonly Column<Row>[],
  check: readonly string[],
): void {
  const header = rowHeaderOf(columns);
  const tracks = columns.map((column) => trackOf(column, column === header));
  setStyle(table, '--tracks', [...check, ...tracks].join(' '));
  const shares = columns.map((column) => printTrackOf(column, column === header));
  setStyle(table, '--print-tracks', shares.join(' '));
}

/** The track of a column in the grid. */
function trackOf<Row>(column: Column<Row>, isHeader: boolean): string {
  const grow = column.grow ?? (isHeader ? 1 : 0);
  const minRem = minRemOf(column, isHeader);
  return grow === 0 ? `${minRem}rem` : `minmax(${minRem}rem, ${grow}fr)`;
}

/**
 * The column's track on paper, whose width is not known beforehand: a share in proportion to its least width on the
 * screen.
 */
function printTrackOf<Row>(column: Column<Row>, isHeader: boolean): string {
  return `minmax(0, ${minRemOf(column, isHeader)}fr)`;
}
