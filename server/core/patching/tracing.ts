import type { Logger } from 'pino';
import { logThrottle } from '../../shared/logThrottle.ts';
import type { JobTracer, TracedAttempt } from './api.ts';

const LOG_ONCE_PER_MS = 600_000;

/** The traces of jobs, as the feature names them that sends them; without one no job has a trace. */
export class Tracing {
  readonly #log: Logger;
  readonly #isTold = logThrottle(LOG_ONCE_PER_MS);
  #tracer: JobTracer | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** See PatchingService. */
  traceBy(tracer: JobTracer): void {
    if (this.#tracer !== null) throw new Error('jobs are traced by another feature already');
    this.#tracer = tracer;
  }

  traceIdOf(jobId: string): Promise<string | null> {
    return this.#named((tracer) => tracer.traceIdOf(jobId));
  }

  traceparentOf({ jobId, hostId, round, attempt }: TracedAttempt): Promise<string | null> {
    return this.#named((tracer) => tracer.traceparentOf({ jobId, hostId, round, attempt }));
  }

  /** A trace that cannot be named must not keep a job from its work. */
  async #named(name: (tracer: JobTracer) => Promise<string | null>): Promise<string | null> {
    if (this.#tracer === null) return null;
    try {
      return await name(this.#tracer);
    } catch (error) {
      if (this.#isTold('named') !== null) this.#log.warn({ error }, 'the trace of a job could not be named');
      return null;
    }
  }
}
