import type { ActiveState, JobHostState } from './jobHostStates.ts';
import type { JobOperation, RebootPolicy } from './jobSpec.ts';
import { REBOOT_LIMIT_MS, retryAt } from './retryPolicy.ts';

/** The longest message that the contract lets a host of a job have. */
export const MOST_MESSAGE_CHARS = 4_096;

export interface Failure {
  code: string;
  message: string;
  retryable: boolean;
  details?: Record<string, unknown>;
}

/** The result of a step on a host. A failure of a host is a value, never an exception. */
export type Outcome =
  /** The agent has a job with this attempt's key. */
  | { kind: 'accepted' }
  /** It is certain that the agent never got this attempt's key. */
  | { kind: 'neverSent'; failure: Failure }
  /** The agent answered the call with an error. */
  | { kind: 'refused'; failure: Failure }
  /** The agent's job has ended. */
  | {
      kind: 'ended';
      status: AgentEnd;
      failure: Failure | null;
      changed: boolean;
      rebootRequired: boolean;
      /** Why it left out what may be a security update; absent: it did not. */
      leftOut?: LeftOut | null;
    }
  /** The agent answers and no longer knows the job that it had accepted. */
  | { kind: 'forgotten' }
  /** The result is unknown, and the manager no longer waits for it. */
  | { kind: 'givenUp'; failure: Failure }
  /** The host has restarted. */
  | { kind: 'booted' }
  /** The host did not restart in time; `seen`: its state when it was last asked. */
  | { kind: 'bootOverdue'; seen: 'silent' | 'sameBoot' | 'notAsked' }
  /** The host has restarted, and its agent is less healthy than before. */
  | { kind: 'unhealthy'; failure: Failure }
  /** The job was cancelled before the restart was asked for. */
  | { kind: 'rebootCancelled' }
  | { kind: 'verified' }
  | { kind: 'unverified'; failure: Failure }
  /** The checks could not be asked, so nothing is known about the host's health. */
  | { kind: 'uncheckable'; failure: Failure }
  /** The job was cancelled before the checks had an answer. */
  | { kind: 'unchecked' };

/** What a host lacks after the job, or may lack, that “nothing to do” would deny. */
export type LeftOut = 'SECURITY_PINNED' | 'SECURITY_UNKNOWN';

type Ended = Extract<Outcome, { kind: 'ended' }>;

export type AgentEnd = 'completed' | 'failed' | 'timedout' | 'cancelled';

/** What a decision depends on. */
export interface HostPosition {
  state: ActiveState;
  /** Retries that the current step has used in this round. */
  retriesUsed: number;
  /** Whether the attempt has changed packages. */
  changed: boolean;
}

export interface HostPolicy {
  operation: JobOperation;
  reboot: RebootPolicy;
  dryRun: boolean;
  postGate: boolean;
  /** Whether the operation is about package versions, or the connection: a run without a change is reported (NOTHING_TO_DO). */
  changesPackages: boolean;
  rollbackOnFailure: boolean;
  /** The job is being cancelled: nothing new is begun. */
  cancelling: boolean;
  /** A person ended the job: work under way finishes and is not retried. */
  ending: boolean;
}

export interface NextPosition {
  state: JobHostState;
  /** Code that tells people why the host is in this state; null when there is nothing to say. */
  reason: string | null;
  /** Undefined: the last failure is kept as it is. */
  failure?: Failure | null;
  /** When the next attempt, of the work or of the step, is due. */
  nextAttemptAt: Date | null;
  /** By when the step must have ended. */
  stepDeadlineAt: Date | null;
}

export type Effect =
  /** Begin the step of the state that was entered. */
  | 'continue'
  /** Wake up at `nextAttemptAt`. */
  | 'wake'
  /** The host is free, and the job may have ended. */
  | 'ended';

export interface Decision {
  next: NextPosition;
  effects: Effect[];
}

