/** Possible outcomes of the steps of a walk (jobWalk.ts). */
import type { Failure, Outcome } from '../domain/decide.ts';
import type { ActiveState } from '../domain/jobHostStates.ts';

const fails = (code: string, retryable: boolean): Failure => ({ code, message: code, retryable });
const ended = (more: Partial<Extract<Outcome, { kind: 'ended' }>>): Outcome => ({
  kind: 'ended',
  status: 'completed',
  failure: null,
  changed: true,
  rebootRequired: true,
  ...more,
});

/** How an agent's job may end; once the trouble is over, all end with the first. */
export const ENDINGS: readonly Outcome[] = [
  ended({}),
  ended({ changed: false, rebootRequired: false }),
  ended({ status: 'failed', failure: fails('SCRIPT_FAILED', false) }),
  ended({ status: 'failed', failure: fails('LOCK_HELD', true), changed: false }),
  ended({ status: 'failed', failure: fails('PLAN_CHANGED', false), changed: false }),
  ended({ status: 'timedout', failure: fails('TIMED_OUT', false), changed: false }),
  ended({ status: 'cancelled', changed: false }),
];

/** Outcomes of a step other than success. */
export const OTHERWISE: Readonly<Record<ActiveState, readonly Outcome[]>> = {
  dispatching: [
    { kind: 'neverSent', failure: fails('HOST_UNREACHABLE', true) },
    { kind: 'neverSent', failure: fails('CERTIFICATE_INVALID', false) },
  ],
  running: [],
  rebooting: [
    { kind: 'rebootCancelled' },
    { kind: 'bootOverdue', seen: 'silent' },
    { kind: 'unhealthy', failure: fails('HOST_UNHEALTHY', false) },
  ],
  verifying: [{ kind: 'unverified', failure: fails('HEALTH_CHECK_FAILED', false) }, { kind: 'unchecked' }],
  rolling_back: [],
};
