import type { Dispatcher } from 'undici';
import { isFlood } from '#server/kernel/http/interim.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { answerInvalid, failureOf } from './failures.ts';

export interface RawAnswer {
  status: number;
  etag: string | null;
  lastModified: string | null;
  body: Buffer;
}

const EMPTY = Buffer.alloc(0);

/**
 * One request and its answer, as undici's handler. Besides undici's own objects a poll needs only this one: no
 * streams, no timers, no listeners.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** True once bytes may have been written. */
  started = false;
  /** True once the head of an answer was read. */
  answered = false;
  #status = 0;
  #etag: string | null = null;
  #lastModified: string | null = null;
  #first: Buffer | null = null;
  #rest: Buffer[] | null = null;
  #sizeBytes = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #early: AgentFailure | null = null;
  #settled = false;
  #interim = 0;
  readonly #maxBytes: number;
  readonly #room: ReceivingRoom;
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (failure: AgentFailure) => void;

  constructor(
    limits: { maxBytes: number; room: ReceivingRoom },
    resolve: (answer: RawAnswer) => void,
    reject: (failure: AgentFailure) => void,
  ) {
    this.#maxBytes = limits.maxBytes;
    this.#room = limits.room;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Bytes of the body held in memory now. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Fails the exchange now and closes the connection, because nothing reads the rest of the answer. */
  abort(failure: AgentFailure): void {
    if (this.#settled) return;
    this.#fail(failure);
    if (this.#controller) this.#controller.abort(failure);
    else this.#early = failure;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#early) return void controller.abort(this.#early);
    this.#controller = controller;
    this.started = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      if (isFlood(++this.#interim)) this.#refuse(controller, floodOf(status));
      return;
    }
    this.answered = true;
    this.#status = status;
    this.#etag = etagOf(single(headers.etag));
    this.#lastModified = single(headers['last-modified']);
    // Compression is never asked for, so that ten megabytes on the wire are ten megabytes in memory.
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return this.#refuse(controller, answerInvalid('the agent compressed its answer', status));
    if (Number(headers['content-length']) > this.#maxBytes) this.#refuse(controller, tooLarge(status));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > this.#maxBytes) return this.#refuse(controller, tooLarge(this.#status));
    if (!this.#first) this.#first = chunk;
    else (this.#rest ??= [this.#first]).push(chunk);
    this.#room.take(this, chunk.length);
  }

  onResponseEnd(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#room.leave(this);
    const body = this.#rest ? Buffer.concat(this.#rest, this.#sizeBytes) : (this.#first ?? EMPTY);
    this.#resolve({ status: this.#status, etag: this.#etag, lastModified: this.#lastModified, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(failureOf(error, !this.started));
  }

  #refuse(controller: Dispatcher.DispatchController, failure: AgentFailure): void {
    this.#fail(failure);
    controller.abort(failure);
  }

  #fail(failure: AgentFailure): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#room.leave(this);
    this.#first = this.#rest = null;
    this.#reject(failure);
  }
}

/** A body that is being received. */
export interface Received {
  /** Bytes of it held in memory now. */
  readonly sizeBytes: number;
  abort(failure: AgentFailure): void;
}

/**
 * Bounds what is being received from all agents together. Beyond its size the largest body is aborted: a few agents
 * that send endlessly must not use up the memory, nor delay agents whose answers are short.
 */
export class ReceivingRoom {
  readonly #maxBytes: number;
  readonly #inside = new Set<Received>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  take(exchange: Received, bytes: number): void {
    this.#inside.add(exchange);
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes) {
      const largest = [...this.#inside].reduce((most, one) => (one.sizeBytes > most.sizeBytes ? one : most));
      largest.abort(tooLarge(null));
      // An aborted exchange leaves by itself; this makes sure that the loop ends.
      if (this.#inside.has(largest)) this.leave(largest);
    }
  }

  leave(exchange: Received): void {
    if (this.#inside.delete(exchange)) this.#bytes -= exchange.sizeBytes;
  }
}

export const floodOf = (status: number): AgentFailure =>
  answerInvalid('the agent sends one interim answer after the other', status);

export function tooLarge(status: number | null): AgentFailure {
  return new AgentFailure('answer', 'ANSWER_TOO_LARGE', "the agent's answer is larger than it may be", {
    ...(status === null ? {} : { status }),
    retryable: false,
  });
}

const ETAG = /^(?:W\/)?"[!#-~]*"$/;

/** An ETag in another alphabet may be sent back by no call, and is in no column of ETags: the answer counts as without. */
const etagOf = (header: string | null): string | null =>
  header !== null && ETAG.test(header) ? header : null;

export function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
