import { RETRYABLE_STATES } from '../domain/jobHostStates.ts';
import { isJobEnded } from '../domain/jobStates.ts';
import { reopened, resumed } from '../domain/waves.ts';
import { setWaves, wavesOf } from '../service/jobWaves.ts';
import type { JobModelStore, ModelJob } from './jobModel.ts';

/** Something that can happen now. */
export type Step = () => void;

const MOST_RETRIES = 2;

/** The people of a walk: they cancel, resume, end and retry jobs. */
export class WalkPeople {
  readonly #store: JobModelStore;
  readonly #mayCancel: boolean;
  #retries = 0;

  constructor(store: JobModelStore, mayCancel: boolean) {
    this.#store = store;
    this.#mayCancel = mayCancel;
  }

  /** What people may do with a job now. */
  steps(job: ModelJob): Step[] {
    const { state, isEnding } = job;
    const steps: Step[] = [];
    if (this.#mayCancel && !isJobEnded(state) && state !== 'cancelling')
      steps.push(() => this.#store.write(job, 'cancelling', () => undefined));
    if (state === 'paused' && !isEnding)
      steps.push(
        () => this.resume(job),
        () => this.#end(job),
      );
    if ((isJobEnded(state) || (state === 'paused' && !isEnding)) && this.#retries < MOST_RETRIES)
      steps.push(() => this.#retry(job));
    return steps;
  }

  resume(job: ModelJob): void {
    const waves = wavesOf(job);
    if (waves) {
      job.waves = resumed(waves);
      this.#store.counted(job);
    }
    this.#store.write(job, 'running', () => undefined);
  }

  #end(job: ModelJob): void {
    job.isEnding = true;
    this.#store.write(job, 'paused', () => undefined);
  }

  #retry(job: ModelJob): void {
    const rows = this.#store
      .rowsOf(job)
      .filter(({ state }) => (RETRYABLE_STATES as readonly string[]).includes(state));
    if (rows.length === 0) return;
    this.#retries += 1;
    job.isEnding = false;
    const anew = { attempt: 0, retriesUsed: 0, repetition: 0, reason: null, dueAt: null, error: null };
    this.#store.write(job, job.isEarly ? 'scheduled' : 'running', (move) => {
      for (const row of rows) move(row, 'pending', { ...anew, round: row.round + 1 });
      const waves = wavesOf(job);
      if (waves) setWaves(job, reopened(waves, new Set(rows.map(({ wave }) => wave ?? 0))));
      this.#store.counted(job);
    });
  }
}
