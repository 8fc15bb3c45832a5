import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { Column, Sort } from './column.ts';
import type { Layout } from './fittingColumns.ts';
import { sortChoice } from './headerCell.ts';
import { saveTable } from './saveTable.ts';
import { keepChoice, type TableChoice } from './tableChoice.ts';
import { tableTools } from './tools.ts';

interface Table<Row> extends ReactiveControllerHost {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly sort: Sort | null;
  readonly total: number | null;
  readonly loadAll: (() => Promise<unknown>) | null;
  choice: TableChoice;
}

interface Options<Row> {
  /** The layout of now: it may change while the rows of a file are read. */
  layout(): Layout<Row>;
  sortBy(key: string): void;
}

/** The bar above the rows: the order of cards, the choice of columns, and the file of all rows. */
export class TableBar<Row> {
  readonly #table: Table<Row>;
  readonly #options: Options<Row>;
  #isSaving = false;
  /** What the reader should know of the last file. */
  #note = '';

  constructor(table: Table<Row>, options: Options<Row>) {
    this.#table = table;
    this.#options = options;
  }

  render(): unknown {
    const layout = this.#options.layout();
    const { name, columns, rows, sort, choice } = this.#table;
    const sorting = layout.isCards ? sortChoice(layout.columns, sort, this.#options.sortBy) : nothing;
    if (name === '' && sorting === nothing) return nothing;
    const tools = tableTools({
      columns,
      shown: layout.columns,
      choice,
      canChoose: name !== '' && columns.length > 2,
      canSave: name !== '' && rows.length > 0,
      isSaving: this.#isSaving,
      onChoice: this.#choose,
      onSave: () => void this.#save(),
    });
    return html`<div class="bar">
      <slot name="tools"></slot>${sorting}<span class="note" role="status">${this.#note}</span>${tools}
    </div>`;
  }

  readonly #choose = (choice: TableChoice): void => {
    this.#table.choice = choice;
    keepChoice(this.#table.name, choice);
  };

  async #save(): Promise<void> {
    this.#says('', true);
    const note = await saveTable(this.#table.loadAll, () => ({
      name: this.#table.name,
      columns: this.#options.layout().columns,
      rows: this.#table.rows,
      total: this.#table.total,
    }));
    this.#says(note, false);
  }

  #says(note: string, isSaving: boolean): void {
    this.#note = note;
    this.#isSaving = isSaving;
    this.#table.requestUpdate();
  }
}
