import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decide, type Failure, type HostPolicy, type HostPosition, type Outcome } from './decide.ts';
import { type ActiveState, JOB_HOST_TRANSITIONS, type JobHostState, mayChangeHost } from './jobHostStates.ts';
import { REBOOT_LIMIT_MS, RETRY_DELAYS_MS } from './retryPolicy.ts';

const test = suite('decisions');

const NOW = new Date('2030-01-01T00:00:00Z');

const POLICY: HostPolicy = {
  operation: 'patch',
  reboot: 'never',
  dryRun: false,
  postGate: false,
  changesPackages: true,
  rollbackOnFailure: false,
  cancelling: false,
  ending: false,
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

/** All possible decisions. */
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
  {
    from: 'dispatching',
    outcome: { kind: 'refused', failure: passing },
    policy: { ending: true },
    to: 'failed',
  },
  { from: 'dispatching', outcome: { kind: 'refused', failure: fatal }, to: 'failed' },
  { from: 'running', outcome: { kind: 'givenUp', failure: fatal }, to: 'failed' },
  { from: 'running', outcome: { kind: 'forgotten' }, to: 'failed' },
  { from: 'running', outcome: ended('completed'), to: 'completed' },
  {
    from: 'running',
    outcome: ended('completed', { changed: false }),
    to: 'completed',
    reason: 'NOTHING_TO_DO',
  },
  {
    from: 'running',
    outcome: ended('completed', { changed: false, leftOut: 'SECURITY_UNKNOWN' }),
    to: 'completed',
    reason: 'SECURITY_UNKNOWN',
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
  {
    from: 'running',
    outcome: ended('failed', { failure: passing }),
    policy: { ending: true },
    to: 'failed',
  },
  {
    from: 'running',
    outcome: ended('completed'),
    policy: { reboot: 'always', ending: true },
    to: 'rebooting',
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
  { from: 'rebooting', outcome: ended('failed', { failure: fatal }), to: 'failed' },
  {
    from: 'rebooting',
    outcome: ended('failed', { failure: passing }),
    to: 'rebooting',
    reason: 'LOCK_HELD',
  },
  {
    from: 'rebooting',
    outcome: ended('failed', { failure: passing }),
    host: { retriesUsed: 3 },
    to: 'failed',
  },
  {
    from: 'rebooting',
    outcome: ended('failed', { failure: passing }),
    policy: { cancelling: true },
    to: 'failed',
  },
  { from: 'verifying', outcome: { kind: 'verified' }, to: 'completed' },
  { from: 'verifying', outcome: { kind: 'unverified', failure: fatal }, to: 'failed' },
  {
    from: 'verifying',
    outcome: { kind: 'unverified', failure: fatal },
    policy: { rollbackOnFailure: true },
    host: { changed: true },
    to: 'rolling_back',
  },
  {
    from: 'verifying',
    outcome: { kind: 'uncheckable', failure: passing },
    policy: { rollbackOnFailure: true },
    host: { changed: true },
    to: 'failed',
    reason: 'UNVERIFIED',
  },
  {
    from: 'verifying',
    outcome: { kind: 'unchecked' },
    policy: { cancelling: true },
    to: 'completed',
    reason: 'UNVERIFIED',
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

test('a plan is tried once more after 10 seconds, of whatever kind its passing failure is', () => {
  for (const row of [
    { from: 'running', outcome: ended('failed', { failure: passing }) },
    { from: 'dispatching', outcome: { kind: 'neverSent', failure: passing } },
    { from: 'dispatching', outcome: { kind: 'refused', failure: passing } },
  ] as const) {
    const first = decisionOf({ ...row, policy: { dryRun: true }, to: 'retry_wait' });
    assert.is(first.next.nextAttemptAt?.getTime(), NOW.getTime() + 10_000);
    const second = decisionOf({ ...row, policy: { dryRun: true }, host: { retriesUsed: 1 }, to: 'failed' });
    assert.is(second.next.state, 'failed');
  }
});

test.run();
