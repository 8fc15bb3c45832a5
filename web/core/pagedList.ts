import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { connection } from './connection.ts';
import type { LiveTopic } from './liveTopic.ts';
import { isUnreachable, lastTrue, type Reading } from './reading.ts';
import { managerTime } from './managerTime.ts';

/** One page of a list as the manager gives it. */
export interface PageOf<Row> {
  rows: readonly Row[];
  total: number;
  /** Where the next page begins; null: this was the last. */
  cursor: string | null;
}

export interface PageRequest {
  cursor?: string;
  limit: number;
}

export interface PagedListOptions<Row, Query> {
  read(query: Query, page: PageRequest, signal: AbortSignal): Promise<PageOf<Row>>;
  /** Filters and order as plain data, compared by content at each update. Null: nothing is read for now. */
  query(): Query | null;
  /** Rows of a page; 100 by default. */
  pageRows?: number;
  /** Rows of a page when all are read; 500 by default, the most that the contract allows. */
  allRows?: number;
  /** The first read waits for it; after a gap in its events the list is read again from its start. */
  live?: LiveTopic;
}

/**
 * The rows of one query, read page by page as they are needed. Rows of the previous query stay until the new ones come
 * (`isCurrent` is false meanwhile), and rows stay when a read fails (`staleSince` says how old they are).
 */
export class PagedList<Row, Query extends object = object>
  implements ReactiveController, Reading<readonly Row[]>
{
  rows: readonly Row[] = [];
  /** Null until the first answer. */
  total: number | null = null;
  error: unknown = null;
  isLoading = false;
  /** When the first page was read. */
  readAt: Date | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #options: PagedListOptions<Row, Query>;
  #query: Query | null = null;
  #asked = '';
  /** The query that the rows belong to. */
  #shown: Query | null = null;
  #cursor: string | null = null;
  #reading = new AbortController();
  /** The latest call of `readAll`; null: none is under way. */
  #wantsAll: object | null = null;
  #early: ((rows: readonly Row[]) => readonly Row[])[] = [];
  #isConnected = false;

  constructor(host: ReactiveControllerHost, options: PagedListOptions<Row, Query>) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
    options.live?.addResync(() => this.restart());
  }

  get value(): readonly Row[] | undefined {
    return this.total === null ? undefined : this.rows;
  }

  get staleSince(): Date | null {
    return this.error !== null && this.total !== null ? lastTrue(this.readAt, this.#options.live) : null;
  }

  /** Whether the rows are of the current query, not of the one before. */
  get isCurrent(): boolean {
    return this.#query !== null && this.#shown === this.#query;
  }

  /** Whether all rows are loaded. */
  get isComplete(): boolean {
    return this.isCurrent && this.#cursor === null;
  }

  /** Whether all matching rows are being read, not only those that can be seen. */
  get isReadingAll(): boolean {
    return this.#wantsAll !== null;
  }

  /** Whether there is one page at most, so that reading from the start takes no rows away. */
  get isOnePage(): boolean {
    return this.rows.length <= (this.#options.pageRows ?? 100);
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#host.requestUpdate();
    connection.addEventListener('back', this.#back);
  }

  hostUpdate(): void {
    if (!this.#isConnected) return;
    const query = this.#options.query();
    const asked = JSON.stringify(query);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#start(query);
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#asked = '';
    this.#wantsAll = null;
    this.#reading.abort();
    connection.removeEventListener('back', this.#back);
  }

  /** Reads the same query again from the start. */
  restart(): void {
    if (this.#query) this.#start({ ...this.#query });
  }

  /** Reads the next page, unless there is none, a read is under way, or the last one failed (use `retry` then). */
  more(): void {
    if (!this.isLoading && this.error === null && !this.isComplete) void this.#read();
  }

  /** Reads again what failed; without a failure, from the start. */
  retry(): void {
    if (this.error === null) this.restart();
    else void this.#read();
  }

  /** Reads the remaining rows of this query; false: it failed, or another query came. */
  async readAll(): Promise<boolean> {
    const wish = {};
    this.#wantsAll = wish;
    const isWanted = (): boolean => this.#wantsAll === wish;
    while (isWanted() && !this.isComplete) {
      await this.#read(this.#options.allRows ?? 500);
      if (this.error !== null) break;
    }
    if (!isWanted()) return false;
    this.#wantsAll = null;
    this.#host.requestUpdate();
    return this.error === null;
  }

  /** Applies an event's change to the loaded rows, and to those of a read under way. */
  change(work: (rows: readonly Row[]) => readonly Row[]): void {
    if (this.isLoading) this.#early.push(work);
    const rows = work(this.rows);
    if (rows === this.rows) return;
    this.rows = rows;
    this.#host.requestUpdate();
  }

  /** Takes away rows of things that are no more, and counts them out of the total. */
  remove(isGone: (row: Row) => boolean): void {
    const before = this.rows.length;
    this.change((rows) => (rows.some(isGone) ? rows.filter((row) => !isGone(row)) : rows));
    if (this.total !== null) this.total -= before - this.rows.length;
  }

  readonly #back = (): void => {
    if (isUnreachable(this.error)) this.retry();
  };

  #start(query: Query | null): void {
    this.#query = query;
    this.#wantsAll = null;
    if (query) void this.#read();
    else this.#reading.abort();
  }

  /** Reads the next page, or the first page of a new query. */
  async #read(limit = this.#options.pageRows ?? 100): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const asked = this.#query;
    if (!asked) return;
    this.isLoading = true;
    this.#host.requestUpdate();
    const cursor = this.isCurrent ? this.#cursor : null;
    try {
      await this.#options.live?.ready;
      if (reading.signal.aborted) return;
      const request = cursor === null ? { limit } : { limit, cursor };
      const page = await this.#options.read(asked, request, reading.signal);
      if (this.#reading !== reading || reading.signal.aborted) return;
      this.#take(page, cursor === null);
      this.#shown = asked;
      this.error = null;
    } catch (error) {
      if (this.#reading !== reading || reading.signal.aborted) return;
      this.error = error;
    }
    this.isLoading = false;
    this.#early = [];
    this.#host.requestUpdate();
  }

  #take({ rows, total, cursor }: PageOf<Row>, isFirst: boolean): void {
    const all = isFirst ? rows : [...this.rows, ...rows];
    this.rows = this.#early.reduce((before, work) => work(before), all);
    this.total = total;
    this.#cursor = cursor;
    if (isFirst) this.readAt = managerTime();
  }
}
