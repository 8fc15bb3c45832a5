import type { Logger } from 'pino';
import { guarded } from '../../shared/guarded.ts';
import type { ScheduledJob } from './scheduler.ts';

/** What the store of a job gives for a run of it. */
export interface RunTerms {
  lockLifetimeMs: number;
  data: unknown;
  /** Renews the lock in the store; throws when it is lost. */
  touch(): Promise<void>;
  /** Called when the run is aborted: whatever it still does, the job has to run again. */
  onAborted?(): void;
}

/** The runs of this process: starts them, bounds them by their locks, and ends them at a stop. */
export class Runs {
  onIdle: () => void = () => {};
  readonly #controllers = new Set<AbortController>();
  readonly #log: Logger;
  #closed = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  get size(): number {
    return this.#controllers.size;
  }

  abortAll(): void {
    for (const controller of this.#controllers) controller.abort(new Error('the scheduler is stopping'));
  }

  /** After this no run starts. */
  close(): void {
    this.#closed = true;
  }

  /**
   * Does not reject when the handler fails: a failed run is a finished run, because rows and their sweeps decide what
   * is tried again, and a failed job that stayed in the store would only be litter. Rejects at once when the run was
   * aborted, so that a handler that ignores the signal keeps no place; it still counts in `size`.
   */
  async run(name: string, definition: ScheduledJob, terms: RunTerms): Promise<void> {
    if (this.#closed) throw new Error('the scheduler has stopped');
    const controller = new AbortController();
    const aborted = new Promise<never>((_resolve, reject) => {
      controller.signal.addEventListener(
        'abort',
        guarded(() => {
          terms.onAborted?.();
          reject(controller.signal.reason);
        }),
      );
    });
    const lock = expiry(controller, terms.lockLifetimeMs);
    const touch = async () => {
      controller.signal.throwIfAborted();
      try {
        await terms.touch();
        lock.renew();
      } catch (error) {
        controller.abort(error);
        throw error;
      }
    };
    try {
      await Promise.race([
        this.#work(name, () => definition.run(terms.data, { signal: controller.signal, touch }), controller),
        aborted,
      ]);
    } finally {
      lock.clear();
    }
  }

  async #work(name: string, handler: () => Promise<void>, controller: AbortController): Promise<void> {
    this.#controllers.add(controller);
    try {
      await handler();
    } catch (error) {
      this.#log.warn({ err: error, job: name }, 'a scheduled job failed');
    } finally {
      this.#controllers.delete(controller);
      if (this.#controllers.size === 0) setImmediate(guarded(this.onIdle));
    }
  }
}

/** Aborts the run once its lock is no longer ours. The timer does not keep the process alive. */
function expiry(controller: AbortController, lockLifetimeMs: number): { renew(): void; clear(): void } {
  const expired = () => controller.abort(new Error(`the lock of ${lockLifetimeMs} ms has expired`));
  const start = () => setTimeout(expired, lockLifetimeMs).unref();
  let timer = start();
  return {
    renew() {
      clearTimeout(timer);
      timer = start();
    },
    clear: () => clearTimeout(timer),
  };
}
