import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from '../../core/repeat.ts';
import { define, FmElement } from '../../core/element.ts';
import { countText } from '../../core/format.ts';
import { preferences } from '../../core/preferences.ts';
import type { Column, Sort } from './column.ts';
import { layoutOf, type Layout } from './fittingColumns.ts';
import { headerCell } from './headerCell.ts';
import { RowFocus } from './rowFocus.ts';
import { RowHands } from './rowHands.ts';
import { RowSelection } from './rowSelection.ts';
import { rowView } from './rowView.ts';
import { RowViewport } from './rowViewport.ts';
import { setStyle } from './setStyle.ts';
import { TableBar } from './tableBar.ts';
import { DENSITIES, NO_CHOICE, readChoice, type TableChoice } from './tableChoice.ts';
import { setTracks } from './tracks.ts';
import { cards } from './cards.styles.ts';
import { styles } from './fm-table.styles.ts';
import { paper } from './paper.styles.ts';

const CHECK_REM = 2.75;

/**
 * A table that renders only what can be seen, so 10,000 rows are as quick as ten. Where there is no room, columns are
 * hidden, and then rows become cards; long text wraps. It is one stop of the Tab key: arrows, Page Up and Down, Home
 * and End move; Enter opens; Space selects, Shift with the arrows extends the selection, Shift with Space or a click
 * selects from the last selected row to this one, Ctrl+A selects all, Esc clears the selection. With a `name`, the reader
 * can choose columns and save the rows as CSV; slot `tools` stands before what does that.
 *
 * Events: `fm-open` (a row), `fm-sort` (a column's key), `fm-select` (the new Set of keys), `fm-near-end` (load more);
 * `fm-select-all` (on or off), which a page prevents if it means more than the loaded rows.
 */
