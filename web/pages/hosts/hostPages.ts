import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { api, must } from '../../api.ts';
import type { LiveEvent } from '../../live.ts';
import type { Schemas } from '../../schema.ts';
import type { HostQuery } from './hostQuery.ts';

type Host = Schemas['Host'];
type HostNews = Extract<LiveEvent, { kind: 'host.updated' }>['data'];

const PAGE_ROWS = 250;

/** The hosts of one query, read page by page as they are asked for. What is on the screen stays until more comes. */
export class HostPages implements ReactiveController {
  rows: readonly Host[] = [];
  /** Null until the first answer. */
  total: number | null = null;
  /** Of the last read; null while it works. */
  error: unknown = null;
  isLoading = false;
  readonly #host: ReactiveControllerHost;
  #query: HostQuery = {};
  #cursor: string | null = null;
  #reading = new AbortController();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#reading.abort();
  }

  /** Starts over with this query. */
  start(query: HostQuery): void {
    this.#query = query;
    void this.#read(null);
  }

  /** The same again from the start: after a gap, or “Try again”. */
  restart(): void {
    this.start(this.#query);
  }

  /** The next page, unless there is none or it is under way. */
  more(): void {
    if (!this.isLoading && this.error === null && this.#cursor !== null) void this.#read(this.#cursor);
  }

  retry(): void {
    void this.#read(this.#cursor !== null && this.rows.length > 0 ? this.#cursor : null);
  }

  /** Puts what the manager tells into the rows at hand; the order stays until somebody sorts again. */
  update(news: readonly HostNews[]): void {
    const byId = new Map(news.map(({ host_id: id, ...fields }) => [id, fields]));
    if (!this.rows.some(({ id }) => byId.has(id))) return;
    this.rows = this.rows.map((row) => {
      const fields = byId.get(row.id);
      return fields ? { ...row, ...fields } : row;
    });
    this.#host.requestUpdate();
  }

  async #read(cursor: string | null): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.isLoading = true;
    this.error = null;
    this.#host.requestUpdate();
    try {
      const query = { ...this.#query, limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
      const list = await must(api.GET('/api/v1/hosts', { params: { query }, signal: reading.signal }));
      if (this.#reading !== reading) return;
      this.rows = cursor === null ? list.hosts : [...this.rows, ...list.hosts];
      this.total = list.total;
      this.#cursor = list.next_cursor;
    } catch (error) {
      if (this.#reading !== reading || reading.signal.aborted) return;
      this.error = error;
    }
    this.isLoading = false;
    this.#host.requestUpdate();
  }
}