/** The next position of a host at work. Pure. Throws for an outcome that the state cannot have: a defect. */
export function decide(host: HostPosition, outcome: Outcome, now: Date, policy: HostPolicy): Decision {
  if (outcome.kind === 'givenUp') {
    return end(host.state === 'rolling_back' ? 'rollback_failed' : 'failed', null, outcome.failure);
  }
  switch (host.state) {
    case 'dispatching':
      return afterDispatch(host, outcome, now, policy);
    case 'running':
      return afterWork(host, outcome, now, policy);
    case 'rebooting':
      return afterReboot(host, outcome, now, policy);
    case 'verifying':
      return afterVerify(host, outcome, policy);
    case 'rolling_back':
      return afterRollback(host, outcome, now, policy);
  }
}

function afterDispatch(host: HostPosition, outcome: Outcome, now: Date, policy: HostPolicy): Decision {
  switch (outcome.kind) {
    case 'accepted':
      return policy.operation === 'reboot' && !policy.dryRun ? enterReboot(now) : enter('running');
    case 'neverSent':
    case 'refused':
      return policy.cancelling ? end('cancelled', null) : retryOrFail(host, outcome.failure, now, policy);
    default:
      return impossible(host, outcome);
  }
}

function afterWork(host: HostPosition, outcome: Outcome, now: Date, policy: HostPolicy): Decision {
  if (outcome.kind === 'forgotten') return failed(jobLost());
  if (outcome.kind !== 'ended') return impossible(host, outcome);
  switch (outcome.status) {
    case 'completed':
      return afterSuccess(outcome, now, policy);
    case 'cancelled':
      return end('cancelled', policy.cancelling ? null : 'CANCELLED_ON_HOST');
    case 'timedout':
    case 'failed':
      return afterFailure(host, outcome, now, policy);
  }
}

function afterSuccess({ rebootRequired, changed, leftOut }: Ended, now: Date, policy: HostPolicy): Decision {
  const wanted = policy.reboot === 'always' || (policy.reboot === 'if_required' && rebootRequired);
  if (wanted && !policy.dryRun && policy.cancelling) return end('completed', 'REBOOT_CANCELLED', null);
  if (wanted && !policy.dryRun) return enterReboot(now);
  if (policy.postGate && !policy.cancelling) return enter('verifying');
  return end('completed', leftOut ?? (!changed && policy.changesPackages ? 'NOTHING_TO_DO' : null), null);
}

function afterFailure(host: HostPosition, outcome: Ended, now: Date, policy: HostPolicy): Decision {
  const failure = outcome.failure ?? unexplained(outcome.status);
  const final = outcome.status === 'timedout' ? 'timedout' : 'failed';
  const isLast = policy.cancelling || policy.ending;
  const due = failure.retryable && !isLast ? retryAt(host.retriesUsed, now, policy) : null;
  if (due) return waitUntil(due, failure);
  if (outcome.changed && policy.rollbackOnFailure) return { ...enter('rolling_back', failure) };
  return end(final, null, failure);
}

function afterReboot(host: HostPosition, outcome: Outcome, now: Date, policy: HostPolicy): Decision {
  switch (outcome.kind) {
    case 'booted':
      return enter('verifying');
    case 'bootOverdue':
      return end('timedout', null, rebootTimeout(outcome.seen));
    case 'unhealthy':
      return failOrUndo(host, outcome.failure, policy);
    case 'rebootCancelled':
      return end('completed', 'REBOOT_CANCELLED', null);
    case 'refused':
      return failed(outcome.failure);
    case 'forgotten':
      return failed(jobLost());
    case 'ended':
      return retryReboot(host, outcome.failure ?? unexplained(outcome.status), now, policy);
    default:
      return impossible(host, outcome);
  }
}

/** A restart that the host cannot take now is asked for again: somebody keeps it from restarting, say. */
function retryReboot(host: HostPosition, failure: Failure, now: Date, policy: HostPolicy): Decision {
  const isLast = policy.cancelling || policy.ending;
  const due = failure.retryable && !isLast ? retryAt(host.retriesUsed, now, policy) : null;
  return due ? repeatStep('rebooting', due, failure) : failed(failure);
}

function repeatStep(state: 'rebooting' | 'rolling_back', due: Date, failure: Failure): Decision {
  const next = { state, reason: failure.code, nextAttemptAt: due, stepDeadlineAt: null };
  return { next: state === 'rebooting' ? { ...next, failure } : next, effects: ['wake'] };
}

