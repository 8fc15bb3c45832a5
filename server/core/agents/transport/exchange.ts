import type { Dispatcher } from 'undici';
import { AgentFailure } from '../../../contract/agentFailure.ts';
import { answerInvalid, failureOf } from './failures.ts';

export const maxAnswerBytes = 10 * 1024 * 1024;

export interface RawAnswer {
  status: number;
  etag: string | null;
  lastModified: string | null;
  body: Buffer;
}

const EMPTY = Buffer.alloc(0);

/**
 * One request and its answer, as undici's handler. It is the whole of what a poll makes besides undici's own
 * objects: no streams, no timers, no listeners.
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
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (failure: AgentFailure) => void;

  constructor(resolve: (answer: RawAnswer) => void, reject: (failure: AgentFailure) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Ends it now; the connection is closed, because the rest of the answer has no reader. */
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
    if (status < 200) return;
    this.answered = true;
    this.#status = status;
    this.#etag = single(headers.etag);
    this.#lastModified = single(headers['last-modified']);
    // Nothing compressed is asked for, so that ten megabytes on the wire are ten megabytes here.
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return this.#refuse(controller, answerInvalid('the agent compressed its answer', status));
    if (Number(headers['content-length']) > maxAnswerBytes) this.#refuse(controller, tooLarge(status));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > maxAnswerBytes) return this.#refuse(controller, tooLarge(this.#status));
    if (!this.#first) this.#first = chunk;
    else (this.#rest ??= [this.#first]).push(chunk);
  }

  onResponseEnd(): void {
    if (this.#settled) return;
    this.#settled = true;
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
    this.#first = this.#rest = null;
    this.#reject(failure);
  }
}

function tooLarge(status: number): AgentFailure {
  return new AgentFailure('answer', 'ANSWER_TOO_LARGE', "the agent's answer is larger than 10 MB", {
    status,
    retryable: false,
  });
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
