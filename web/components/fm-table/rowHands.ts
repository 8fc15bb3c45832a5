import type { RowSelection } from './rowSelection.ts';
import type { RowViewport } from './rowViewport.ts';
import { rowAfter } from './selecting.ts';

interface Table<Row> extends HTMLElement {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selected: ReadonlySet<string> | null;
  active: number;
  moveTo(index: number): void;
}

interface Parts<Row> {
  viewport: RowViewport;
  selection: RowSelection;
  /** Opens the active row. */
  open(row: Row): void;
}

/** What keys and clicks do to the rows of a table. */
export class RowHands<Row> {
  readonly #table: Table<Row>;
  readonly #parts: Parts<Row>;

  constructor(table: Table<Row>, parts: Parts<Row>) {
    this.#table = table;
    this.#parts = parts;
  }

  readonly keydown = (event: KeyboardEvent): void => {
    const { viewport, selection, open } = this.#parts;
    const { rows, rowKey, active, selected } = this.#table;
    if (event.target !== viewport.part('.scroller')) return;
    const pageRows = Math.max(1, Math.floor(viewport.heightPx / viewport.rowPx) - 2);
    const to = rowAfter(event.key, { active, pageRows, count: rows.length });
    const row = rows[active];
    if (to !== undefined) {
      this.#table.moveTo(to);
      const landed = rows[this.#table.active];
      if (event.shiftKey && row && landed) selection.extend(rowKey(row), rowKey(landed));
    } else if (event.key === 'Enter' && row) open(row);
    else if (event.key === ' ' && row) selection.toggle(rowKey(row), event.shiftKey);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selected) selection.switchAll(true);
    else if (event.key === 'Escape' && selected && selected.size > 0) selection.clear();
    else return;
    event.preventDefault();
  };

  readonly clicked = (event: MouseEvent, index: number): void => {
    this.#table.active = index;
    const isControl = event
      .composedPath()
      .some((node) => node instanceof HTMLElement && /^(A|BUTTON|INPUT|LABEL|SELECT)$/.test(node.tagName));
    const row = this.#table.rows[index];
    if (!isControl && row && getSelection()?.isCollapsed !== false) this.#parts.open(row);
  };

  /** Focuses the table instead of the checkbox, so that the keyboard goes on from the row. */
  readonly boxClicked = ({ shiftKey }: MouseEvent, key: string): void => {
    this.#parts.selection.toggle(key, shiftKey);
    this.#table.focus({ preventScroll: true });
  };
}
