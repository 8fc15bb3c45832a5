/** The watchdog as the job sees it: started before the first change, and asked for its verdict. */
import { rm } from 'node:fs/promises';
import type { ActiveJob } from '../jobs/activeJob.ts';
import type { JobFailure } from '../packages/backend.ts';
import { startDetached } from '../process/detached.ts';
import { selfArgv } from '../process/self.ts';
import { inspectStep } from '../process/step.ts';
import { isReady, readVerdict, readyFile, watchWord, writeWatch } from './watch.ts';
import type { Watch, WatchVerdict } from './watch.ts';

const READY_WITHIN_MS = 60_000;
const LOOK_MS = 500;
/** A watchdog that is gone (the host restarted) is started again so often. */
const MOST_STARTS = 5;

type Job = Pick<ActiveJob, 'jobId' | 'dir' | 'log' | 'waitOrCancel' | 'safePoint'>;

/** Resolves once it watches; why it does not: then nothing may be changed. */
export async function startWatchdog(job: Job, watch: Watch): Promise<JobFailure | null> {
  await writeWatch(job.dir, watch);
  const started = await start(job);
  if (started) return null;
  return { code: 'UNSUPPORTED', message: 'The watchdog of the update does not start. Nothing was changed.' };
}

/**
 * What it found. `isWaiting` false: null where it has not judged yet. Null as well if it could not be kept running. Throws
 * when the agent stops.
 */
export async function awaitVerdict(
  job: Job,
  { isWaiting }: { isWaiting: boolean },
): Promise<WatchVerdict | null> {
  for (;;) {
    const verdict = await readVerdict(job.dir);
    if (verdict !== null || !isWaiting) return verdict;
    const isGone = (await runningStep(job)) === null && (await readVerdict(job.dir)) === null;
    if (isGone && !(await start(job))) {
      job.log('agent', 'the watchdog of the update does not run any more');
      return null;
    }
    await pause(job);
  }
}

const stepName = (attempt: number): string => (attempt === 1 ? 'watch' : `watch-${attempt}`);

/** The step in which it runs now; null: in none. */
async function runningStep({ dir }: Job): Promise<string | null> {
  for (let attempt = 1; attempt <= MOST_STARTS; attempt += 1) {
    const { state } = await inspectStep(dir, stepName(attempt));
    if (state === 'running' || state === 'claimed') return stepName(attempt);
    if (state === 'absent') return null;
  }
  return null;
}

/** Whether it runs and watches. */
async function start(job: Job): Promise<boolean> {
  const { dir, jobId } = job;
  if ((await runningStep(job)) === null) {
    const step = await freeStep(dir);
    if (step === null) return false;
    await rm(readyFile(dir), { force: true });
    const unitName = `fleetmend-job-${jobId}-${step}`;
    await startDetached({ argv: [...selfArgv(), watchWord, dir], env: {}, dir, step, unitName });
  }
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += LOOK_MS) {
    if (await isReady(dir)) return true;
    await pause(job);
  }
  return false;
}

async function freeStep(dir: string): Promise<string | null> {
  for (let attempt = 1; attempt <= MOST_STARTS; attempt += 1)
    if ((await inspectStep(dir, stepName(attempt))).state === 'absent') return stepName(attempt);
  return null;
}

async function pause(job: Job): Promise<void> {
  await job.waitOrCancel(LOOK_MS);
  job.safePoint();
}
