import type { Dispatcher } from 'undici';
import type { Logger } from 'pino';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { AGENT_LIMITS } from '#server/shared/wire/agentLimits.ts';
import { guarded } from '#server/shared/guarded.ts';
import { isFlood } from '#server/kernel/http/interim.ts';
import type { AgentData, JobStreamHandlers } from '../transport.ts';
import type { Connection } from './connections.ts';
import { parsedAnswer, refusalOf } from './envelope.ts';
import { lineOf, Portions } from './events.ts';
import { floodOf, type Received, type ReceivingRoom, tooLarge } from './exchange.ts';
import { answerInvalid, failureOf, staleOf } from './failures.ts';
import { queryText } from './operations.ts';

/** The agent sends an empty line every ten seconds. */
const silentMs = 30_000;
/** The last line is the whole job. */
const maxLineBytes: number = AGENT_LIMITS.answerBytes.getJob;
const maxRefusalBytes = AGENT_LIMITS.answerBytes.other;
const newline = 0x0a;

interface Reader {
  on: JobStreamHandlers;
  log: Logger;
  room: ReceivingRoom;
  hostId: string;
  headers: readonly string[];
}

/** See AgentTransport.openJobStream, form `answer`. The connection is used for nothing else until the answer ends. */
export function openAnswer(
  connection: Connection,
  { jobId, fromSeq }: { jobId: string; fromSeq: number },
  reader: Reader,
  signal: AbortSignal | undefined,
): Promise<{ close(): void }> {
  return new Promise((resolve, reject) => {
    const used = connection.uses > 0;
    const followed = new Followed(reader, {
      opened() {
        connection.uses++;
        resolve({ close: () => followed.close() });
      },
      failed: (failure, answered) => reject(used && !answered ? staleOf(failure) : failure),
      over() {
        connection.inFlight--;
        connection.following = false;
        signal?.removeEventListener('abort', onAbort);
      },
    });
    const onAbort = guarded(() =>
      followed.abort(new AgentFailure('unreachable', 'ABORTED', 'the stream was given up')),
    );
    connection.inFlight++;
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    connection.client.dispatch(
      {
        path: `/api/v1/jobs/${encodeURIComponent(jobId)}/events?${queryText({ from_seq: fromSeq })}`,
        method: 'GET',
        headers: ['accept', 'application/x-ndjson', ...reader.headers],
        bodyTimeout: silentMs,
      },
      followed,
    );
  });
}

interface Told {
  /** The agent has begun to answer. */
  opened(): void;
  /** Called instead of `opened`. */
  failed(failure: AgentFailure, answered: boolean): void;
  /** Called once, however the answer ends: the connection is free again, or closed. */
  over(): void;
}

/** A streamed answer, as undici's handler: splits it into lines, and passes each on as it arrives. */
class Followed implements Dispatcher.DispatchHandler, Received {
  readonly #reader: Reader;
  readonly #told: Told;
  #controller: Dispatcher.DispatchController | null = null;
  #early: AgentFailure | null = null;
  #status = 0;
  #interim = 0;
  /** The incomplete line so far; in a refusal, the whole body so far. */
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #open = false;
  #over = false;
  #job: AgentData<'getJob'> | null = null;
  /** The reader called `close` and must not be told of the end. */
  #left = false;

  readonly #portions: Portions;

  constructor(reader: Reader, told: Told) {
    this.#reader = reader;
    this.#told = told;
    const flow = { pause: () => this.#controller?.pause(), resume: () => this.#controller?.resume() };
    this.#portions = new Portions(flow, reader.on);
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Ends the stream without calling the reader again. */
  close(): void {
    this.#left = true;
    this.abort(new AgentFailure('unreachable', 'CLOSED', 'the stream was closed'));
  }

  abort(failure: AgentFailure): void {
    if (this.#over) return;
    this.#fail(failure);
    if (this.#controller) this.#controller.abort(failure);
    else this.#early = failure;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#early) return void controller.abort(this.#early);
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      if (isFlood(++this.#interim)) this.abort(floodOf(status));
      return;
    }
    this.#status = status;
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return this.abort(answerInvalid('the agent compressed its answer', status));
    if (status !== 200) return;
    this.#open = true;
    this.#told.opened();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    let from = 0;
    while (!this.#over && this.#open) {
      const at = chunk.indexOf(newline, from);
      if (at < 0) break;
      this.#line(chunk.subarray(from, at));
      from = at + 1;
    }
    if (!this.#over && from < chunk.length) this.#hold(chunk.subarray(from));
  }

  onResponseEnd(): void {
    if (this.#over) return;
    if (!this.#open) return this.#fail(this.#refusal());
    if (this.#job) this.#complete(this.#job);
    else this.#fail(answerInvalid('the stream ended before its job', this.#status));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(failureOf(error, this.#controller === null));
  }

  #hold(part: Buffer): void {
    this.#parts.push(part);
    this.#sizeBytes += part.length;
    if (this.#sizeBytes > (this.#open ? maxLineBytes : maxRefusalBytes))
      return this.abort(tooLarge(this.#status));
    this.#reader.room.take(this, part.length);
  }

  #line(rest: Buffer): void {
    const text = this.#parts.length > 0 ? Buffer.concat([...this.#parts, rest]) : rest;
    this.#release();
    this.#portions.count(text.length);
    if (text.length === 0) return;
    const line = this.#job ? null : lineOf(text);
    if (!line) {
      this.#job = null;
      return this.abort(answerInvalid('a line of the stream breaks the contract', this.#status));
    }
    // The reader gets the job when the answer is over: then its connection is free for the next call.
    if ('end' in line) this.#job = line.end;
    else this.#tell((on) => on.event(line.event));
  }

  #tell(act: (on: JobStreamHandlers) => void): void {
    const { on, log, hostId } = this.#reader;
    try {
      act(on);
    } catch (error) {
      log.error({ error, hostId }, 'the reader of a job stream failed');
      this.abort(new AgentFailure('unreachable', 'READER_FAILED', 'the reader of the stream failed'));
    }
  }

  #refusal(): AgentFailure {
    const [status, body] = [this.#status, Buffer.concat(this.#parts)];
    try {
      if (status < 400) return answerInvalid(`the agent answered ${status}`, status);
      return refusalOf(parsedAnswer({ status, body, etag: null, lastModified: null }), status);
    } catch (failure) {
      return failure as AgentFailure;
    }
  }

  #release(): void {
    this.#reader.room.leave(this);
    this.#parts = [];
    this.#sizeBytes = 0;
  }

  #complete(job: AgentData<'getJob'>): void {
    if (this.#stop() && !this.#left) this.#tell((on) => on.end?.(job));
  }

  #fail(failure: AgentFailure): void {
    if (!this.#stop()) return;
    if (!this.#open) return this.#told.failed(failure, this.#status > 0);
    if (this.#left) return;
    // Where the last line has arrived, only the end of the answer is missing.
    const job = this.#job;
    this.#tell((on) => (job ? on.end?.(job) : on.close(failure.code)));
  }

  /** Frees the connection. False: the answer had ended before. */
  #stop(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#release();
    this.#told.over();
    return true;
  }
}
