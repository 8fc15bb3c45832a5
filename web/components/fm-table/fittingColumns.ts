import { rowHeaderOf, type Column } from './column.ts';
import type { ColumnChoice } from './tableChoice.ts';

/** Which of a table's columns are shown, and how. */
export interface Layout<Row> {
  columns: readonly Column<Row>[];
  /** Each row is a card, because there is no room for a table. */
  isCards: boolean;
}

const DEFAULT_REM = 6;
const NAME_REM = 12;
const CARD_PRIORITY = 2;

/** The least width of a column in rem; for the row header, half a usual host name by default. */
export function minRemOf<Row>({ minRem }: Column<Row>, isHeader: boolean): number {
  return minRem ?? (isHeader ? NAME_REM : DEFAULT_REM);
}

/**
 * The columns that the reader wants: none that was switched off, and extra ones only if switched on. The row header
 * always stays.
 */
export function wantedColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  const header = rowHeaderOf(columns);
  return columns.filter((column) => column === header || (choice[column.key] ?? !column.isExtra));
}

/**
 * The columns that fit into `roomRem`: those of the largest priority are hidden first, among equals the last. One that
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
