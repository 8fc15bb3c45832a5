import { Worker } from 'node:worker_threads';
import { guarded } from '#server/shared/guarded.ts';
import { createTurns } from '../../turns.ts';
import type { DatabaseAddress } from '../database.ts';
import { ReadFailed, type FromThread, type Reading, type ReadJob, type ReadOptions } from './types.ts';

const TIMEOUT_MS = 120_000;
/** Threads at once; more reads wait for their turn. */
const MAX_THREADS = 2;
/** A read that needs more memory ends alone, without the manager. */
const MAX_THREAD_MB = 256;
/** When a read takes the next row it no longer needs what it made of the last: more room only lets the process grow. */
const YOUNG_MB = 8;
const THREAD = new URL('./thread.ts', import.meta.url);
const ROWS = new URL('./rowsTask.ts', import.meta.url);

export interface OwnReading extends Reading {
  /** How many reads wait for a thread. */
  waiting(): number;
  /** Ends the reads under way. */
  stop(): Promise<void>;
}

export function createReading(address: DatabaseAddress): OwnReading {
  const places = createTurns({ places: MAX_THREADS });
  const stopping = new AbortController();
  const running = new Set<Worker>();

  async function* run<Piece>(module: URL, input: unknown, options: ReadOptions = {}): AsyncGenerator<Piece> {
    const end = endOf(options, stopping.signal);
    const leave = await places.take(options.account ?? '', end.signal).catch((error: unknown) => {
      throw end.failure() ?? error;
    });
    const worker = startThread({ address, module: module.href, input });
    running.add(worker);
    const finish = async (): Promise<void> => {
      await worker.terminate();
      if (running.delete(worker)) leave();
    };
    // Ends the thread also where the caller neither takes the next piece nor closes the generator.
    end.signal.addEventListener(
      'abort',
      guarded(() => finish()),
      { once: true },
    );
    try {
      yield* piecesOf<Piece>(worker, end);
    } finally {
      await finish();
    }
  }

  return {
    run,
    waiting: places.waiting,
    rows: (query, options) => run(ROWS, query, options),
    async stop() {
      stopping.abort();
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}

function startThread(workerData: ReadJob): Worker {
  return new Worker(THREAD, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
}

/** What ends a read before its time: the limit, the caller, the manager. */
interface End {
  signal: AbortSignal;
  failure(): ReadFailed | null;
}

function endOf({ timeoutMs = TIMEOUT_MS, signal }: ReadOptions, stopping: AbortSignal): End {
  const late = AbortSignal.timeout(timeoutMs);
  return {
    signal: AbortSignal.any([late, stopping, ...(signal ? [signal] : [])]),
    failure() {
      if (signal?.aborted || stopping.aborted) return new ReadFailed('ABORTED', 'The read was given up.');
      if (late.aborted) return new ReadFailed('TIMED_OUT', `The read took longer than ${timeoutMs} ms.`);
      return null;
    },
  };
}

async function* piecesOf<Piece>(worker: Worker, end: End): AsyncGenerator<Piece> {
  const inbox = inboxOf(worker, end.signal);
  for (;;) {
    const message = await inbox.next();
    if (message === null) throw end.failure() ?? inbox.death();
    if ('error' in message) throw new ReadFailed('FAILED', message.error);
    if ('done' in message) return;
    yield message.piece as Piece;
    worker.postMessage('next');
  }
}

interface Inbox {
  /** Null: nothing more comes, because of the signal or because the thread is gone. */
  next(): Promise<FromThread | null>;
  death(): ReadFailed;
}

function inboxOf(worker: Worker, signal: AbortSignal): Inbox {
  const messages: FromThread[] = [];
  let ended = signal.aborted;
  let cause: unknown = null;
  let wake: () => void = () => undefined;
  const finish = guarded(() => {
    ended = true;
    wake();
  });
  worker.on(
    'message',
    guarded((message: FromThread) => {
      messages.push(message);
      wake();
    }),
  );
  worker.on(
    'error',
    guarded((error: unknown) => {
      cause = error;
      finish();
    }),
  );
  worker.on('exit', finish);
  signal.addEventListener('abort', finish, { once: true });
  return {
    async next() {
      while (messages.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
      return signal.aborted ? null : (messages.shift() ?? null);
    },
    death() {
      const why = cause instanceof Error ? cause.message : 'it ended without a word';
      return new ReadFailed('THREAD_DIED', `The thread of a long read died: ${why}.`, cause);
    },
  };
}
