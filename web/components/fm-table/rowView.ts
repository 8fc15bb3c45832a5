import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from '../../core/repeat.ts';
import { rowHeaderOf, type Column } from './column.ts';
import { classOf } from './headerCell.ts';

/** What a row is rendered with. */
export interface RowView<Row> {
  row: Row;
  key: string;
  index: number;
  columns: readonly Column<Row>[];
  isCard: boolean;
  isActive: boolean;
  /** Null: it cannot be selected. */
  isSelected: boolean | null;
  href: string | undefined;
  clicked(event: MouseEvent, index: number): void;
  boxClicked(event: MouseEvent, key: string): void;
}

/** Renders one row; in a card, each cell is labelled with its column. */
export function rowView<Row>(view: RowView<Row>): TemplateResult {
  const { index, columns, isActive, isSelected } = view;
  const header = rowHeaderOf(columns);
  return html`<div
    class="row ${isActive ? 'active' : ''}"
    role="row"
    id="row-${index}"
    aria-rowindex=${index + 2}
    aria-selected=${isSelected === null ? nothing : String(isSelected)}
    @click=${(event: MouseEvent) => view.clicked(event, index)}
  >
    ${isSelected === null ? nothing : check(view, isSelected)}
    ${repeat(
      columns,
      ({ key }) => key,
      (column) => cell(view, column, column === header),
    )}
  </div>`;
}

/** The checkbox of a row, named by the row header: “Select web-1”. */
function check<Row>({ key, index, boxClicked }: RowView<Row>, isSelected: boolean): TemplateResult {
  return html`<div class="cell check" role="gridcell">
    <label>
      <input
        type="checkbox"
        tabindex="-1"
        id="check-${index}"
        aria-label="Select"
        aria-labelledby="check-${index} header-${index}"
        .checked=${live(isSelected)}
        @click=${(event: MouseEvent) => boxClicked(event, key)}
      />
    </label>
  </div>`;
}

function cell<Row>(
  { row, index, isCard, href }: RowView<Row>,
  column: Column<Row>,
  isHeader: boolean,
): TemplateResult {
  const shown = isCard && column.card ? column.card(row) : column.render(row);
  const content = column.isLong ? html`<div class="long">${shown}</div>` : shown;
  const align = classOf(column);
  if (isHeader)
    return html`<div class="cell name ${align}" role="rowheader" id="header-${index}">
      ${href === undefined ? content : html`<a href=${href} tabindex="-1">${content}</a>`}
    </div>`;
  // Screen readers read the header with each cell already.
  const label =
    isCard && !column.card ? html`<span class="label" aria-hidden="true">${column.header}</span>` : nothing;
  return html`<div class="cell ${align}" role="gridcell">${label}${content}</div>`;
}
