import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../icons/icons.ts';
import type { Column, Sort } from './column.ts';

/** The class of a column's cells. */
export const classOf = <Row>({ align = 'start', icon: mark }: Column<Row>): string => (mark ? 'mark' : align);

/** The header of a column; a button where it sorts. */
export function headerCell<Row>(
  column: Column<Row>,
  sort: Sort | null,
  sortBy: (key: string) => void,
): TemplateResult {
  const isSorted = sort?.key === column.key;
  const mark = sort?.direction === 'descending' ? 'chevron-down' : 'chevron-up';
  const sorting = !column.isSortable ? nothing : isSorted ? (sort?.direction ?? 'none') : 'none';
  const text = column.icon ? icon(column.icon, column.header) : column.header;
  return html`<div
    class="cell ${classOf(column)}"
    role="columnheader"
    aria-sort=${sorting}
    title=${column.icon ? column.header : nothing}
  >
    ${
      column.isSortable
        ? html`<button class="plain" @click=${() => sortBy(column.key)}>
            ${text} ${isSorted ? icon(mark) : nothing}
          </button>`
        : text
    }
  </div>`;
}

/** The order of cards, which have no headers to press: which column sorts, and which way. */
export function sortChoice<Row>(
  columns: readonly Column<Row>[],
  sort: Sort | null,
  sortBy: (key: string) => void,
): unknown {
  const sortable = columns.filter(({ isSortable }) => isSortable);
  if (sortable.length === 0) return nothing;
  const isDescending = sort?.direction === 'descending';
  return html`<label class="sort"
      >Sort by
      <select @change=${({ target }: Event) => sortBy((target as HTMLSelectElement).value)}>
        ${sort ? nothing : html`<option value="" selected disabled>default</option>`}
        ${sortable.map(
          ({ key, header }) => html`<option value=${key} .selected=${key === sort?.key}>${header}</option>`,
        )}
      </select> </label
    >${
      sort === null
        ? nothing
        : html`<button
            class="square"
            aria-label=${isDescending ? 'Descending: sort ascending' : 'Ascending: sort descending'}
            @click=${() => sortBy(sort.key)}
          >
            ${icon(isDescending ? 'chevron-down' : 'chevron-up')}
          </button>`
    }`;
}
