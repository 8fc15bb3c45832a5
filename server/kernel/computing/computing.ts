import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { guarded } from '../../shared/guarded.ts';
import { createTurns, TurnsFull } from '../turns.ts';
import { ComputingFailed, type ComputeOptions, type Computing, type Task, type TaskResult } from './types.ts';

/** One: a second would take from the event loop where a machine has two cores. */
const PROCESSES = 1;
const WAITING_OF_ONE = 100;
const MAX_MB = 128;
/** A process that has had nothing to do for so long ends: it holds some 50 MB. */
const REST_MS = 60_000;
const PROCESS = new URL('./process.ts', import.meta.url);
/** Of the manager's environment it gets what Node needs, and no secret. */
const ENVIRONMENT = ['PATH', 'TZ', 'LANG', 'NODE_ENV', 'NODE_COMPILE_CACHE'] as const;

export interface OwnComputing extends Computing {
  /** How many computations wait for a thread. */
  waiting(): number;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

/**
 * Keeps a process between computations, because its start takes longer than most of them. A thread would be smaller,
 * but one that eats its memory faster than V8 can end it takes the whole manager along.
 */
export function createComputing({ restMs = REST_MS } = {}): OwnComputing {
  const turns = createTurns({ places: PROCESSES, waitingOf: WAITING_OF_ONE });
  const stopping = new AbortController();
  const all = new Set<ChildProcess>();
  /** Processes that wait for work, with what ends them. */
  const resting = new Map<ChildProcess, NodeJS.Timeout>();

  function wake(): ChildProcess {
    const [known] = resting;
    if (!known) return start();
    const [child, timer] = known;
    clearTimeout(timer);
    resting.delete(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  function start(): ChildProcess {
    const child = fork(fileURLToPath(PROCESS), [], {
      execArgv: [...process.execArgv, `--max-old-space-size=${MAX_MB}`],
      env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
      serialization: 'advanced',
      // What it says of its death goes to the manager's log.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    all.add(child);
    const gone = guarded(() => {
      all.delete(child);
      clearTimeout(resting.get(child));
      resting.delete(child);
    });
    child.once('exit', gone);
    // One that could not be started never exits.
    child.on('error', gone);
    return child;
  }

  function rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    const end = setTimeout(
      guarded(() => void child.kill('SIGKILL')),
      restMs,
    );
    resting.set(child, end.unref());
  }

  async function compute(task: Task, { timeoutMs, signal }: ComputeOptions): Promise<unknown> {
    const child = wake();
    const late = AbortSignal.timeout(timeoutMs);
    const end = AbortSignal.any([late, stopping.signal, ...(signal ? [signal] : [])]);
    const answer = await answerOf(child, task, end);
    if (answer === null) {
      await killed(child);
      if (late.aborted) throw new ComputingFailed('LATE', `It took longer than ${timeoutMs} ms.`);
      end.throwIfAborted();
      throw new ComputingFailed('FAILED', 'The process of a computation died.');
    }
    rest(child);
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
      await Promise.all([...all].map(killed));
    },
  };
}

/** Null: none came before the end, or the process is gone; it is of no use any more. */
async function answerOf(child: ChildProcess, task: Task, end: AbortSignal): Promise<TaskResult | null> {
  const { promise, resolve } = Promise.withResolvers<TaskResult | null>();
  const told = guarded((answer: TaskResult) => resolve(answer));
  const gone = guarded(() => resolve(null));
  child.once('message', told);
  child.once('exit', gone);
  child.once('error', gone);
  end.addEventListener('abort', gone, { once: true });
  if (end.aborted) gone();
  // A process that is gone already says so by its exit.
  child.send(task, () => undefined);
  try {
    return await promise;
  } finally {
    child.off('message', told);
    child.off('exit', gone);
    child.off('error', gone);
    end.removeEventListener('abort', gone);
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.ref();
  child.kill('SIGKILL');
  await gone;
}
