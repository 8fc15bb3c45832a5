import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../element.ts';
import { icon } from '../../icons/icons.ts';
import { scrollToRow, windowOf } from '../../windowing.ts';
import type { Column, Sort } from './column.ts';
import { styles } from './fm-table.styles.ts';

/**
 * A table that renders only what can be seen, so 10,000 rows are as quick as ten. It is one stop of the Tab key:
 * arrows, Page Up and Down, Home and End move; Enter opens; Space selects, Shift with the arrows selects on.
 *
 * Events: `fm-open` (a row), `fm-sort` (a column's key), `fm-select` (the new Set of keys), `fm-near-end` (load more).
 */
export class FmTable<Row = unknown> extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    label: {},
    rows: { attribute: false },
    columns: { attribute: false },
    rowKey: { attribute: false },
    rowHref: { attribute: false },
    sort: { attribute: false },
    selected: { attribute: false },
    total: { type: Number },
    rowHeightPx: { type: Number },
    active: { state: true },
    widthPx: { state: true },
    scrollTopPx: { state: true },
    viewportPx: { state: true },
  };
  /** Names the table for screen readers. */
  declare label: string;
  declare rows: readonly Row[];
  declare columns: readonly Column<Row>[];
  declare rowKey: (row: Row) => string;
  /** Where a row leads; the first cell becomes a link, and Enter follows it. */
  declare rowHref: ((row: Row) => string) | null;
  declare sort: Sort | null;
  /** The selected keys, over all pages; null: nothing can be selected. */
  declare selected: ReadonlySet<string> | null;
  /** How many rows there are in all, when not all are loaded. */
  declare total: number | null;
  declare rowHeightPx: number;
  declare active: number;
  declare widthPx: number;
  declare scrollTopPx: number;
  declare viewportPx: number;
  readonly #sizes = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.label = '';
    this.rows = [];
    this.columns = [];
    this.rowKey = (row) => String((row as { id?: unknown }).id);
    this.rowHref = null;
    this.sort = null;
    this.selected = null;
    this.total = null;
    this.rowHeightPx = 40;
    this.active = 0;
    this.widthPx = 0;
    this.scrollTopPx = 0;
    this.viewportPx = 600;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  override render(): TemplateResult {
    const shown = this.#shownColumns();
    const { first, end } = this.#window();
    const isSelectable = this.selected !== null;
    return html`<div
      class="scroller"
      role="grid"
      tabindex="0"
      aria-label=${this.label}
      aria-rowcount=${(this.total ?? this.rows.length) + 1}
      aria-multiselectable=${isSelectable ? 'true' : nothing}
      aria-activedescendant=${this.active >= first && this.active < end ? `row-${this.active}` : nothing}
      @scroll=${this.#scrolled}
      @keydown=${this.#keydown}
    >
      <div class="head" role="row" aria-rowindex="1">
        ${isSelectable ? this.#selectAll() : nothing} ${shown.map((column) => this.#header(column))}
      </div>
      <div class="space" role="rowgroup">
        <div class="rows" role="presentation">
          ${this.rows.slice(first, end).map((row, index) => this.#row(row, first + index, shown))}
        </div>
      </div>
    </div>`;
  }

  #header(column: Column<Row>): TemplateResult {
    const isSorted = this.sort?.key === column.key;
    const mark = this.sort?.direction === 'descending' ? 'chevron-down' : 'chevron-up';
    const sorting = !column.isSortable ? nothing : isSorted ? (this.sort?.direction ?? 'none') : 'none';
    return html`<div class="cell ${column.align ?? 'start'}" role="columnheader" aria-sort=${sorting}>
      ${
        column.isSortable
          ? html`<button class="plain" @click=${() => this.#emit('fm-sort', column.key)}>
              ${column.header} ${isSorted ? icon(mark) : nothing}
            </button>`
          : column.header
      }
    </div>`;
  }

  #selectAll(): TemplateResult {
    const keys = this.rows.map(this.rowKey);
    const count = keys.filter((key) => this.selected?.has(key)).length;
    return html`<div class="cell check" role="columnheader">
      <input
        type="checkbox"
        tabindex="-1"
        aria-label="Select all that are shown"
        .checked=${count > 0 && count === keys.length}
        .indeterminate=${count > 0 && count < keys.length}
        @change=${() => this.#select(keys, count < keys.length)}
      />
    </div>`;
  }

  #row(row: Row, index: number, shown: readonly Column<Row>[]): TemplateResult {
    const key = this.rowKey(row);
    const isSelected = this.selected?.has(key) ?? false;
    return html`<div
      class="row ${index === this.active ? 'active' : ''}"
      role="row"
      id="row-${index}"
      aria-rowindex=${index + 2}
      aria-selected=${this.selected ? String(isSelected) : nothing}
      @click=${(event: MouseEvent) => this.#clicked(event, index)}
    >
      ${
        this.selected
          ? html`<div class="cell check" role="gridcell">
              <input
                type="checkbox"
                tabindex="-1"
                aria-label="Select this row"
                .checked=${isSelected}
                @change=${() => this.#select([key], !isSelected)}
              />
            </div>`
          : nothing
      }
      ${shown.map((column, at) => this.#cell(row, column, at === 0))}
    </div>`;
  }

  #cell(row: Row, column: Column<Row>, isFirst: boolean): TemplateResult {
    const content = column.render(row);
    const href = isFirst ? this.rowHref?.(row) : undefined;
    return html`<div class="cell ${column.align ?? 'start'}" role=${isFirst ? 'rowheader' : 'gridcell'}>
      ${href === undefined ? content : html`<a href=${href} tabindex="-1">${content}</a>`}
    </div>`;
  }

  protected override willUpdate(): void {
    this.active = Math.max(0, Math.min(this.active, this.rows.length - 1));
  }

  protected override updated(changed: PropertyValues): void {
    const { offsetPx, totalPx, end } = this.#window();
    const find = (selector: string): HTMLElement | null => this.renderRoot.querySelector(selector);
    const tracks = this.#shownColumns().map(({ width }) => width ?? 'minmax(0, 1fr)');
    this.style.setProperty('--tracks', [...(this.selected ? ['2.75rem'] : []), ...tracks].join(' '));
    this.style.setProperty('--row', `${this.rowHeightPx}px`);
    find('.space')?.style.setProperty('height', `${totalPx}px`);
    find('.rows')?.style.setProperty('transform', `translateY(${offsetPx}px)`);
    const mayBeMore = this.total === null || this.rows.length < this.total;
    const moved = changed.has('scrollTopPx') || changed.has('rows') || changed.has('viewportPx');
    if (moved && mayBeMore && this.rows.length > 0 && end === this.rows.length)
      this.#emit('fm-near-end', null);
  }

  /** Moves to a row and brings it into view. */
  moveTo(index: number): void {
    this.active = Math.max(0, Math.min(index, this.rows.length - 1));
    const scroller = this.#scroller();
    if (!scroller) return;
    const top = scrollToRow({
      index: this.active,
      rowPx: this.rowHeightPx,
      scrollTopPx: scroller.scrollTop,
      viewportPx: this.viewportPx - this.rowHeightPx,
    });
    if (top !== null) scroller.scrollTop = top;
  }

  #keydown(event: KeyboardEvent): void {
    if (event.target !== this.#scroller()) return;
    const pageRows = Math.max(1, Math.floor(this.viewportPx / this.rowHeightPx) - 2);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + pageRows,
      PageUp: this.active - pageRows,
      Home: 0,
      End: this.rows.length - 1,
    };
    const to = moves[event.key];
    const row = this.rows[this.active];
    if (to !== undefined) {
      this.moveTo(to);
      const landed = this.rows[this.active];
      if (event.shiftKey && row && landed) this.#select([this.rowKey(row), this.rowKey(landed)], true);
    } else if (event.key === 'Enter' && row) this.#open(row);
    else if (event.key === ' ' && row)
      this.#select([this.rowKey(row)], !this.selected?.has(this.rowKey(row)));
    else return;
    event.preventDefault();
  }

  #clicked(event: MouseEvent, index: number): void {
    this.active = index;
    const isControl = event
      .composedPath()
      .some((node) => node instanceof HTMLElement && /^(A|BUTTON|INPUT|LABEL|SELECT)$/.test(node.tagName));
    const row = this.rows[index];
    if (!isControl && row && getSelection()?.isCollapsed !== false) this.#open(row);
  }

  #open(row: Row): void {
    const link = this.renderRoot.querySelector<HTMLAnchorElement>(`#row-${this.active} a[href]`);
    if (this.rowHref && link) link.click();
    this.#emit('fm-open', row);
  }

  #select(keys: readonly string[], isOn: boolean): void {
    if (!this.selected) return;
    const next = new Set(this.selected);
    for (const key of keys) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    this.#emit('fm-select', next);
  }

  #emit(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #scrolled(): void {
    this.scrollTopPx = this.#scroller()?.scrollTop ?? 0;
  }

  #measure(): void {
    this.widthPx = this.clientWidth;
    this.viewportPx = this.#scroller()?.clientHeight ?? this.viewportPx;
  }

  #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector('.scroller');
  }

  #shownColumns(): readonly Column<Row>[] {
    return this.columns.filter(({ hideBelowPx = 0 }) => this.widthPx === 0 || this.widthPx >= hideBelowPx);
  }

  #window(): ReturnType<typeof windowOf> {
    return windowOf({
      count: this.rows.length,
      rowPx: this.rowHeightPx,
      scrollTopPx: this.scrollTopPx,
      viewportPx: this.viewportPx,
    });
  }
}

define('fm-table', FmTable);

declare global {
  interface HTMLElementTagNameMap {
    'fm-table': FmTable;
  }
}
