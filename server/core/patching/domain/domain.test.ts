import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { validate, version } from 'uuid';
import { decide, type Failure, type HostPolicy, type HostPosition, type Outcome } from './decide.ts';
import { dispatchKey } from './dispatchKey.ts';
import {
  ACTIVE_STATES,
  ENDED_STATES,
  JOB_HOST_STATES,
  JOB_HOST_TRANSITIONS,
  mayChangeHost,
  WAITING_STATES,
  type ActiveState,
  type JobHostState,
} from './jobHostStates.ts';
import { JOB_STATES, JOB_TRANSITIONS, jobOutcome, jobStateAfter, mayChangeJob } from './jobStates.ts';
import { REBOOT_LIMIT_MS, RETRY_DELAYS_MS } from './retryPolicy.ts';

const NOW = new Date('2030-01-01T00:00:00Z');
const test = suite('states of jobs and hosts');

const POLICY: HostPolicy = {
  operation: 'patch',
  reboot: 'never',
  dryRun: false,
  postGate: false,
  changesPackages: true,
  rollbackOnFailure: false,
  cancelling: false,
};
const passing: Failure = { code: 'LOCK_HELD', message: 'held', retryable: true };
const fatal: Failure = { code: 'SCRIPT_FAILED', message: 'failed', retryable: false };

const ended = (status: 'completed' | 'failed' | 'timedout' | 'cancelled', more: object = {}): Outcome => ({
  kind: 'ended',
  status,
  failure: null,
  changed: true,
  rebootRequired: false,
  ...more,
});

interface Row {
  from: ActiveState;
  outcome: Outcome;
  policy?: Partial<HostPolicy>;
  host?: Partial<HostPosition>;
  to: JobHostState;
  reason?: string | null;
}

