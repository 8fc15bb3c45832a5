import type { ReactiveControllerHost } from 'lit';
import { api, must } from '../../core/api.ts';
import type { Schemas } from '../../core/schema.ts';
import { LogBuffer } from '../../domain/job/logLines.ts';

const PAGE_LINES = 5_000;

/** The log of one host in a job as it grows: live lines, and the missing lines before them, read from the manager. */
export class LogFeed {
  lines = new LogBuffer();
  isLoading = false;
  /** What went wrong with the last reading, or with another action on the log. */
  problem: unknown = null;
  readonly #host: ReactiveControllerHost;
  #of = { jobId: '', hostId: '' };
  #abort = new AbortController();
  #isBehind = false;
  #goneRows = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Turns to another log; nothing of the one before comes any more. */
  start(of: { jobId: string; hostId: string }, search: string): void {
    this.stop();
    this.#of = of;
    this.#abort = new AbortController();
    this.lines = new LogBuffer();
    this.lines.search(search);
    this.#goneRows = 0;
    this.isLoading = false;
    if (of.jobId && of.hostId) void this.load();
  }

  stop(): void {
    this.#abort.abort();
  }

  receive(more: readonly Schemas['LogLine'][]): void {
    if (!this.isLoading && this.lines.isNext(more)) this.#append(more);
    else void this.load();
  }

  /** Reads what came after the last line, to the end. */
  async load(): Promise<void> {
    this.#isBehind = true;
    if (this.isLoading) return;
    this.#set(true, this.problem);
    const { signal } = this.#abort;
    try {
      while (this.#isBehind) {
        this.#isBehind = false;
        await this.#readToEnd(signal);
      }
      this.problem = null;
    } catch (error) {
      if (!signal.aborted) this.problem = error;
    } finally {
      if (!signal.aborted) this.#set(false, this.problem);
    }
  }

  /** How many rows were dropped at the start since the last call. */
  takeGoneRows(): number {
    const gone = this.#goneRows;
    this.#goneRows = 0;
    return gone;
  }

  async #readToEnd(signal: AbortSignal): Promise<void> {
    const { jobId: id, hostId } = this.#of;
    for (let isEnd = false; !isEnd;) {
      const query = { after_seq: this.lines.lastSeq, limit: PAGE_LINES };
      const params = { path: { job_id: id, host_id: hostId }, query };
      const answer = await must(api.GET('/api/v1/jobs/{job_id}/hosts/{host_id}/log', { params, signal }));
      // The contract also allows the whole log as text, but only when that is asked for.
      const logs = typeof answer === 'string' ? [] : answer.logs;
      signal.throwIfAborted();
      this.#append(logs);
      isEnd = logs.length < PAGE_LINES;
    }
  }

  #append(more: readonly Schemas['LogLine'][]): void {
    this.#goneRows += this.lines.append(more);
    this.#host.requestUpdate();
  }

  #set(isLoading: boolean, problem: unknown): void {
    this.isLoading = isLoading;
    this.problem = problem;
    this.#host.requestUpdate();
  }
}
