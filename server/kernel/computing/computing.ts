import { Worker } from 'node:worker_threads';
import { guarded } from '../../shared/guarded.ts';
import { createTurns, TurnsFull } from '../turns.ts';
import { ComputingFailed, type ComputeOptions, type Computing, type Task, type TaskResult } from './types.ts';

/** One: a second would take from the event loop where a machine has two cores. */
const THREADS = 1;
const WAITING_OF_ONE = 100;
const MAX_THREAD_MB = 128;
/** A thread that has had nothing to do for so long ends: it holds some 20 MB. */
const REST_MS = 60_000;
const THREAD = new URL('./thread.ts', import.meta.url);

export interface OwnComputing extends Computing {
  /** How many computations wait for a thread. */
  waiting(): number;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

/** Keeps a thread between computations, because its start takes longer than most of them. */
export function createComputing({ restMs = REST_MS } = {}): OwnComputing {
  const turns = createTurns({ places: THREADS, waitingOf: WAITING_OF_ONE });
  const stopping = new AbortController();
  const all = new Set<Worker>();
  /** Threads that wait for work, with what ends them. */
  const resting = new Map<Worker, NodeJS.Timeout>();

  function wake(): Worker {
    const [known] = resting;
    if (!known) return start();
    const [worker, timer] = known;
    clearTimeout(timer);
    resting.delete(worker);
    worker.ref();
    return worker;
  }

  function start(): Worker {
    const worker = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MB } });
    all.add(worker);
    // Whoever waits for an answer is told of the exit that follows.
    worker.on('error', () => undefined);
    worker.once(
      'exit',
      guarded(() => {
        all.delete(worker);
        clearTimeout(resting.get(worker));
        resting.delete(worker);
      }),
    );
    return worker;
  }

  function rest(worker: Worker): void {
    worker.unref();
    const end = setTimeout(
      guarded(() => worker.terminate()),
      restMs,
    );
    resting.set(worker, end.unref());
  }

  async function compute(task: Task, { timeoutMs, signal }: ComputeOptions): Promise<unknown> {
    const worker = wake();
    const late = AbortSignal.timeout(timeoutMs);
    const end = AbortSignal.any([late, stopping.signal, ...(signal ? [signal] : [])]);
    const answer = await answerOf(worker, task, end);
    if (answer === null) {
      await worker.terminate();
      if (late.aborted) throw new ComputingFailed('LATE', `It took longer than ${timeoutMs} ms.`);
      end.throwIfAborted();
      throw new ComputingFailed('FAILED', 'The thread of a computation died.');
    }
    rest(worker);
    if ('error' in answer) throw new ComputingFailed('FAILED', answer.error);
    return answer.result;
  }

  return {
    waiting: turns.waiting,
    async run<Result>(module: URL, input: unknown, options: ComputeOptions) {
      const { account, signal } = options;
      const task = { module: module.href, input };
      const end = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
      try {
        return (await turns.run(account, () => compute(task, options), end)) as Result;
      } catch (error) {
        if (!(error instanceof TurnsFull)) throw error;
        throw new ComputingFailed('BUSY', 'Too many computations of this account wait.', error);
      }
    },
    async stop() {
      stopping.abort(new ComputingFailed('FAILED', 'The manager stops.'));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Null: none came before the end, or the thread is gone; it is of no use any more. */
async function answerOf(worker: Worker, task: Task, end: AbortSignal): Promise<TaskResult | null> {
  const { promise, resolve } = Promise.withResolvers<TaskResult | null>();
  const told = guarded((answer: TaskResult) => resolve(answer));
  const gone = guarded(() => resolve(null));
  worker.once('message', told);
  worker.once('exit', gone);
  end.addEventListener('abort', gone, { once: true });
  if (end.aborted) gone();
  worker.postMessage(task);
  try {
    return await promise;
  } finally {
    worker.off('message', told);
    worker.off('exit', gone);
    end.removeEventListener('abort', gone);
  }
}