/** Every decision that there is. */
const DECISIONS: readonly Row[] = [
  { from: 'dispatching', outcome: { kind: 'accepted' }, to: 'running' },
  { from: 'dispatching', outcome: { kind: 'accepted' }, policy: { operation: 'reboot' }, to: 'rebooting' },
  {
    from: 'dispatching',
    outcome: { kind: 'neverSent', failure: passing },
    to: 'retry_wait',
    reason: 'LOCK_HELD',
  },
  {
    from: 'dispatching',
    outcome: { kind: 'neverSent', failure: passing },
    host: { retriesUsed: 3 },
    to: 'failed',
  },
  {
    from: 'dispatching',
    outcome: { kind: 'neverSent', failure: passing },
    policy: { cancelling: true },
    to: 'cancelled',
  },
  {
    from: 'dispatching',
    outcome: { kind: 'refused', failure: passing },
    to: 'retry_wait',
    reason: 'LOCK_HELD',
  },
  { from: 'dispatching', outcome: { kind: 'refused', failure: fatal }, to: 'failed' },
  {
    from: 'dispatching',
    outcome: { kind: 'contactLost', message: '' },
    to: 'dispatching',
    reason: 'CONTACT_LOST',
  },
  { from: 'running', outcome: { kind: 'contactLost', message: '' }, to: 'running', reason: 'CONTACT_LOST' },
  { from: 'running', outcome: { kind: 'givenUp', failure: fatal }, to: 'failed' },
  { from: 'running', outcome: { kind: 'forgotten' }, to: 'failed' },
  { from: 'running', outcome: ended('completed'), to: 'completed' },
  {
    from: 'running',
    outcome: ended('completed', { changed: false }),
    to: 'completed',
    reason: 'NOTHING_TO_DO',
  },
  { from: 'running', outcome: ended('completed'), policy: { reboot: 'always' }, to: 'rebooting' },
  { from: 'running', outcome: ended('completed'), policy: { reboot: 'if_required' }, to: 'completed' },
  {
    from: 'running',
    outcome: ended('completed', { rebootRequired: true }),
    policy: { reboot: 'if_required' },
    to: 'rebooting',
  },
  {
    from: 'running',
    outcome: ended('completed'),
    policy: { reboot: 'always', cancelling: true },
    to: 'completed',
    reason: 'REBOOT_CANCELLED',
  },
  { from: 'running', outcome: ended('completed'), policy: { postGate: true }, to: 'verifying' },
  { from: 'running', outcome: ended('failed', { failure: passing }), to: 'retry_wait', reason: 'LOCK_HELD' },
  { from: 'running', outcome: ended('failed', { failure: passing }), host: { retriesUsed: 3 }, to: 'failed' },
  {
    from: 'running',
    outcome: ended('failed', { failure: passing }),
    policy: { cancelling: true },
    to: 'failed',
  },
  { from: 'running', outcome: ended('failed', { failure: fatal }), to: 'failed' },
  {
    from: 'running',
    outcome: ended('failed', { failure: fatal }),
    policy: { rollbackOnFailure: true },
    to: 'rolling_back',
  },
  {
    from: 'running',
    outcome: ended('failed', { failure: fatal, changed: false }),
    policy: { rollbackOnFailure: true },
    to: 'failed',
  },
  { from: 'running', outcome: ended('timedout', { failure: fatal, changed: false }), to: 'timedout' },
  { from: 'running', outcome: ended('timedout', { changed: false }), to: 'retry_wait', reason: 'TIMED_OUT' },
  { from: 'running', outcome: ended('cancelled'), to: 'cancelled', reason: 'CANCELLED_ON_HOST' },
  { from: 'running', outcome: ended('cancelled'), policy: { cancelling: true }, to: 'cancelled' },
  { from: 'rebooting', outcome: { kind: 'booted' }, to: 'verifying' },
  { from: 'rebooting', outcome: { kind: 'bootOverdue', seen: 'silent' }, to: 'timedout' },
  { from: 'rebooting', outcome: { kind: 'unhealthy', failure: fatal }, to: 'failed' },
  {
    from: 'rebooting',
    outcome: { kind: 'unhealthy', failure: fatal },
    policy: { rollbackOnFailure: true },
    host: { changed: true },
    to: 'rolling_back',
  },
  {
    from: 'rebooting',
    outcome: { kind: 'rebootCancelled' },
    policy: { cancelling: true },
    to: 'completed',
    reason: 'REBOOT_CANCELLED',
  },
  { from: 'rebooting', outcome: { kind: 'forgotten' }, to: 'failed' },
  { from: 'rebooting', outcome: { kind: 'refused', failure: fatal }, to: 'failed' },
  { from: 'rebooting', outcome: ended('failed'), to: 'failed' },
  { from: 'verifying', outcome: { kind: 'verified' }, to: 'completed' },
  { from: 'verifying', outcome: { kind: 'unverified', failure: fatal }, to: 'failed' },
  {
    from: 'verifying',
    outcome: { kind: 'unverified', failure: fatal },
    policy: { rollbackOnFailure: true },
    host: { changed: true },
    to: 'rolling_back',
  },
  { from: 'rolling_back', outcome: ended('completed'), to: 'rolled_back' },
  { from: 'rolling_back', outcome: ended('failed', { failure: fatal }), to: 'rollback_failed' },
  {
    from: 'rolling_back',
    outcome: ended('failed', { failure: passing }),
    to: 'rolling_back',
    reason: 'LOCK_HELD',
  },
  {
    from: 'rolling_back',
    outcome: { kind: 'refused', failure: passing },
    to: 'rolling_back',
    reason: 'LOCK_HELD',
  },
  {
    from: 'rolling_back',
    outcome: { kind: 'neverSent', failure: passing },
    host: { retriesUsed: 3 },
    to: 'rollback_failed',
  },
  { from: 'rolling_back', outcome: { kind: 'forgotten' }, to: 'rollback_failed' },
  { from: 'rolling_back', outcome: { kind: 'givenUp', failure: fatal }, to: 'rollback_failed' },
];

function decisionOf({ from, outcome, policy, host }: Row) {
  return decide({ state: from, retriesUsed: 0, changed: false, ...host }, outcome, NOW, {
    ...POLICY,
    ...policy,
  });
}

test('every decision leads where its row says, by a transition of the table', () => {
  for (const row of DECISIONS) {
    const { next } = decisionOf(row);
    const title = `${row.from} + ${JSON.stringify(row.outcome)} ${JSON.stringify(row.policy ?? {})}`;
    assert.is(next.state, row.to, title);
    assert.is(next.reason, row.reason ?? null, title);
    assert.ok(mayChangeHost(row.from, next.state), title);
  }
});

test('every transition that a runner makes is reached by a decision', () => {
  const reached = new Set(DECISIONS.map((row) => `${row.from} ${decisionOf(row).next.state}`));
  const missing = JOB_HOST_TRANSITIONS.filter(
    ({ by, from, to }) => by === 'runner' && !reached.has(`${from} ${to}`),
  );
  assert.equal(missing, []);
});

test('an outcome that a state cannot have is a defect, and is thrown', () => {
  assert.throws(() => decisionOf({ from: 'dispatching', outcome: { kind: 'booted' }, to: 'failed' }));
  assert.throws(() => decisionOf({ from: 'verifying', outcome: { kind: 'accepted' }, to: 'failed' }));
});

