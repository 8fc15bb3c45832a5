import { rowHeaderOf, type Column } from './column.ts';
import type { ColumnChoice } from './columnChoice.ts';

/** What of a table's columns is shown, and how. */
export interface Layout<Row> {
  columns: readonly Column<Row>[];
  /** There is no room for a table: each row is a card. */
  isCards: boolean;
}

const DEFAULT_REM = 6;
const NAME_REM = 12;
const CARD_PRIORITY = 2;

/** The least width of a column in rem; of what names the row, half a usual name of a host. */
function minRemOf<Row>({ minRem }: Column<Row>, isHeader: boolean): number {
  return minRem ?? (isHeader ? NAME_REM : DEFAULT_REM);
}

/** What the reader wants to see: switched off is gone, and extra ones are there only when they were switched on. */
export function wantedColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  const header = rowHeaderOf(columns);
  return columns.filter((column) => column === header || (choice[column.key] ?? !column.isExtra));
}

/**
 * Those that fit into so many rem: the columns of the largest priority give way first, among equals the last. One that
 * the reader switched on stays as long as those of priority 2.
 */
export function layoutOf<Row>(
  columns: readonly Column<Row>[],
  { roomRem, choice = {} }: { roomRem: number; choice?: ColumnChoice },
): Layout<Row> {
  const wanted = wantedColumns(columns, choice);
  const header = rowHeaderOf(columns);
  const rank = (column: Column<Row>): number => {
    if (column === header) return 0;
    const { priority = 1 } = column;
    return choice[column.key] === true ? Math.min(priority, CARD_PRIORITY) : priority;
  };
  const kept = new Set(wanted);
  const widthRem = (): number =>
    [...kept].reduce((sum, column) => sum + minRemOf(column, column === header), 0);
  const givingWay = wanted
    .map((column, index) => ({ column, index, rank: rank(column) }))
    .filter((one) => one.rank > 1)
    .sort((a, b) => b.rank - a.rank || b.index - a.index);
  for (const { column } of givingWay) {
    if (widthRem() <= roomRem) break;
    kept.delete(column);
  }
  if (widthRem() <= roomRem) return { columns: wanted.filter((column) => kept.has(column)), isCards: false };
  return { columns: wanted.filter((column) => rank(column) <= CARD_PRIORITY), isCards: true };
}

/** The track of a column in the grid. */
export function trackOf<Row>(column: Column<Row>, isHeader: boolean): string {
  const grow = column.grow ?? (isHeader ? 1 : 0);
  const minRem = minRemOf(column, isHeader);
  return grow === 0 ? `${minRem}rem` : `minmax(${minRem}rem, ${grow}fr)`;
}

/** On paper, where the width is not known beforehand: shares of it, as large as on the screen at the least. */
export function printTrackOf<Row>(column: Column<Row>, isHeader: boolean): string {
  return `minmax(0, ${minRemOf(column, isHeader)}fr)`;
}
