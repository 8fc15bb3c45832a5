import type { HostInJob, JobHostState } from '#sdk/patching.ts';
import type { RunModel } from '../models.ts';
import { LACK_REASONS, sentenceOf } from '../reasons.ts';

export type OutcomeKind =
  | 'no_run'
  | 'not_held'
  | 'planning'
  | 'planned'
  | 'not_planned'
  | 'nothing_to_do'
  | 'waiting'
  | 'working'
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'rolled_back'
  | 'not_kept';

/** What became of one host in one run. */
export interface HostOutcome {
  outcome: OutcomeKind;
  /** The reason of the host in its job, or of the run; null: there is nothing to say. */
  reason: string | null;
  message: string;
  /** The job that tells it. */
  jobId: string | null;
  at: Date | null;
}

type Standing = HostInJob & { jobId: string };
type Run = Pick<RunModel, 'state' | 'reason' | 'decidedAt' | 'planJobId' | 'frozen'>;

/** `standings`: how the host stands in the jobs of the run that hold it, the last job first. */
export function outcomeOf(run: Run, standings: readonly Standing[]): HostOutcome {
  const last = standings[0];
  if (!last) return withoutJob(run);
  if (!last.isDryRun) return inJob(last);
  return inPlan(run, last);
}

function withoutJob({ state, reason, decidedAt, planJobId }: Run): HostOutcome {
  if (planJobId === null) {
    const outcome = state === 'planning' ? 'planning' : 'no_run';
    return { outcome, reason, message: sentenceOf(reason), jobId: null, at: decidedAt };
  }
  const message =
    'The policy did not include this host when the run was planned, or its jobs are no longer stored.';
  return { outcome: 'not_held', reason: null, message, jobId: null, at: null };
}

const told = ({ jobId, updatedAt, reason }: Standing) => ({ jobId, at: updatedAt, reason });
/** The sentence, and after it what the host or the manager said. */
const withSaid = (sentence: string, { message, reason }: Standing): string =>
  [sentence, message !== '' ? message : reason === null ? '' : `(${reason})`].filter(Boolean).join(' ');

function inPlan(run: Run, plan: Standing): HostOutcome {
  if (plan.state !== 'completed') {
    // A host that is still busy, or hangs, is planned later, but the run has gone on without it.
    if (run.state === 'planning' && !ENDED.includes(plan.state))
      return { ...told(plan), outcome: 'planning', message: 'Planning.' };
    const message = withSaid('No plan could be created for this host, so the run skipped it.', plan);
    return { ...told(plan), outcome: 'not_planned', message };
  }
  if (!plan.hasChanges) return { ...told(plan), outcome: 'nothing_to_do', message: idleText(plan) };
  if (run.state === 'completed' || run.state === 'skipped' || run.state === 'failed') {
    const message = `There was work for this host, but the run did not start. ${sentenceOf(run.reason)}`;
    return { ...told(plan), outcome: 'no_run', reason: run.reason, message };
  }
  const message = `There is work for this host. ${sentenceOf(run.reason)}`;
  return { ...told(plan), outcome: 'planned', reason: run.reason, message };
}

const NOTHING = 'Nothing to do on this host.';
/** “Nothing to do” would be wrong for a host that lacks security updates, or may lack some. */
const idleText = ({ reason }: Standing): string =>
  reason !== null && LACK_REASONS.some((code) => code === reason) ? sentenceOf(reason) : NOTHING;

const ENDED: readonly JobHostState[] = [
  ...(['completed', 'failed', 'cancelled', 'skipped', 'rolled_back', 'rollback_failed', 'timedout'] as const),
];

const IN_JOB: Readonly<Record<JobHostState, [OutcomeKind, string]>> = {
  pending: ['waiting', 'Queued.'],
  waiting_window: ['waiting', 'Waiting for a maintenance window.'],
  waiting_health_check: ['waiting', 'Waiting for health checks to pass.'],
  retry_wait: ['waiting', 'The work failed, and is retried.'],
  dispatching: ['working', 'In progress.'],
  running: ['working', 'In progress.'],
  rebooting: ['working', 'The host is rebooting, or waiting for its reboot.'],
  verifying: ['working', 'Verifying after the work.'],
  rolling_back: ['working', 'Rolling back.'],
  completed: ['completed', 'Completed.'],
  failed: ['failed', 'Failed.'],
  timedout: ['failed', 'Timed out.'],
  rollback_failed: ['failed', 'Failed, and the rollback failed too.'],
  cancelled: ['cancelled', 'Cancelled.'],
  skipped: ['skipped', 'The host was skipped.'],
  rolled_back: ['rolled_back', 'Rolled back.'],
};

function inJob(standing: Standing): HostOutcome {
  const [outcome, sentence] = IN_JOB[standing.state];
  if (standing.state !== 'completed')
    return { ...told(standing), outcome, message: withSaid(sentence, standing) };
  // Somebody else had done the work before the job came to it.
  const isNothing = standing.reason === 'NOTHING_TO_DO';
  return {
    ...told(standing),
    outcome: isNothing ? 'nothing_to_do' : outcome,
    message: isNothing ? NOTHING : sentence,
  };
}
