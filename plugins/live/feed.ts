import type { Logger } from 'pino';
import type { Audience } from './audience.ts';
import type { JobEvent } from './messages.ts';

/** Somebody who follows a job; `sentSeq` is moved on by the feed alone. */
export interface Follower {
  readonly audience: Audience;
  sentSeq: number;
  deliver(event: JobEvent): void;
}

export type ReadEvents = (jobId: string, afterSeq: number, limit: number) => Promise<readonly JobEvent[]>;

/** Those of a job's events that the audience may see. */
export type CutEvents = (
  jobId: string,
  events: readonly JobEvent[],
  audience: Audience,
) => Promise<readonly JobEvent[]>;

export const BATCH = 100;

/**
 * The tail of one job's events, read once for all its followers. Each follower has its own position, and every
 * read starts at the hindmost, so that whatever wakes the feed, and however often, nobody misses an event or
 * gets one twice. What a follower may not see is left out: its numbers have gaps.
 */
export class JobFeed {
  readonly jobId: string;
  readonly #read: ReadEvents;
  readonly #cut: CutEvents;
  readonly #log: Logger;
  readonly #followers = new Set<Follower>();
  #pumping = false;
  #wokenAgain = false;

  constructor(jobId: string, { read, cut }: { read: ReadEvents; cut: CutEvents }, log: Logger) {
    this.jobId = jobId;
    this.#read = read;
    this.#cut = cut;
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

  /** Reads once more: there may be new events. */
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
      // A follower that joins during the read may stand further back; the next round serves it.
      const present = [...this.#followers];
      if (present.length === 0) return;
      const from = Math.min(...present.map(({ sentSeq }) => sentSeq));
      const events = await this.#read(this.jobId, from, BATCH);
      for (const together of Map.groupBy(present, ({ audience }) => audience.key).values())
        await this.#send(together, events);
      if (events.length < BATCH) return;
    }
  }

  /** Sends events to followers of one audience. */
  async #send(followers: readonly Follower[], events: readonly JobEvent[]): Promise<void> {
    const [first] = followers;
    const last = events.at(-1);
    if (!first || !last) return;
    for (const event of await this.#cut(this.jobId, events, first.audience)) {
      for (const follower of followers) {
        if (!this.#followers.has(follower) || event.seq <= follower.sentSeq) continue;
        follower.sentSeq = event.seq;
        follower.deliver(event);
      }
    }
    for (const follower of followers) follower.sentSeq = Math.max(follower.sentSeq, last.seq);
  }
}
