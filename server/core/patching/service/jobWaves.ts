import { isJobOpen, jobOutcome } from '../domain/jobStates.ts';
import { advanced, endedWaves, isWaveSpent, type Waves } from '../domain/waves.ts';
import type { JobModel } from '../models.ts';
import type { wavesToWire } from '../wire.ts';

type WaveStates = ReturnType<typeof wavesToWire>;

/** The waves of a job that run one after the other; null for a job without waves, and for a plan. */
export function wavesOf({ waves, currentWave }: Pick<JobModel, 'waves' | 'currentWave'>): Waves | null {
  return waves && currentWave !== null ? { waves, current: currentWave } : null;
}

/** The fields of a job that its waves depend on. */
export type WavedJob = Pick<JobModel, 'waves' | 'currentWave' | 'state' | 'counts' | 'spec'>;

/** Why a job is to pause because of its current wave. */
export type WaveHalt = 'FAILURE_BUDGET_USED' | 'WAVE_NOT_PASSED';

/**
 * Moves the waves of a job on, by its hosts and the time, and returns why the job must pause; null: it need not.
 * The budget is checked for the waves in which hosts have just failed.
 */
export function followWaves(
  job: WavedJob,
  { now, failedIn }: { now: Date; failedIn: ReadonlySet<number> },
): WaveHalt | null {
  const waves = wavesOf(job);
  if (!waves || !isJobOpen(job.state)) return null;
  const percent = job.spec.failureBudgetPercent ?? 0;
  const isSpent = waves.waves.some((wave, index) => failedIn.has(index + 1) && isWaveSpent(wave, percent));
  if (isSpent) return 'FAILURE_BUDGET_USED';
  if (jobOutcome(job.counts) !== null) return null;
  const { isStuck, ...next } = advanced(waves, now);
  setWaves(job, next);
  return isStuck ? 'WAVE_NOT_PASSED' : null;
}

/** Completes the waves of a job that has just ended. */
export function endWaves(job: JobModel, now: Date): void {
  const waves = wavesOf(job);
  const wasStopped = job.cancelRequestedAt !== null || job.endRequestedAt !== null;
  if (waves && !wasStopped) job.waves = endedWaves(waves, now);
}

export function setWaves(job: Pick<JobModel, 'waves' | 'currentWave'>, { waves, current }: Waves): void {
  job.waves = [...waves];
  job.currentWave = current;
}

/** The waves that differ from those before, in wire form. */
export function changedWaves(before: WaveStates, after: WaveStates): WaveStates {
  return after.filter((wave, index) => JSON.stringify(wave) !== JSON.stringify(before[index]));
}
