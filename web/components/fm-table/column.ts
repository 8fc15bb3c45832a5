import type { IconName } from '../../icons/icons.ts';

/** One column of an fm-table. */
export interface Column<Row> {
  key: string;
  header: string;
  /** Text or a template; text from hosts through `safeName`. */
  render(row: Row): unknown;
  /** What a card shows instead, without the header before it. */
  card?(row: Row): unknown;
  /** The cell's value in a CSV file; without it, the text of what is rendered. */
  text?(row: Row): string | number | null;
  /** Least width in rem, enough for the usual text (default 6; 12 for the row header). Longer text wraps. */
  minRem?: number;
  /** Its share of the room left over (default 0; 1 for the row header). */
  grow?: number;
  /**
   * 1 (the default): always shown. Columns with larger numbers are hidden first, where there is no room for all. Where
   * even those of 1 have no room, each row becomes a card with those of 1 and 2.
   */
  priority?: number;
  /** Hidden until the reader switches it on (where columns can be chosen). */
  isExtra?: boolean;
  /** Its header is this picture, whose tooltip is the header's text, and its cells are marks of that width. */
  icon?: IconName;
  align?: 'start' | 'end';
  /** The row header: screen readers name the row by it, and `rowHref` makes it a link. The first column by default. */
  isRowHeader?: boolean;
  /** The header becomes a button that fires `fm-sort` with `key`. */
  isSortable?: boolean;
  /**
   * Long text: cut to three lines (to one in rows of one line), but whole in the row that the keyboard is at, and where
   * the pointer rests.
   */
  isLong?: boolean;
}

export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}

/** The row header: the column marked as such, or else the first. */
export function rowHeaderOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ isRowHeader }) => isRowHeader) ?? columns[0];
}
