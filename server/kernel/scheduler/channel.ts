import { EventEmitter } from 'node:events';
import type {
  JobNotification,
  NotificationChannel,
  NotificationChannelState,
  NotificationHandler,
} from 'agenda';
import { guarded } from '../../shared/guarded.ts';

/**
 * Wakes this process's scheduler for jobs that it has just scheduled itself, within a turn of the event loop instead of
 * at the next scan. A flood of notifications for one job becomes one look. Other managers' jobs are found by the scan.
 */
export class LocalChannel extends EventEmitter implements NotificationChannel {
  readonly #horizonMs: number;
  readonly #handlers = new Set<NotificationHandler>();
  readonly #pending = new Set<string>();
  #state: NotificationChannelState = 'disconnected';

  constructor(horizonMs: number) {
    super();
    this.#horizonMs = horizonMs;
  }

  get state(): NotificationChannelState {
    return this.#state;
  }

  async connect(): Promise<void> {
    this.#state = 'connected';
  }

  async disconnect(): Promise<void> {
    this.#state = 'disconnected';
    this.#handlers.clear();
  }

  subscribe(handler: NotificationHandler): () => void {
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  }

  async publish(notification: JobNotification): Promise<void> {
    const dueInMs = (notification.nextRunAt?.getTime() ?? Infinity) - Date.now();
    if (dueInMs <= this.#horizonMs) this.wake(notification.jobName);
  }

  /** Has the store asked for jobs of that name, soon and once. */
  wake(jobName: string): void {
    if (this.#pending.has(jobName)) return;
    this.#pending.add(jobName);
    setImmediate(
      guarded(() => {
        this.#pending.delete(jobName);
        const now = new Date();
        const notification = {
          jobName,
          jobId: '' as JobNotification['jobId'],
          nextRunAt: now,
          priority: 0,
          timestamp: now,
        };
        for (const handler of this.#handlers) void Promise.resolve(handler(notification)).catch(() => {});
      }),
    );
  }
}
