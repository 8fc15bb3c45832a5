import type { Logger } from 'pino';
import type { JobEvent } from './messages.ts';

/** Somebody who follows a job; `sentSeq` is moved on by the feed alone. */
export interface Follower {
  sentSeq: number;
  deliver(event: JobEvent): void;
}

export type ReadEvents = (jobId: string, afterSeq: number, limit: number) => Promise<readonly JobEvent[]>;

export const BATCH = 100;

/**
 * The tail of one job's events, read once for all its followers. Each follower has its own position, and every
 * read starts at the hindmost, so that whatever wakes the feed, and however often, nobody misses an event or
 * gets one twice.
 */
export class JobFeed {
  readonly jobId: string;
  readonly #read: ReadEvents;
  readonly #log: Logger;
  readonly #followers = new Set<Follower>();
  #pumping = false;
  #wokenAgain = false;

  constructor(jobId: string, read: ReadEvents, log: Logger) {
    this.jobId = jobId;
    this.#read = read;
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#followers.size === 0;
  }

  add(follower: Follower): void {
    this.#followers.add(follower);
    this.wake();
  }

  remove(follower: Follower): void {
    this.#followers.delete(follower);
  }

  /** There may be something new. */
  wake(): void {
    this.#wokenAgain = true;
    if (!this.#pumping) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    try {
      while (this.#wokenAgain) {
        this.#wokenAgain = false;
        await this.#readNews();
      }
    } catch (error) {
      // The next wake-up, at most a second later, starts where this one stopped.
      this.#log.warn({ error, jobId: this.jobId }, 'events of a job could not be read');
    } finally {
      this.#pumping = false;
    }
  }

  async #readNews(): Promise<void> {
    for (;;) {
      // Who joins while the read is under way may stand further back; the next round is theirs.
      const present = [...this.#followers];
      if (present.length === 0) return;
      const from = Math.min(...present.map(({ sentSeq }) => sentSeq));
      const events = await this.#read(this.jobId, from, BATCH);
      for (const event of events) {
        for (const follower of present) {
          if (!this.#followers.has(follower) || event.seq <= follower.sentSeq) continue;
          follower.sentSeq = event.seq;
          follower.deliver(event);
        }
      }
      if (events.length < BATCH) return;
    }
  }
}
