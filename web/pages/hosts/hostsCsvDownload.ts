import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import { csvFileName, saveFile } from '../../core/csv.ts';
import { countText, plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';
import { hostsCsv } from '../../domain/host/hostsCsv.ts';
import type { HostQuery } from '../../domain/host/query.ts';

type Host = Schemas['Host'];

const PAGE_ROWS = 500;

/**
 * A file of all hosts that match, not only of those that are loaded, in the order of the list. If a page of the list
 * cannot be read there is no file: half of one looks like a whole one.
 */
export class HostsCsvDownload implements ReactiveController {
  problem: unknown = null;
  readonly #host: ReactiveControllerHost;
  #reading: AbortController | null = null;
  #progress = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Label of the button: what it gives, or how far it is. */
  get text(): string {
    return this.#reading ? `CSV: ${this.#progress}` : 'CSV';
  }

  hostDisconnected(): void {
    this.#reading?.abort();
    this.#reading = null;
  }

  async start(query: HostQuery, keys: readonly string[]): Promise<void> {
    if (this.#reading) return;
    const reading = new AbortController();
    this.#reading = reading;
    this.#say('reading …', null);
    let problem: unknown = null;
    try {
      const hosts = await this.#readAll(query, reading.signal);
      if (reading.signal.aborted) return;
      saveFile(hostsCsv(hosts, keys), csvFileName('hosts', new Date()));
      announce(`${plural(hosts.length, 'host')} saved as CSV`);
    } catch (error) {
      if (reading.signal.aborted) return;
      problem = error;
    }
    this.#reading = null;
    this.#say('', problem);
  }

  async #readAll(query: HostQuery, signal: AbortSignal): Promise<Host[]> {
    const hosts: Host[] = [];
    let cursor: string | null = null;
    do {
      const page = { ...query, limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
      const list: Schemas['HostList'] = await must(
        api.GET('/api/v1/hosts', { params: { query: page }, signal }),
      );
      hosts.push(...list.hosts);
      cursor = list.next_cursor;
      this.#say(`${countText(hosts.length)} of ${countText(list.total)}`, null);
    } while (cursor !== null);
    return hosts;
  }

  #say(progress: string, problem: unknown): void {
    this.#progress = progress;
    this.problem = problem;
    this.#host.requestUpdate();
  }
}
