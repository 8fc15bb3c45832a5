/** One column of an fm-table. */
export interface Column<Row> {
  key: string;
  header: string;
  /** Text or a template; text from hosts through `safeName`. */
  render(row: Row): unknown;
  /** What stands in a CSV file; without it, the text of what is rendered. */
  text?(row: Row): string | number | null;
  /** So wide at the least, in rem (6 unless told, 12 of what names the row): as its usual text. What is longer wraps. */
  minRem?: number;
  /** Its share of the room that is left over; 0 unless told, and 1 of what names the row. */
  grow?: number;
  /**
   * 1 (unless told): always there. Larger ones give way first, where there is no room for all. Where there is none even
   * for those of 1, each row becomes a card, which has those of 1 and 2.
   */
  priority?: number;
  /** Only shown when somebody chose it (where columns can be chosen). */
  isExtra?: boolean;
  align?: 'start' | 'end';
  /** What a screen reader calls the row by, and what `rowHref` makes a link; the first column unless one says so. */
  isRowHeader?: boolean;
  /** The header becomes a button, and `fm-sort` tells its `key`. */
  isSortable?: boolean;
  /** Long text: three lines of it, and all of it in the row that the keyboard is at, and at rest of the pointer. */
  isLong?: boolean;
}

export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}

/** What names the row: the column that says so, or else the first. */
export function rowHeaderOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ isRowHeader }) => isRowHeader) ?? columns[0];
}
