import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../icons/icons.ts';
import type { Column, Sort } from './column.ts';

/** The header of a column; a button where it sorts. */
export function headerCell<Row>(
  column: Column<Row>,
  sort: Sort | null,
  sortBy: (key: string) => void,
): TemplateResult {
  const isSorted = sort?.key === column.key;
  const mark = sort?.direction === 'descending' ? 'chevron-down' : 'chevron-up';
  const sorting = !column.isSortable ? nothing : isSorted ? (sort?.direction ?? 'none') : 'none';
  return html`<div class="cell ${column.align ?? 'start'}" role="columnheader" aria-sort=${sorting}>
    ${
      column.isSortable
        ? html`<button class="plain" @click=${() => sortBy(column.key)}>
            ${column.header} ${isSorted ? icon(mark) : nothing}
          </button>`
        : column.header
    }
  </div>`;
}

/** The column that names the row. */
export function rowHeaderOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ isRowHeader }) => isRowHeader) ?? columns[0];
}
