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
    'The policy did not hold this host when the run was planned, or its jobs are not kept any more.';
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
      return { ...told(plan), outcome: 'planning', message: 'Its plan is being made.' };
    const message = withSaid('No plan could be made for this host, so the run left it out.', plan);
    return { ...told(plan), outcome: 'not_planned', message };
  }
  if (!plan.hasChanges) return { ...told(plan), outcome: 'nothing_to_do', message: idleText(plan) };
  if (run.state === 'completed' || run.state === 'skipped' || run.state === 'failed') {
    const message = `There was something to do here, and the run did not begin it. ${sentenceOf(run.reason)}`;
    return { ...told(plan), outcome: 'no_run', reason: run.reason, message };
  }
  const message = `There is something to do here. ${sentenceOf(run.reason)}`;
  return { ...told(plan), outcome: 'planned', reason: run.reason, message };
}

const NOTHING = 'There was nothing to do on this host.';
/** “Nothing to do” would be wrong for a host that lacks security updates, or may lack some. */
const idleText = ({ reason }: Standing): string =>
  reason !== null && LACK_REASONS.some((code) => code === reason) ? sentenceOf(reason) : NOTHING;

const ENDED: readonly JobHostState[] = [
  ...(['completed', 'failed', 'cancelled', 'skipped', 'rolled_back', 'rollback_failed', 'timedout'] as const),
];

const IN_JOB: Readonly<Record<JobHostState, [OutcomeKind, string]>> = {
  pending: ['waiting', 'The host waits for its turn.'],
  waiting_window: ['waiting', 'The host waits for its maintenance window.'],
  waiting_health_check: ['waiting', 'The host waits for its health checks to pass.'],
  retry_wait: ['waiting', 'The work failed, and is tried again.'],
  dispatching: ['working', 'The work is at hand.'],
  running: ['working', 'The work is at hand.'],
  rebooting: ['working', 'The host restarts, or waits for its restart.'],
  verifying: ['working', 'The host is watched after the work.'],
  rolling_back: ['working', 'The work is being undone.'],
  completed: ['completed', 'The work was done.'],
  failed: ['failed', 'The work failed.'],
  timedout: ['failed', 'The work took too long.'],
  rollback_failed: ['failed', 'The work failed, and undoing it failed too.'],
  cancelled: ['cancelled', 'The work was cancelled.'],
  skipped: ['skipped', 'The host was left out.'],
  rolled_back: ['rolled_back', 'The work was undone.'],
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
