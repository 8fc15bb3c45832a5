import { statusText, type StatusText } from '../../components/fm-badge/status.ts';
import type { Schemas } from '../../core/schema.ts';
import { kindOf } from './kind.ts';
import { factsOfJob } from './offers.ts';
import { STOPPED_BY_RULE, type JobHost } from './state.ts';

type Job = Schemas['Job'];

/** A plan has changed nothing, so it is never green. */
const PLAN: Readonly<Partial<Record<Job['state'], StatusText>>> = {
  pending: ['neutral', 'Plan pending'],
  running: ['busy', 'Planning'],
  completed: ['info', 'Awaiting approval'],
  partial: ['warn', 'Partly planned'],
  failed: ['bad', 'Not planned'],
  cancelling: ['busy', 'Stopping planning'],
  cancelled: ['neutral', 'Planning stopped'],
};

const PLAN_HOST: Readonly<Partial<Record<JobHost['state'], StatusText>>> = {
  dispatching: ['busy', 'Planning'],
  running: ['busy', 'Planning'],
  retry_wait: ['warn', 'Waiting to retry'],
  completed: ['info', 'Planned'],
  failed: ['bad', 'No plan'],
  timedout: ['bad', 'No plan'],
  cancelled: ['neutral', 'Not planned'],
  skipped: ['neutral', 'Not planned'],
};

/** Tone and words of a job's state: what is read in lists, on its page and aloud. */
export function jobStateText(job: Job): StatusText {
  const { state, reason } = job;
  if (state === 'paused' && reason === 'ENDING') return ['busy', 'Ending'];
  const kind = kindOf(job);
  if (kind === 'plan') return planText(job);
  if (kind === 'rollback' && state === 'completed') return ['ok', 'Rolled back'];
  if (state === 'failed' && reason === STOPPED_BY_RULE) return ['warn', 'Stopped by approval rule'];
  const { isBeingRolledBack, undone } = factsOfJob(job, true);
  if (isBeingRolledBack) return ['busy', 'Rolling back'];
  return undone > 0 ? ['warn', 'Rolled back'] : statusText('job', state);
}

function planText(job: Job): StatusText {
  const { approved, approvable } = factsOfJob(job, true);
  if (approved > 0) return ['info', approvable > 0 ? 'Partly approved' : 'Approved'];
  if (job.state === 'completed' && approvable === 0) return ['neutral', 'Nothing to do'];
  return PLAN[job.state] ?? statusText('job', job.state);
}

/** The same for a host of the job. */
export function hostStateText(job: Job, host: Pick<JobHost, 'state' | 'run_job_id'>): StatusText {
  if (kindOf(job) !== 'plan') return statusText('jobHost', host.state);
  if (host.run_job_id) return ['info', 'Approved'];
  return PLAN_HOST[host.state] ?? statusText('jobHost', host.state);
}
