import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { api, must } from '../../core/api.ts';
import type { LiveEvent } from '../../core/live.ts';
import type { Schemas } from '../../core/schema.ts';
import type { HostQuery } from '../../domain/host/query.ts';

type Host = Schemas['Host'];
type HostNews = Extract<LiveEvent, { kind: 'host.updated' }>['data'];

const PAGE_ROWS = 250;
/** When all are wanted anyway. */
const MOST_ROWS = 500;

/** The hosts of one query, read page by page as they are asked for. What is on the screen stays until more comes. */
export class HostPages implements ReactiveController {
  rows: readonly Host[] = [];
  /** Null until the first answer. */
  total: number | null = null;
  /** Of the last read; null while it works. */
  error: unknown = null;
  isLoading = false;
  /** Reading begins when this is through. */
  ready: Promise<void> = Promise.resolve();
  readonly #host: ReactiveControllerHost;
  #query: HostQuery = {};
  /** What the rows are of: those of the last query stay until the new one's come. */
  #shown: HostQuery | null = null;
  /** Who wants all of them. */
  #wantsAll: object | null = null;
  #cursor: string | null = null;
  #reading = new AbortController();
  #fleetTotal: number | null = null;
  /** What was told while a read was under way, which may have been answered before. */
  #early: HostNews[] = [];

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#wantsAll = null;
    this.#reading.abort();
  }

  /** All that match are being read, not only what can be seen. */
  get isReadingAll(): boolean {
    return this.#wantsAll !== null;
  }

  /** The rows are of the query, not of the one before. */
  get isCurrent(): boolean {
    return this.#shown === this.#query;
  }

  get isOnePage(): boolean {
    return this.rows.length <= PAGE_ROWS;
  }

  /** There are no more. */
  get isComplete(): boolean {
    return this.isCurrent && this.#cursor === null;
  }

  /** Starts over with this query. */
  start(query: HostQuery): void {
    this.#query = query;
    this.#wantsAll = null;
    void this.#read();
  }

  /** The same again from the start: after a gap, or “Try again”. */
  restart(): void {
    this.start({ ...this.#query });
  }

  /** The next page, unless there is none or it is under way. */
  more(): void {
    if (!this.isLoading && this.error === null && !this.isComplete) void this.#read();
  }

  /** Reads what is missing of this query; false: it failed, or another query came. */
  async readAll(): Promise<boolean> {
    const wish = {};
    this.#wantsAll = wish;
    const isWanted = (): boolean => this.#wantsAll === wish;
    while (isWanted() && !this.isComplete) {
      await this.#read(MOST_ROWS);
      if (this.error !== null) break;
    }
    if (!isWanted()) return false;
    this.#wantsAll = null;
    this.#host.requestUpdate();
    return this.error === null;
  }

  retry(): void {
    void this.#read();
  }

  /** Puts what the manager tells into the rows at hand; the order stays until somebody sorts again. */
  update(news: readonly HostNews[]): void {
    if (this.isLoading) this.#early.push(...news);
    const byId = new Map(news.map(({ host_id: id, ...fields }) => [id, fields]));
    if (!this.rows.some(({ id }) => byId.has(id))) return;
    this.rows = this.rows.map((row) => {
      const fields = byId.get(row.id);
      const isNews = fields && (fields.last_seen_at ?? '') >= (row.last_seen_at ?? '');
      return isNews ? { ...row, ...fields } : row;
    });
    this.#host.requestUpdate();
  }

  /** Hosts came or went: reads again, unless that would take away what a reader has scrolled to. */
  fleetIs(hostsTotal: number): void {
    const isKnown = hostsTotal === this.#fleetTotal || hostsTotal === this.total;
    this.#fleetTotal = hostsTotal;
    if (!isKnown && this.isOnePage && !this.isReadingAll) this.restart();
  }

  /** The next page, or the first one of a new query. */
  async #read(limit = PAGE_ROWS): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.isLoading = true;
    this.error = null;
    this.#host.requestUpdate();
    const asked = this.#query;
    const cursor = this.isCurrent ? this.#cursor : null;
    try {
      await this.ready;
      const query = { ...asked, limit, ...(cursor === null ? {} : { cursor }) };
      const list = await must(api.GET('/api/v1/hosts', { params: { query }, signal: reading.signal }));
      if (this.#reading !== reading) return;
      this.rows = cursor === null ? list.hosts : [...this.rows, ...list.hosts];
      this.total = list.total;
      this.#cursor = list.next_cursor;
      this.#shown = asked;
    } catch (error) {
      if (this.#reading !== reading || reading.signal.aborted) return;
      this.error = error;
    }
    this.isLoading = false;
    this.update(this.#early.splice(0));
    this.#host.requestUpdate();
  }
}