function afterVerify(host: HostPosition, outcome: Outcome, policy: HostPolicy): Decision {
  switch (outcome.kind) {
    case 'verified':
      return end('completed', null, null);
    case 'unverified':
      return failOrUndo(host, outcome.failure, policy);
    case 'uncheckable':
      // No rollback: one broken plugin, or one dead service that many checks depend on, would undo a whole fleet.
      return end('failed', 'UNVERIFIED', outcome.failure);
    case 'unchecked':
      return end('completed', 'UNVERIFIED', null);
    default:
      return impossible(host, outcome);
  }
}

function failOrUndo(host: HostPosition, failure: Failure, { rollbackOnFailure }: HostPolicy): Decision {
  return host.changed && rollbackOnFailure ? enter('rolling_back', failure) : failed(failure);
}

/** Not even a cancel stops a rollback: a half-restored host is worse than a changed or a restored one. */
function afterRollback(host: HostPosition, outcome: Outcome, now: Date, policy: HostPolicy): Decision {
  switch (outcome.kind) {
    case 'ended':
      if (outcome.status === 'completed') return end('rolled_back', null);
      return retryRollback(host, outcome.failure ?? unexplained(outcome.status), now, policy);
    case 'refused':
    case 'neverSent':
      return retryRollback(host, outcome.failure, now, policy);
    case 'forgotten':
      return end('rollback_failed', null, jobLost());
    default:
      return impossible(host, outcome);
  }
}

function retryRollback(host: HostPosition, failure: Failure, now: Date, policy: HostPolicy): Decision {
  const due = failure.retryable && !policy.cancelling ? retryAt(host.retriesUsed, now, policy) : null;
  if (!due) return end('rollback_failed', null, failure);
  return repeatStep('rolling_back', due, failure);
}

function retryOrFail(host: HostPosition, failure: Failure, now: Date, policy: HostPolicy): Decision {
  const due = failure.retryable && !policy.ending ? retryAt(host.retriesUsed, now, policy) : null;
  return due ? waitUntil(due, failure) : failed(failure);
}

function enter(state: JobHostState, failure?: Failure): Decision {
  return {
    next: { state, reason: null, failure, nextAttemptAt: null, stepDeadlineAt: null },
    effects: ['continue'],
  };
}

function enterReboot(now: Date): Decision {
  const { next, effects } = enter('rebooting');
  return { next: { ...next, stepDeadlineAt: new Date(now.getTime() + REBOOT_LIMIT_MS) }, effects };
}

function waitUntil(due: Date, failure: Failure): Decision {
  const next = {
    state: 'retry_wait',
    reason: failure.code,
    failure,
    nextAttemptAt: due,
    stepDeadlineAt: null,
  } as const;
  return { next, effects: ['wake', 'ended'] };
}

function failed(failure: Failure): Decision {
  return end('failed', null, failure);
}

function end(state: JobHostState, reason: string | null, failure?: Failure | null): Decision {
  return { next: { state, reason, failure, nextAttemptAt: null, stepDeadlineAt: null }, effects: ['ended'] };
}

function impossible(host: Pick<HostPosition, 'state'>, outcome: Outcome): never {
  throw new Error(`a host in ${host.state} cannot have the outcome ${outcome.kind}`);
}

const unexplained = (status: AgentEnd): Failure => ({
  code: status === 'timedout' ? 'TIMED_OUT' : 'AGENT_ERROR',
  message: `The agent's job ended ${status} without saying why.`,
  retryable: status !== 'cancelled',
});

const jobLost = (): Failure => ({
  code: 'AGENT_JOB_LOST',
  message: 'The agent no longer knows the job that it had accepted; what it did is unknown.',
  retryable: false,
});

const LIMIT = `${REBOOT_LIMIT_MS / 60_000} minutes`;
const OVERDUE = {
  silent: `The host did not come back within ${LIMIT} of its restart: its agent does not answer.`,
  sameBoot: `The host was asked to restart and did not within ${LIMIT}: its agent answers from the same boot.`,
  notAsked: `The host could not be asked to restart within ${LIMIT}, and was not restarted.`,
};

const rebootTimeout = (seen: keyof typeof OVERDUE): Failure => ({
  code: 'REBOOT_TIMEOUT',
  message: OVERDUE[seen],
  retryable: true,
});
