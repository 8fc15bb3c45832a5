import { isJobOpen } from '../domain/jobStates.ts';
import { GATED_STATES } from '../domain/jobHostStates.ts';
import { movesOn, unfinishedOf, waitingOf } from '../domain/waves.ts';
import { isAhead } from '../domain/retryPolicy.ts';
import { JobHostModel, type JobModel, type Rows } from '../models.ts';
import { withJob, type JobDeps, type JobTx } from '../service/jobTx.ts';
import { wavesOf } from '../service/jobWaves.ts';

/** Hosts that move in one transaction: other writers get their turn between two transactions. */
const BATCH = 100;
/** A host that is pending for one of these reasons waits for a gate. */
const HELD_REASONS = ['GATE_FAILED', 'TAG_UNHEALTHY'];

/** When the soak of the current wave ends, by the database's clock; null: it is not soaking. */
export function soakEnd(job: JobModel): Date | null {
  const waves = wavesOf(job);
  const wave = waves?.waves[waves.current - 1];
  if (!wave || wave.passedAt !== null || wave.soakEndsAt === null || unfinishedOf(wave) > 0) return null;
  return isJobOpen(job.state) ? new Date(wave.soakEndsAt) : null;
}

/** Whether a host of the current wave, or of one before it, waits: otherwise none can start. */
export function mayStartSome(job: JobModel): boolean {
  const waves = wavesOf(job);
  return !waves || waves.waves.slice(0, waves.current).some((wave) => waitingOf(wave) > 0);
}

/** Narrows the waiting hosts of a job to those whose wave has come. */
export function onlyCome(rows: Rows<JobHostModel>, { currentWave }: JobModel): void {
  if (currentWave !== null) void rows.where('wave', '<=', currentWave);
}

/**
 * Moves the waves of a job on in the two cases without the end of a host: the soak is over, or a host of the wave has
 * completed and the unfinished ones wait for windows and gates, and so move to the next wave. A killed manager leaves
 * nothing half done: each transaction is complete, and the next call continues.
 */
export async function stepWaves(deps: JobDeps, job: JobModel, now: Date): Promise<void> {
  if (!isJobOpen(job.state) || !wavesOf(job)) return;
  if (isSoakOver(job, now))
    await withJob(deps, job.id, { name: 'patching.passWave' }, (jobTx) => {
      if (isSoakOver(jobTx.job, jobTx.now)) jobTx.lookAtWaves();
      return Promise.resolve();
    });
  if (mayMove(job)) while (await withJob(deps, job.id, { name: 'patching.moveHosts' }, moveSome));
}

/** Also true for a soak that ends later than it can: the clock was set back, and it begins anew. */
function isSoakOver(job: JobModel, now: Date): boolean {
  const due = soakEnd(job);
  const soakSecs = job.waves?.[(job.currentWave ?? 0) - 1]?.soakSecs ?? 0;
  return due !== null && (due <= now || isAhead(due, now, soakSecs * 1_000));
}

/** A cheap test by the counts alone, which assumes that all pending hosts are held. */
function mayMove(job: JobModel): boolean {
  const waves = wavesOf(job);
  const pending = waves?.waves[waves.current - 1]?.counts.pending ?? 0;
  return waves !== null && movesOn(waves, pending) !== null;
}

/** Moves one batch; true when there may be more. */
async function moveSome(jobTx: JobTx): Promise<boolean> {
  const { job, tx } = jobTx;
  const waves = wavesOf(job);
  if (!waves || !isJobOpen(job.state)) return false;
  const ofWave = () => JobHostModel.query(tx.knex).where({ job_id: job.id, wave: waves.current });
  const heldPending = await ofWave().where('state', 'pending').whereIn('reason', HELD_REASONS).resultSize();
  const from = movesOn(waves, heldPending);
  if (from === null) return false;
  const rows = await ofWave()
    .where((held) =>
      held
        .whereIn('state', [...GATED_STATES])
        .orWhere((pending) => pending.where('state', 'pending').whereIn('reason', HELD_REASONS)),
    )
    .orderBy('position')
    .limit(BATCH);
  for (const [state, some] of Map.groupBy(rows, (row) => row.state))
    await jobTx.changeHosts(some, state, { set: { wave: from + 1 } });
  return rows.length === BATCH;
}