export class FmTable<Row = unknown> extends FmElement {
  static override styles = [FmElement.styles, styles, cards, paper];
  static override properties = {
    label: {},
    name: {},
    rows: { attribute: false },
    columns: { attribute: false, hasChanged: areOthers },
    rowKey: { attribute: false },
    rowHref: { attribute: false },
    sort: { attribute: false },
    selected: { attribute: false },
    selectAllLabel: {},
    total: { type: Number },
    loadAll: { attribute: false },
    rowHeightPx: { type: Number },
    active: { state: true },
    choice: { state: true },
  };
  /** Names the table for screen readers. */
  declare label: string;
  /**
   * Name of saved files, and of the choice of columns and density that is kept for the account: “hosts”. '' offers
   * neither.
   */
  declare name: string;
  declare rows: readonly Row[];
  declare columns: readonly Column<Row>[];
  declare rowKey: (row: Row) => string;
  /** Address that a row leads to; its header becomes a link, and Enter follows it. */
  declare rowHref: ((row: Row) => string) | null;
  declare sort: Sort | null;
  /** The selected keys, over all pages; null: nothing can be selected. */
  declare selected: ReadonlySet<string> | null;
  /** Label of the checkbox in the header, and of what Ctrl+A does. */
  declare selectAllLabel: string;
  /** How many rows there are in all, when not all are loaded. */
  declare total: number | null;
  /**
   * Reads the rows that are not loaded, for a file of all rows; null: the file has the loaded rows, and a note says how
   * many.
   */
  declare loadAll: (() => Promise<unknown>) | null;
  /** The least height of a row, at the usual density. */
  declare rowHeightPx: number;
  declare active: number;
  declare choice: TableChoice;
  readonly #viewport = new RowViewport(this, {
    keyAt: (index) => {
      const row = this.rows[index];
      return row === undefined ? undefined : this.rowKey(row);
    },
    onPrint: () => this.#renderNow(),
  });
  #layout: Layout<Row> = { columns: [], isCards: false };
  #density = NO_CHOICE.density;
  /** Width of the last layout. */
  #laidOutPx = 0;
  readonly #selection = new RowSelection({
    keys: () => this.#keys(),
    selected: () => this.selected,
    select: (next) => void this.#emit('fm-select', next),
    selectAll: (isOn) => {
      this.requestUpdate();
      return this.#emit('fm-select-all', isOn);
    },
  });
  readonly #hands = new RowHands<Row>(this, {
    viewport: this.#viewport,
    selection: this.#selection,
    open: (row) => this.#open(row),
  });
  readonly #sortBy = (key: string): void => void this.#emit('fm-sort', key);
  readonly #bar = new TableBar<Row>(this, { layout: () => this.#layout, sortBy: this.#sortBy });

  constructor() {
    super();
    this.label = '';
    this.name = '';
    this.rows = [];
    this.columns = [];
    this.rowKey = (row) => String((row as { id?: unknown }).id);
    this.rowHref = null;
    this.sort = null;
    this.selected = null;
    this.selectAllLabel = 'Select all shown';
    this.total = null;
    this.loadAll = null;
    this.rowHeightPx = 40;
    this.active = 0;
    this.choice = NO_CHOICE;
    new RowFocus(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    preferences.addEventListener('change', this.#readChoice);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    preferences.removeEventListener('change', this.#readChoice);
  }

  override render(): TemplateResult {
    const { columns, isCards } = this.#layout;
    const { first, end } = this.#viewport.window();
    const isSelectable = this.selected !== null;
    return html`${this.#bar.render()}
      <div
        class="scroller ${isCards ? 'cards' : 'table'} ${this.#viewport.isFlowing ? 'flows' : ''}"
        role="grid"
        tabindex="0"
        aria-label=${this.label}
        aria-rowcount=${(this.total ?? this.rows.length) + 1}
        aria-multiselectable=${isSelectable ? 'true' : nothing}
        aria-activedescendant=${this.active >= first && this.active < end ? `row-${this.active}` : nothing}
        @scroll=${this.#viewport.look}
        @keydown=${this.#hands.keydown}
        @mouseover=${titleCutText}
      >
        <div class="head ${isSelectable ? '' : 'no-check'}" role="row" aria-rowindex="1">
          ${isSelectable ? selectAllCell(this.selectAllLabel, this.#selection) : nothing}
          ${repeat(
            columns,
            ({ key }) => key,
            (column) =>
              headerCell(isCards ? { ...column, isSortable: false } : column, this.sort, this.#sortBy),
          )}
        </div>
        <div class="space" role="rowgroup">
          <div class="rows" role="presentation">${this.#rows(first, end)}</div>
        </div>
      </div>
      ${this.#missing()}`;
  }

  /** What is kept may come after the table, and change in another table of the same name. */
  readonly #readChoice = (): void => {
    const choice = readChoice(this.name);
    if (JSON.stringify(choice) !== JSON.stringify(this.choice)) this.choice = choice;
  };

  /** `performUpdate` does nothing unless an update was requested. */
  #renderNow(): void {
    this.requestUpdate();
    this.performUpdate();
  }

  /** A note for paper: rows that are not loaded cannot be scrolled to there. */
  #missing(): unknown {
    const { total, rows } = this;
    if (total === null || total <= rows.length) return nothing;
    return html`<p class="missing">${countText(rows.length)} of ${countText(total)} rows loaded.</p>`;
  }

  /** Keeps each row's elements with the row: a focused button must not become that of another row. */
  #rows(first: number, end: number): unknown {
    const rows = this.rows.slice(first, end);
    const keys = rows.map(this.rowKey);
    const areKeys = new Set(keys).size === keys.length;
    return repeat(
      rows,
      (_, index) => (areKeys ? keys[index] : index),
      (row, index) => this.#row(row, first + index),
    );
  }

  #row(row: Row, index: number): TemplateResult {
    const key = this.rowKey(row);
    return rowView({
      row,
      key,
      index,
      columns: this.#layout.columns,
      isCard: this.#layout.isCards,
      isActive: index === this.active,
      isSelected: this.selected?.has(key) ?? null,
      href: this.rowHref?.(row),
      clicked: this.#hands.clicked,
      boxClicked: this.#hands.boxClicked,
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.active = Math.max(0, Math.min(this.active, this.rows.length - 1));
    if (changed.has('name')) this.#readChoice();
    const isOther = ['columns', 'choice', 'selected', 'rowHeightPx'].some((name) => changed.has(name));
    if (isOther || this.#laidOutPx !== this.#viewport.widthPx) this.#layOut();
    if (changed.has('rows') || changed.has('rowKey')) this.#viewport.keys = this.#keys();
    if (['rows', 'selected', 'total'].some((name) => changed.has(name)))
      this.#selection.count(this.total ?? this.rows.length);
  }

  /** The least height of a row as the reader wants it. */
  get leastRowPx(): number {
    return this.#layout.isCards
      ? this.rowHeightPx
      : Math.round(this.rowHeightPx * DENSITIES[this.choice.density]);
  }

  /** The table's one Tab stop is the scroller inside. */
  override focus(options?: FocusOptions): void {
    this.#scroller()?.focus(options);
  }

  #layOut(): void {
    const rootPx = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const checkRem = this.selected === null ? 0 : CHECK_REM;
    // Before the first measurement, assumes that there is room, so that the first picture is not of cards.
    const { widthPx, heights } = this.#viewport;
    const roomRem = widthPx === 0 ? Infinity : (widthPx - 2) / rootPx - checkRem;
    this.#laidOutPx = widthPx;
    const before = this.#layout;
    this.#layout = layoutOf(this.columns, { roomRem, choice: this.choice.columns });
    if (before.isCards !== this.#layout.isCards || this.#density !== this.choice.density)
      heights.reset(this.leastRowPx);
    this.#density = this.choice.density;
  }

  protected override updated(changed: PropertyValues): void {
    const { offsetPx, totalPx, end } = this.#viewport.window();
    setTracks(this, this.#layout.columns, this.selected ? [`${CHECK_REM}rem`] : []);
    setStyle(this, '--row', `${this.leastRowPx}px`);
    setStyle(this, '--cell-pad', this.choice.density === 'compact' ? '0.125rem' : '');
    setStyle(this.#viewport.part('.space'), '--height', `${totalPx}px`);
    setStyle(this.#viewport.part('.rows'), '--offset', `${offsetPx}px`);
    const mayBeMore = this.total === null || this.rows.length < this.total;
    const hasMoved = this.#viewport.takeMoved() || changed.has('rows');
    if (
      hasMoved &&
      !this.#viewport.isPrinting &&
      mayBeMore &&
      this.rows.length > 0 &&
      end === this.rows.length
    )
      this.#emit('fm-near-end', null);
  }

  /** Moves to a row and brings it into view. */
  moveTo(index: number): void {
    this.active = Math.max(0, Math.min(index, this.rows.length - 1));
    this.#viewport.reveal(this.active);
  }

  #open(row: Row): void {
    const link = this.renderRoot.querySelector<HTMLAnchorElement>(`#row-${this.active} a[href]`);
    if (this.rowHref && link) link.click();
    this.#emit('fm-open', row);
  }

  #keys(): string[] {
    return this.rows.map(this.rowKey);
  }

  #emit(name: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
  }

  #scroller(): HTMLElement | null {
    return this.#viewport.part('.scroller');
  }
}

/** Compares the columns one by one: a page may make a new list of the same columns for each rendering. */
function areOthers(now: readonly unknown[], before: readonly unknown[] | undefined): boolean {
  return now.length !== before?.length || now.some((column, index) => column !== before[index]);
}

define('fm-table', FmTable);

declare global {
  interface HTMLElementTagNameMap {
    'fm-table': FmTable;
  }
}

/** Shows a cell's cut-off text when the pointer rests on it; for the keyboard, the active row unfolds. */
function titleCutText({ target }: Event): void {
  const cell = (target as Element).closest<HTMLElement>('.long');
  if (!cell) return;
  const isCut = cell.scrollHeight > cell.clientHeight + 1 || cell.scrollWidth > cell.clientWidth;
  cell.title = isCut ? (cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '') : '';
}

/** The checkbox in the header. */
function selectAllCell(label: string, selection: RowSelection): TemplateResult {
  return html`<div class="cell check" role="columnheader" data-text=${label}>
    <input
      type="checkbox"
      tabindex="-1"
      aria-label=${label}
      title=${label}
      .checked=${live(selection.all === 'all')}
      .indeterminate=${live(selection.all === 'some')}
      @change=${() => selection.switchAll()}
    />
  </div>`;
}
