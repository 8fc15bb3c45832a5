import type { OutboxFigures } from '../db/outbox/types.ts';
import { backedUpAt } from '../backup/installation.ts';
import type { OwnComputing } from '../computing/computing.ts';
import type { OwnReading } from '../db/reading/reading.ts';
import type { Metrics } from '../metrics.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Context } from './feature.ts';

/** Upper bounds in seconds, from a read in memory to what people wait for. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const STATUSES = ['2xx', '3xx', '4xx', '5xx'];

/** How long transactions take; the returned function is told of each. */
export function transactionTimes(metrics: Metrics): (durationMs: number) => void {
  const observe = metrics.histogram('database_transaction_seconds', {
    help: 'Time from the start of a transaction to its end, committed or not, in seconds.',
    buckets: SECONDS,
  });
  return (durationMs) => observe({}, durationMs / 1_000);
}

/** What is left to deliver, of mail and webhooks too. */
export function outboxFigures({ metrics, outbox }: Pick<Context, 'metrics' | 'outbox'>): void {
  metrics.gauges(
    {
      outbox_messages: {
        help: 'Messages to the outside (mail, webhooks) by what became of them.',
        labels: { state: ['waiting', 'dead'] },
      },
      outbox_lag_seconds: { help: 'For how long the oldest message has been due; 0: none is.' },
    },
    async () => {
      const { waiting, dead, oldestSecs }: OutboxFigures = await outbox.figures();
      return {
        outbox_messages: [
          [{ state: 'waiting' }, waiting],
          [{ state: 'dead' }, dead],
        ],
        outbox_lag_seconds: oldestSecs ?? 0,
      };
    },
  );
}

/** What waits for the kernel's own threads and for the scheduler. */
export function kernelQueues(
  metrics: Metrics,
  parts: { computing: OwnComputing; reading: OwnReading; scheduler: Scheduler },
): void {
  metrics.queue('computations', parts.computing.waiting);
  metrics.queue('long_reads', parts.reading.waiting);
  metrics.queue('scheduled_jobs', () => parts.scheduler.countDue());
}

/** How old the last backup is. */
export function backupFigures({ metrics, db, clock }: Pick<Context, 'metrics' | 'db' | 'clock'>): void {
  metrics.gauges(
    {
      backup_age_seconds: { help: 'Time since the last backup was made; absent: none was, by this program.' },
    },
    async () => {
      const at = await backedUpAt(db.reader);
      return { backup_age_seconds: at ? Math.max(0, clock.now().getTime() - at.getTime()) / 1_000 : [] };
    },
  );
}

/** A request as it was answered. */
export interface Answered {
  method: string;
  status: number;
  /** Null: no operation of the contract. */
  operationId: string | null;
  durationMs: number;
}

/** Requests by operation, and how long they took; the returned function is told of each. */
export function requestTimes(
  metrics: Metrics,
  operations: readonly { operationId: string }[],
): (answered: Answered) => void {
  const count = metrics.counter('http_requests_total', {
    help: 'Answered requests by operation of the contract (none: files of the web UI, and other paths) and status.',
    labels: { operation: ['none', ...operations.map(({ operationId }) => operationId)], status: STATUSES },
  });
  const observe = metrics.histogram('http_request_seconds', {
    help: 'Time until a request was answered, in seconds. Calls that wait on purpose (a wait, a stream) are in it.',
    labels: { method: METHODS, status: STATUSES },
    buckets: SECONDS,
  });
  return ({ method, status: code, operationId, durationMs }) => {
    const status = `${Math.trunc(code / 100)}xx`;
    count({ operation: operationId ?? 'none', status });
    observe({ method, status }, durationMs / 1_000);
  };
}