test('retries wait 1, 5 and 30 minutes, a restart 15', () => {
  assert.equal(RETRY_DELAYS_MS, [60_000, 300_000, 1_800_000]);
  for (const [retriesUsed, delayMs] of RETRY_DELAYS_MS.entries()) {
    const { next, effects } = decisionOf({
      from: 'running',
      outcome: ended('failed', { failure: passing }),
      host: { retriesUsed },
      to: 'retry_wait',
    });
    assert.is(next.nextAttemptAt?.getTime(), NOW.getTime() + delayMs);
    assert.equal(effects, ['wake', 'ended']);
  }
  const { next } = decisionOf({
    from: 'running',
    outcome: ended('completed'),
    policy: { reboot: 'always' },
    to: 'rebooting',
  });
  assert.is(next.stepDeadlineAt?.getTime(), NOW.getTime() + REBOOT_LIMIT_MS);
});

test('the states are whole: each one is waiting, active or ended, is reached, and can be left if it has not ended', () => {
  assert.equal([...WAITING_STATES, ...ACTIVE_STATES, ...ENDED_STATES].sort(), [...JOB_HOST_STATES].sort());
  for (const state of JOB_HOST_STATES) {
    assert.ok(
      state === 'pending' || JOB_HOST_TRANSITIONS.some(({ to }) => to === state),
      `${state} is reached`,
    );
    assert.ok(
      (ENDED_STATES as readonly string[]).includes(state) ||
        JOB_HOST_TRANSITIONS.some(({ from }) => from === state),
      `${state} is left`,
    );
  }
  for (const state of JOB_STATES) {
    assert.ok(
      ['pending', 'scheduled'].includes(state) || JOB_TRANSITIONS.some(({ to }) => to === state),
      `${state} is reached`,
    );
  }
});

test('transitions that are not in the table are none', () => {
  assert.not(mayChangeHost('completed', 'pending'));
  assert.not(mayChangeHost('pending', 'running'));
  assert.not(mayChangeHost('rolled_back', 'pending'));
  assert.not(mayChangeJob('completed', 'running'));
  assert.not(mayChangeJob('cancelling', 'running'));
});

test('how a job ended follows from its hosts', () => {
  assert.is(jobOutcome({ completed: 1, running: 1 }), null);
  assert.is(jobOutcome({ completed: 2 }), 'completed');
  assert.is(jobOutcome({ completed: 1, rolled_back: 1 }), 'partial');
  assert.is(jobOutcome({ completed: 1, skipped: 1 }), 'partial');
  assert.is(jobOutcome({ failed: 1, skipped: 1 }), 'failed');
  assert.is(jobOutcome({ completed: 1, cancelled: 1 }), 'cancelled');
});

test('the state of a job follows from its hosts', () => {
  const after = (
    state: (typeof JOB_STATES)[number],
    counts: object,
    failureBudgetPercent: number | null = null,
  ) => jobStateAfter({ state, counts, failureBudgetPercent });
  assert.is(after('pending', { pending: 2 }), 'pending');
  assert.is(after('scheduled', { pending: 2 }), 'scheduled');
  assert.is(after('pending', { pending: 1, dispatching: 1 }), 'running');
  assert.is(after('pending', { waiting_health_check: 2 }), 'waiting_health_check');
  assert.is(after('running', { waiting_health_check: 1, completed: 1 }), 'waiting_health_check');
  assert.is(after('waiting_health_check', { waiting_health_check: 1, waiting_window: 1 }), 'pending');
  assert.is(after('running', { retry_wait: 1, failed: 1 }, 50), 'running');
  assert.is(after('running', { pending: 1, failed: 1 }, 49), 'paused');
  assert.is(after('running', { pending: 9, failed: 1 }, 0), 'paused');
  assert.is(after('paused', { pending: 1, failed: 1 }), 'paused');
  assert.is(after('cancelling', { running: 1, cancelled: 1 }), 'cancelling');
  assert.is(after('cancelling', { completed: 1, cancelled: 1 }), 'cancelled');
});

test('a dispatch key is a UUID of all its parts, and always the same', () => {
  const parts = { jobId: 'j', hostId: 'h', attempt: 1, round: 1 };
  const key = dispatchKey(parts);
  assert.ok(validate(key));
  assert.is(version(key), 8);
  assert.is(dispatchKey({ ...parts }), key);
  const others = [
    { jobId: 'k' },
    { hostId: 'k' },
    { attempt: 2 },
    { round: 2 },
    { step: 'reboot' as const },
    { repetition: 1 },
  ];
  const keys = new Set([key, ...others.map((other) => dispatchKey({ ...parts, ...other }))]);
  assert.is(keys.size, others.length + 1);
});

test.run();
