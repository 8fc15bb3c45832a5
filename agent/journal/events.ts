/**
 * A job's history on disk: `log.jsonl`, one event a line, append-only. An event made from a process's output also
 * says where in that output it ended (`src`). One write stores both, so a restart neither loses nor repeats a line.
 */
import { open, truncate } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { guarded } from '../../server/shared/guarded.ts';
import { STEP_STREAMS } from '../process/follow.ts';
import type { StepOffsets, StepStream } from '../process/follow.ts';
import type { JobEvent, JobEventBody } from './record.ts';
import { readEventFile } from './read.ts';
import type { EventSource } from './read.ts';

/** Size beyond which log events are dropped; status and progress events are still stored. */
const MAX_LOG_BYTES = 8 * 1024 * 1024;
/** Events held in memory while the disk refuses them. */
const MAX_HELD_EVENTS = 5000;
/** What one write takes at most; a single line may be longer. */
const BATCH_LINES = 1000;
const BATCH_CHARS = 128 * 1024;
const SYNC_EVERY_MS = 1000;
const RETRY_MS = 1000;

interface Line {
  text: string;
  event: JobEvent | null;
  /** The output that a mark is about. */
  mark?: string;
}

export type EventListener = (events: readonly JobEvent[]) => void;

const offsetsKey = ({ step, stream }: Pick<EventSource, 'step' | 'stream'>): string => `${step}.${stream}`;

/** The open history of an unfinished job. */
export class EventLog {
  /** seq of the last event that was appended, written or not. */
  lastSeq = 0;
  /** Why events cannot be written now; null when they can. */
  failure: unknown = null;
  readonly path: string;
  #handle: FileHandle;
  #sizeBytes = 0;
  #queue: Line[] = [];
  /** How many lines of the queue's beginning are being written. */
  #inWrite = 0;
  #undelivered: JobEvent[] = [];
  #flushing: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #syncedAtMs = 0;
  #offsets = new Map<string, number>();
  #listener: EventListener;
  #logCut = false;
  #closed = false;

  private constructor(path: string, handle: FileHandle, listener: EventListener) {
    this.path = path;
    this.#handle = handle;
    this.#listener = listener;
  }

