/** One column of an fm-table. */
export interface Column<Row> {
  key: string;
  header: string;
  /** Text or a template; text from hosts through `safeName`. */
  render(row: Row): unknown;
  /** A track of CSS grid; `minmax(0, 1fr)` unless told. */
  width?: string;
  align?: 'start' | 'end';
  /** What a screen reader calls the row by, and what `rowHref` makes a link; the first column unless one says so. */
  isRowHeader?: boolean;
  /** The header becomes a button, and `fm-sort` tells its `key`. */
  isSortable?: boolean;
  /** Left out while the table is narrower (in px); the reader finds it on the row's own page. */
  hideBelowPx?: number;
}

export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}
