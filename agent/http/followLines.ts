/** Follows a job by the lines of one response: first the missed events, then live ones, and last the ended job. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { AppError } from '../../server/shared/wire/appError.ts';
import { guarded } from '../../server/shared/guarded.ts';
import { isTerminal } from '../journal/record.ts';
import type { JobRecord } from '../journal/record.ts';
import { Follower } from './follower.ts';
import type { FollowerDeps, Sink } from './follower.ts';

/**
 * Interval of empty lines, which show that the agent is alive; the manager gives up on one that is silent for longer.
 */
const ALIVE_EVERY_MS = 10_000;
const MAX_CLIENTS = 64;

export interface FollowLinesDeps extends FollowerDeps {
  log: Logger;
  authorize: (req: IncomingMessage) => boolean;
  /** The ended job, as the last line contains it. */
  jobToWire: (record: JobRecord) => Promise<object>;
}

export interface Wish {
  jobId: string;
  fromSeq: number;
}

/** All open responses of this kind. */
export class FollowLines {
  readonly #deps: FollowLinesDeps;
  readonly #open = new Map<ServerResponse, IncomingMessage>();
  readonly #alive: NodeJS.Timeout;

  constructor(deps: FollowLinesDeps) {
    this.#deps = deps;
    this.#alive = setInterval(
      guarded(() => {
        for (const res of this.#open.keys()) res.write('\n');
      }),
      ALIVE_EVERY_MS,
    );
    this.#alive.unref();
  }

  /**
   * Returns the function that sends the response. Throws JOB_NOT_FOUND, or INTERNAL_ERROR for too many streams.
   */
  answer({ jobId, fromSeq }: Wish): (req: IncomingMessage, res: ServerResponse) => void {
    if (!this.#deps.journal.summary(jobId)) throw new AppError('JOB_NOT_FOUND');
    if (this.#open.size >= MAX_CLIENTS)
      throw new AppError('INTERNAL_ERROR', { message: 'Too many streams.' });
    return (req, res) => this.#follow(req, res, { jobId, fromSeq });
  }

  /** Ends the responses to peers that are no longer authorized. */
  recheckPeers(): void {
    for (const [res, req] of this.#open) if (!this.#deps.authorize(req)) res.destroy();
  }

  close(): void {
    clearInterval(this.#alive);
    for (const res of this.#open.keys()) res.destroy();
  }

  #follow(req: IncomingMessage, res: ServerResponse, { jobId, fromSeq }: Wish): void {
    const { journal, log } = this.#deps;
    this.#open.set(res, req);
    res.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' });
    res.flushHeaders();
    const follower = new Follower(sinkOf(res), this.#deps, jobId, Math.max(1, fromSeq));
    const fail = (error: unknown): void => {
      log.warn({ jobId, err: error }, 'the events of a job cannot be read');
      res.destroy();
    };
    const unsubscribe = journal.subscribe((id, events) => {
      follower.take(id, events);
      if (id === jobId) void this.#endIfEnded(res, follower, jobId).catch(fail);
    });
    res.once(
      'close',
      guarded(() => {
        unsubscribe();
        this.#open.delete(res);
      }),
    );
    follower
      .replay()
      .then(() => this.#endIfEnded(res, follower, jobId))
      .catch(fail);
  }

  /** Ends the response once the job's last event is sent; the record is terminal before that. */
  async #endIfEnded(res: ServerResponse, follower: Follower, jobId: string): Promise<void> {
    const { journal, jobToWire } = this.#deps;
    if (!isTerminal(journal.summary(jobId)?.status ?? 'running')) return;
    const record = await journal.read(jobId);
    if (!record || !follower.hasSent(record.statusSeq) || !this.#open.delete(res)) return;
    res.end(`${JSON.stringify({ kind: 'end', job: await jobToWire(record) })}\n`);
  }
}

function sinkOf(res: ServerResponse): Sink {
  return {
    isOpen: () => !res.destroyed && !res.writableEnded,
    unsentBytes: () => res.writableLength,
    send: (text) => void res.write(`${text}\n`),
    cork: () => res.cork(),
    uncork: () => res.uncork(),
    closeSlow: () => void res.destroy(),
  };
}
