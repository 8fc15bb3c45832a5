import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { define, FmElement } from '../../core/element.ts';
import { scrollToRow, windowOf } from '../../core/windowing.ts';
import type { Column, Sort } from './column.ts';
import { titleCutText } from './cutText.ts';
import { headerCell, rowHeaderOf } from './headerCell.ts';
import { allState, keysBetween, rowAfter, withKeys, type AllState } from './selecting.ts';
import { styles } from './fm-table.styles.ts';

/**
 * A table that renders only what can be seen, so 10,000 rows are as quick as ten. It is one stop of the Tab key:
 * arrows, Page Up and Down, Home and End move; Enter opens; Space selects, Shift with the arrows selects on, Shift with
 * Space or a click selects from the last one to here, Ctrl+A selects all.
 *
 * Events: `fm-open` (a row), `fm-sort` (a column's key), `fm-select` (the new Set of keys), `fm-near-end` (load more);
 * `fm-select-all` (on or off), which can be prevented by whoever means more than the loaded rows.
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
    selectAllLabel: {},
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
  /** Where a row leads; its header becomes a link, and Enter follows it. */
  declare rowHref: ((row: Row) => string) | null;
  declare sort: Sort | null;
  /** The selected keys, over all pages; null: nothing can be selected. */
  declare selected: ReadonlySet<string> | null;
  /** Names the box in the header, and what Ctrl+A does. */
  declare selectAllLabel: string;
  /** How many rows there are in all, when not all are loaded. */
  declare total: number | null;
  declare rowHeightPx: number;
  declare active: number;
  declare widthPx: number;
  declare scrollTopPx: number;
  declare viewportPx: number;
  readonly #sizes = new ResizeObserver(() => this.#measure());
  #all: AllState = 'none';
  /** Where a range begins: the key that was switched last. */
  #anchor: string | null = null;

  constructor() {
    super();
    this.label = '';
    this.rows = [];
    this.columns = [];
    this.rowKey = (row) => String((row as { id?: unknown }).id);
    this.rowHref = null;
    this.sort = null;
    this.selected = null;
    this.selectAllLabel = 'Select all that are shown';
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
      @mouseover=${titleCutText}
    >
      <div class="head" role="row" aria-rowindex="1">
        ${isSelectable ? this.#selectAll() : nothing}
        ${shown.map((column) => headerCell(column, this.sort, (key) => this.#emit('fm-sort', key)))}
      </div>
      <div class="space" role="rowgroup">
        <div class="rows" role="presentation">
          ${this.rows.slice(first, end).map((row, index) => this.#row(row, first + index, shown))}
        </div>
      </div>
    </div>`;
  }

  #selectAll(): TemplateResult {
    return html`<div class="cell check" role="columnheader">
      <input
        type="checkbox"
        tabindex="-1"
        aria-label=${this.selectAllLabel}
        title=${this.selectAllLabel}
        .checked=${live(this.#all === 'all')}
        .indeterminate=${live(this.#all === 'some')}
        @change=${() => this.#switchAll()}
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
      ${this.selected ? this.#check(key, index, isSelected) : nothing}
      ${shown.map((column) => this.#cell(row, index, column, shown))}
    </div>`;
  }

  /** Named by the header of its row: “Select web-1”. */
  #check(key: string, index: number, isSelected: boolean): TemplateResult {
    return html`<div class="cell check" role="gridcell">
      <label>
        <input
          type="checkbox"
          tabindex="-1"
          id="check-${index}"
          aria-label="Select"
          aria-labelledby="check-${index} header-${index}"
          .checked=${live(isSelected)}
          @click=${(event: MouseEvent) => this.#boxClicked(event, key)}
        />
      </label>
    </div>`;
  }

  #cell(row: Row, index: number, column: Column<Row>, shown: readonly Column<Row>[]): TemplateResult {
    const content = column.render(row);
    const align = column.align ?? 'start';
    if (column !== rowHeaderOf(shown))
      return html`<div class="cell ${align}" role="gridcell">${content}</div>`;
    const href = this.rowHref?.(row);
    return html`<div class="cell ${align}" role="rowheader" id="header-${index}">
      ${href === undefined ? content : html`<a href=${href} tabindex="-1">${content}</a>`}
    </div>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.active = Math.max(0, Math.min(this.active, this.rows.length - 1));
    const { selected, rows } = this;
    if (selected && ['rows', 'selected', 'total'].some((name) => changed.has(name)))
      this.#all = allState(this.#keys(), selected, this.total ?? rows.length);
  }

  /** The one stop of the Tab key is inside. */
  override focus(options?: FocusOptions): void {
    this.#scroller()?.focus(options);
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
    const to = rowAfter(event.key, { active: this.active, pageRows, count: this.rows.length });
    const row = this.rows[this.active];
    if (to !== undefined) {
      this.moveTo(to);
      const landed = this.rows[this.active];
      if (event.shiftKey && row && landed) this.#selectOn(this.rowKey(row), this.rowKey(landed));
    } else if (event.key === 'Enter' && row) this.#open(row);
    else if (event.key === ' ' && row) {
      const key = this.rowKey(row);
      this.#checked(key, !this.selected?.has(key), event.shiftKey);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && this.selected) this.#switchAll(true);
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

  /** The keyboard goes on from the row, not from the box in it. */
  #boxClicked({ shiftKey }: MouseEvent, key: string): void {
    this.#checked(key, !this.selected?.has(key), shiftKey);
    this.focus({ preventScroll: true });
  }

  #checked(key: string, isOn: boolean, isRange: boolean): void {
    this.#select(isRange ? keysBetween(this.#keys(), this.#anchor, key) : [key], isRange || isOn);
    this.#anchor = key;
  }

  #selectOn(from: string, to: string): void {
    this.#select(keysBetween(this.#keys(), from, to), true);
    this.#anchor = to;
  }

  #switchAll(isOn = this.#all !== 'all'): void {
    const isMine = this.#emit('fm-select-all', isOn);
    if (isMine) this.#select(this.#keys(), isOn);
    this.requestUpdate();
  }

  #select(keys: readonly string[], isOn: boolean): void {
    if (this.selected) this.#emit('fm-select', withKeys(this.selected, keys, isOn));
  }

  #keys(): string[] {
    return this.rows.map(this.rowKey);
  }

  #emit(name: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
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
