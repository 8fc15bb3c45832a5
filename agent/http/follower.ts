import type { Journal } from '../journal/journal.ts';
import type { JobEvent } from '../journal/record.ts';
import { eventToWire } from './jobWire.ts';

const REPLAY_EVENTS = 500;
const REPLAY_BYTES = 256 * 1024;
/** Replay waits while this much is unsent, so that history alone never makes a client count as slow. */
const REPLAY_HIGH_WATER_BYTES = 256 * 1024;
const REPLAY_PAUSE_MS = 20;
const REPLAY_STALL_MS = 30_000;

/** Where a follower writes: a WebSocket, or a response that goes on. */
export interface Sink {
  isOpen(): boolean;
  unsentBytes(): number;
  send(text: string): void;
  /**
   * Collects what is sent until `uncork` into few TLS records: one record for each event would cost more than the
   * events.
   */
  cork(): void;
  uncork(): void;
  /** Closes the connection of a client that reads too slowly; it can connect again and resume. */
  closeSlow(): void;
}

export interface FollowerDeps {
  journal: Journal;
  /** A client with this many unsent bytes is too slow. */
  bufferBytes: number;
}

/** One client's position. Until it is live, events are only counted: replay reads them from disk. */
export class Follower {
  #sink: Sink;
  #deps: FollowerDeps;
  #jobId: string | null;
  #sentSeq: number;
  #seenSeq = 0;
  #live: boolean;

  constructor(sink: Sink, deps: FollowerDeps, jobId: string | null, fromSeq: number | null) {
    this.#sink = sink;
    this.#deps = deps;
    this.#jobId = jobId;
    this.#sentSeq = Math.max(0, (fromSeq ?? 0) - 1);
    this.#live = jobId === null || fromSeq === null;
  }

  /** Whether the client is live and past this event. */
  hasSent(seq: number): boolean {
    return this.#live && this.#sentSeq >= seq;
  }

  take(jobId: string, events: readonly JobEvent[]): void {
    if (this.#jobId !== null && jobId !== this.#jobId) return;
    this.#together(() => {
      for (const event of events) {
        if (this.#live && (this.#jobId === null || event.seq > this.#sentSeq)) this.#send(jobId, event);
        else this.#seenSeq = Math.max(this.#seenSeq, event.seq);
      }
    });
    if (this.#live && this.#sink.unsentBytes() > this.#deps.bufferBytes) this.#sink.closeSlow();
  }

  async replay(): Promise<void> {
    const jobId = this.#jobId;
    if (this.#live || jobId === null) return;
    while (this.#sink.isOpen()) {
      const page = { fromSeq: this.#sentSeq + 1, limit: REPLAY_EVENTS, maxBytes: REPLAY_BYTES };
      const events = await this.#deps.journal.events(jobId, page);
      this.#together(() => {
        for (const event of events) this.#send(jobId, event);
      });
      if (events.length === 0 && this.#seenSeq <= this.#sentSeq) {
        this.#live = true;
        return;
      }
      if (!(await this.#drained())) return this.#sink.closeSlow();
    }
  }

  #together(act: () => void): void {
    this.#sink.cork();
    try {
      act();
    } finally {
      this.#sink.uncork();
    }
  }

  #send(jobId: string, event: JobEvent): void {
    if (!this.#sink.isOpen()) return;
    if (this.#jobId !== null) this.#sentSeq = event.seq;
    this.#sink.send(JSON.stringify(eventToWire(jobId, event)));
  }

  /** False: the client is there and has not read for too long. What a client that has left had not read stays unsent. */
  async #drained(): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < REPLAY_STALL_MS; waitedMs += REPLAY_PAUSE_MS) {
      if (!this.#sink.isOpen() || this.#sink.unsentBytes() <= REPLAY_HIGH_WATER_BYTES) return true;
      await new Promise((resolve) => setTimeout(resolve, REPLAY_PAUSE_MS));
    }
    return false;
  }
}