  /** Opens or makes the file. A last line that a crash cut short is taken off. */
  static async open(path: string, listener: EventListener): Promise<EventLog> {
    const handle = await open(path, 'a+', 0o600);
    const log = new EventLog(path, handle, listener);
    await readEventFile(path, (line, endOffset) => {
      log.lastSeq = Math.max(log.lastSeq, line.seq);
      if (line.src) log.#offsets.set(offsetsKey(line.src), line.src.endOffset);
      log.#sizeBytes = endOffset;
    });
    await truncate(path, log.#sizeBytes);
    return log;
  }

  /** The offsets from which to go on reading the output of a step. */
  offsets(step: string): StepOffsets {
    const at = (stream: StepStream): number => this.#offsets.get(offsetsKey({ step, stream })) ?? 0;
    return Object.fromEntries(STEP_STREAMS.map((stream) => [stream, at(stream)])) as StepOffsets;
  }

  /** Adds an event, which is written and then delivered soon after. Returns null when the full log drops it. */
  append(body: JobEventBody, at: Date, source?: EventSource): JobEvent | null {
    if (body.kind === 'log' && this.#isFull()) {
      if (source) this.mark(source);
      if (this.#logCut) return null;
      this.#logCut = true;
      return this.#add({ kind: 'log', stream: 'agent', text: 'The log is full; the rest is cut.' }, at);
    }
    return this.#add(body, at, source);
  }

  #add(body: JobEventBody, at: Date, source?: EventSource): JobEvent {
    this.lastSeq += 1;
    const event: JobEvent = { seq: this.lastSeq, at: at.toISOString(), ...body };
    if (source) this.#offsets.set(offsetsKey(source), source.endOffset);
    this.#push({ text: JSON.stringify(source ? { ...event, src: source } : event), event });
    return event;
  }

  /**
   * Stores how far a process's output was read when no event says so. It takes the place of an earlier mark of that
   * output which waits at the end of the queue: a flood of lines that are dropped must not become one of marks.
   */
  mark(source: EventSource): void {
    const key = offsetsKey(source);
    if (this.#offsets.get(key) === source.endOffset) return;
    this.#offsets.set(key, source.endOffset);
    const text = JSON.stringify({ seq: this.lastSeq, kind: 'mark', src: source });
    const waiting = this.#waitingMark(key);
    if (waiting) waiting.text = text;
    else this.#push({ text, event: null, mark: key });
  }

  #waitingMark(key: string): Line | undefined {
    for (let i = this.#queue.length - 1; i >= this.#inWrite; i -= 1) {
      const line = this.#queue[i];
      if (line?.mark === undefined) return undefined;
      if (line.mark === key) return line;
    }
    return undefined;
  }

  /** Resolves when so much is written that a thousand more events have room, or when the disk refuses them. */
  async room(): Promise<void> {
    if (this.#queue.length > MAX_HELD_EVENTS - 1000) await this.flush();
  }

  /** Events that the disk has not accepted yet. */
  held(): JobEvent[] {
    return this.#queue.flatMap((line) => (line.event ? [line.event] : []));
  }

  /** Resolves when everything appended so far is written, or the disk has refused it. */
  async flush(): Promise<void> {
    while (this.#flushing) await this.#flushing;
    if (this.#queue.length > 0 && this.failure === null) await this.#startFlush();
  }

  /** Durable when it resolves. Rejects when the disk refuses. */
  async sync(): Promise<void> {
    await this.flush();
    if (this.#queue.length > 0) await this.#startFlush();
    if (this.failure !== null) throw this.failure;
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#handle.close();
  }

  #isFull(): boolean {
    return this.#sizeBytes > MAX_LOG_BYTES || this.#queue.length > MAX_HELD_EVENTS;
  }

  #push(line: Line): void {
    this.#queue.push(line);
    if (line.event) this.#undelivered.push(line.event);
    if (!this.#flushing && this.failure === null) void this.#startFlush();
  }

  #startFlush(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #writeAll(): Promise<void> {
    await Promise.resolve(); // events that are appended in the same turn are written together
    while (this.#queue.length > 0 && !this.#closed) {
      const batch = nextBatch(this.#queue);
      this.#inWrite = batch.length;
      const failed = await this.#write(batch).then(
        () => null,
        (error: unknown) => error ?? new Error('write failed'),
      );
      this.#inWrite = 0;
      this.failure = failed;
      if (failed !== null) {
        this.#deliver(this.#undelivered.length);
        return this.#retryLater();
      }
      this.#queue.splice(0, batch.length);
      const lastSeq = batch.findLast(({ event }) => event)?.event?.seq ?? 0;
      this.#deliver(this.#undelivered.filter(({ seq }) => seq <= lastSeq).length);
    }
  }

  async #write(batch: readonly Line[]): Promise<void> {
    const bytes = Buffer.from(batch.map((line) => `${line.text}\n`).join(''));
    try {
      await this.#handle.appendFile(bytes);
    } catch (error) {
      await truncate(this.path, this.#sizeBytes).catch(() => {});
      throw error;
    }
    this.#sizeBytes += bytes.length;
    if (Date.now() - this.#syncedAtMs < SYNC_EVERY_MS) return;
    this.#syncedAtMs = Date.now();
    await this.#handle.datasync();
  }

  /**
   * Live readers get an event after it is written, so its seq is never given to another one, except while the disk is
   * full. They get it with its batch: what gathers while the disk is slow would at once be more than a client may have
   * unsent, also for one that reads all the time.
   */
  #deliver(count: number): void {
    const events = this.#undelivered.splice(0, count);
    if (events.length > 0) this.#listener(events);
  }

  #retryLater(): void {
    if (this.#retry || this.#closed) return;
    this.#retry = setTimeout(
      guarded(() => {
        this.#retry = null;
        if (!this.#closed) void this.#startFlush();
      }),
      RETRY_MS,
    );
    this.#retry.unref();
  }
}

/** The oldest lines: at least one, and no more than a write may take. */
function nextBatch(queue: readonly Line[]): Line[] {
  const batch: Line[] = [];
  let chars = 0;
  for (const line of queue) {
    chars += line.text.length;
    if (batch.length === BATCH_LINES || (batch.length > 0 && chars > BATCH_CHARS)) break;
    batch.push(line);
  }
  return batch;
}
