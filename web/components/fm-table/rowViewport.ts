import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Window } from '../../core/windowing.ts';
import { RowHeights } from './rowHeights.ts';

/** Where the table is as high as its rows and the page scrolls: a scrolling box in the page would catch the finger. */
const FLOWS = '(max-width: 48rem), (max-height: 40rem), (pointer: coarse)';
/** The shell's bar covers this much at the top of the window. */
const TOP_EDGE_PX = 72;
/** Rows that come into view after a move are measured within this time. */
const REVEALING_MS = 250;

/** The watched table, with `.scroller`, `.head`, `.space`, `.rows` and rows with the ids `row-0`, … in it. */
interface Table extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ParentNode;
  /** The least height of a row. */
  readonly leastRowPx: number;
  readonly active: number;
}

interface Options {
  keyAt(index: number): string | undefined;
  /** Printing begins or ends. All rows must be rendered before this returns: the browser prints right after it. */
  onPrint(): void;
}

/** Which rows of a table can be seen, in the table's own box or in the window; where each row stands. */
export class RowViewport implements ReactiveController {
  readonly heights = new RowHeights(40);
  widthPx = 0;
  heightPx = 600;
  isPrinting = false;
  readonly #table: Table;
  readonly #options: Options;
  readonly #sizes = new ResizeObserver(() => this.#measure());
  readonly #flows = matchMedia(FLOWS);
  readonly #print = matchMedia('print');
  #listening = new AbortController();
  #count = 0;
  #scrollTopPx = 0;
  #hasMoved = false;
  /** A key has just moved to a row: heights measured only then must not push it out of sight. */
  #isRevealing = false;
  #observed: Element | null = null;

  constructor(table: Table, options: Options) {
    this.#table = table;
    this.#options = options;
    table.addController(this);
  }

  /** Whether the page scrolls, not the table. */
  get isFlowing(): boolean {
    return this.#flows.matches;
  }

  get rowPx(): number {
    return Math.max(1, this.heights.totalPx / Math.max(1, this.#count));
  }

  /** The keys of the current rows, in order. */
  set keys(keys: readonly string[]) {
    this.heights.keys = keys;
    this.#count = keys.length;
  }

  /** Whether the visible rows have changed since the last call. */
  takeMoved(): boolean {
    const hasMoved = this.#hasMoved;
    this.#hasMoved = false;
    return hasMoved;
  }

  window(): Window {
    if (this.isPrinting) return { first: 0, end: this.#count, offsetPx: 0, totalPx: this.heights.totalPx };
    return this.heights.windowOf(this.#scrollTopPx, this.heightPx);
  }

  hostConnected(): void {
    this.#sizes.observe(this.#table);
    // A table that comes back into the page has its rows, but no update runs.
    this.hostUpdated();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    addEventListener('scroll', this.look, { signal, passive: true });
    addEventListener('resize', this.look, { signal, passive: true });
    addEventListener('beforeprint', () => this.#printing(true), { signal });
    addEventListener('afterprint', () => this.#printing(false), { signal });
    this.#print.addEventListener('change', ({ matches }) => this.#printing(matches), { signal });
    this.#flows.addEventListener('change', () => this.#table.requestUpdate(), { signal });
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
    this.#observed = null;
    this.#listening.abort();
  }

  hostUpdated(): void {
    const rows = this.part('.rows');
    if (!rows || rows === this.#observed) return;
    this.#sizes.observe(rows);
    this.#observed = rows;
  }

  /** Brings a row into view that a key has just moved to. */
  reveal(index: number): void {
    this.#isRevealing = true;
    setTimeout(() => (this.#isRevealing = false), REVEALING_MS);
    this.#scrollTo(index);
  }

  readonly look = (): void => {
    const space = this.part('.space')?.getBoundingClientRect();
    const box = this.part('.scroller')?.getBoundingClientRect();
    if (!space || !box) return;
    const from = this.isFlowing ? 0 : Math.max(0, box.top);
    const to = this.isFlowing ? innerHeight : Math.min(innerHeight, box.bottom);
    const scrollTopPx = Math.max(0, from - space.top);
    const heightPx = Math.max(0, to - Math.max(from, space.top));
    if (scrollTopPx === this.#scrollTopPx && heightPx === this.heightPx) return;
    this.#scrollTopPx = scrollTopPx;
    this.heightPx = heightPx;
    this.#hasMoved = true;
    this.#table.requestUpdate();
  };

  part(selector: string): HTMLElement | null {
    return this.#table.renderRoot.querySelector(selector);
  }

  #scrollTo(index: number): void {
    const [scroller, space] = [this.part('.scroller'), this.part('.space')];
    if (!scroller || !space) return;
    const spaceTop = space.getBoundingClientRect().top;
    const top = spaceTop + this.heights.offsetOf(index);
    const bottom = spaceTop + this.heights.offsetOf(index + 1);
    const box = scroller.getBoundingClientRect();
    const from = this.isFlowing ? TOP_EDGE_PX : box.top + (this.part('.head')?.offsetHeight ?? 0);
    const to = this.isFlowing ? innerHeight : box.bottom;
    const by = top < from ? top - from : bottom > to ? Math.min(bottom - to, top - from) : 0;
    if (by !== 0) this.#scrollBy(by);
    this.look();
  }

  #scrollBy(px: number): void {
    (this.isFlowing ? globalThis : this.part('.scroller'))?.scrollBy({ top: px, behavior: 'instant' });
  }

  #measure(): void {
    if (this.isPrinting) return;
    if (this.widthPx !== this.#table.clientWidth) {
      this.widthPx = this.#table.clientWidth;
      this.heights.reset(this.#table.leastRowPx);
      this.#table.requestUpdate();
    }
    this.#measureRows();
    this.look();
  }

  /** Measures the rows. If those above have changed height, scrolls so that what can be seen stays in place. */
  #measureRows(): void {
    const rows = [...this.#table.renderRoot.querySelectorAll<HTMLElement>('.row')];
    const topRow = this.heights.indexAt(this.#scrollTopPx);
    const beforePx = this.heights.offsetOf(topRow);
    const heights = rows.flatMap((element) => {
      const key = this.#options.keyAt(Number(element.id.slice('row-'.length)));
      return key === undefined ? [] : [[key, element.getBoundingClientRect().height] as const];
    });
    if (!this.heights.measured(heights)) return;
    this.#table.requestUpdate();
    const byPx = this.heights.offsetOf(topRow) - beforePx;
    if (this.#isRevealing) this.#scrollTo(this.#table.active);
    else if (this.#scrollTopPx > 0 && byPx !== 0) this.#scrollBy(byPx);
  }

  /** Printing begins at once, so its rows are rendered at once. */
  #printing(isPrinting: boolean): void {
    if (this.isPrinting === isPrinting) return;
    this.isPrinting = isPrinting;
    this.#options.onPrint();
  }
}
