import { type Actor, actors, type AppError, type Context } from '#sdk';
import type { JobRequest } from '#sdk/patching.ts';
import type { RunModel } from '../models.ts';
import { SENTENCES } from '../reasons.ts';
import { moveRun, type RunChange, type Standing } from './runs.ts';

/** A job may end before the run's row names it, so it is looked at soon. */
export const FIRST_LOOK_MS = 5_000;
/** How often a job at work is looked at, besides at its end. */
export const LOOK_AT_JOB_MS = 10 * 60_000;

/** In whose name the jobs of a policy are made. */
export const policyActor = (name: string): Actor => ({ ...actors.system, name: `policy ${name}` });

/** The job that plans the current round. */
export const planJobOf = ({ round, planJobId, replanJobId }: RunModel): string | null =>
  round === 1 ? planJobId : replanJobId;

/** The standing of a run whose job was refused. */
export const refusal = ({ code, message }: AppError): Standing => ({
  state: 'failed',
  reason: 'JOB_REFUSED',
  message: `${SENTENCES.JOB_REFUSED} ${message} (${code})`,
});

/** Ends a run. In the second round something was done before, so it is complete in any case. */
export async function end(
  ctx: Context,
  run: RunModel,
  standing: Standing,
  set: RunChange = {},
): Promise<void> {
  const { message = SENTENCES[standing.reason] } = standing;
  const text = `${SENTENCES.JOB_ENDED} Hosts whose plan had changed were to be planned once again: ${message}`;
  const ended: Standing =
    run.round === 1 ? standing : { state: 'completed', reason: 'JOB_ENDED', message: text };
  await moveRun(ctx, run, { standing: ended, set });
}

/** Waves are shares of the hosts that have something to do, so they are cut anew from these hosts. */
export const runSpecOf = ({ frozen: { spec } }: RunModel): JobRequest['spec'] =>
  spec.waves && spec.waves.length > 0 ? { waves: spec.waves } : {};

/** Records that the job of this round was made. */
export async function atWork(ctx: Context, run: RunModel, jobId: string, now: Date): Promise<void> {
  const job = run.round === 1 ? { runJobId: jobId } : { rerunJobId: jobId };
  const standing: Standing =
    run.startsAt > now
      ? { state: 'running', reason: 'START_WAITS', message: 'It was approved; its job waits for its start.' }
      : { state: 'running', reason: 'JOB_AT_WORK' };
  await moveRun(ctx, run, {
    standing,
    set: { ...job, dueAt: new Date(now.getTime() + FIRST_LOOK_MS) },
  });
}
