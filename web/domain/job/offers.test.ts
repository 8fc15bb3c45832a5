import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import {
  factsOfHosts,
  factsOfJob,
  hostOffers,
  offered,
  offersOf,
  type Act,
  type JobFacts,
  type WhyNot,
} from './offers.ts';
import { jobStateText } from './stateText.ts';
import type { JobHost } from './state.ts';
import { actText, whyNotText } from './texts.ts';

type Job = Schemas['Job'];
const test = suite('what a job offers');

const FACTS: JobFacts = {
  kind: 'run',
  state: 'completed',
  reason: null,
  changesPackages: true,
  mayRun: true,
  retryable: 0,
  needsApproval: false,
  unplanned: 0,
  approvable: 0,
  withWork: null,
  approved: 0,
  changed: 0,
  hosts: 3,
  isBeingRolledBack: false,
  undone: 0,
  active: 0,
  changedInWave: null,
} as JobFacts;

/** Each act with why it is not offered; null: it is offered. */
function told(facts: Partial<JobFacts>): Partial<Record<Act, WhyNot | null>> {
  return Object.fromEntries(
    offersOf({ ...FACTS, ...facts }).map(({ act, whyNot }): [Act, WhyNot | null] => [act, whyNot]),
  );
}

const RULED = { kind: 'plan', state: 'completed', approvable: 2, withWork: 2 } as const;

test('under a rule a plan asks for a second person in place of its approval, once at a time', () => {
  assert.equal(told(RULED), { approve: null, retry: 'nothing-failed' });
  assert.equal(told({ ...RULED, secondPerson: 'needed' }), { ask: null, retry: 'nothing-failed' });
  assert.is(told({ ...RULED, secondPerson: 'asked' }).ask, 'asked');
  assert.is(told({ ...RULED, secondPerson: 'needed', withWork: 0 }).ask, 'nothing-to-do');
  assert.is(told({ ...RULED, secondPerson: 'needed', mayRun: false }).ask, 'no-right');
});

const AT_WORK = ['pending', 'scheduled', 'waiting_health_check', 'running'] as const;
const ENDED = ['completed', 'partial', 'failed', 'cancelled'] as const;

test('a run at work can be cancelled and nothing else, once', () => {
  for (const state of AT_WORK)
    assert.equal(told({ state, retryable: 1, changed: 1 }), { cancel: null }, state);
  assert.equal(told({ state: 'cancelling' }), { cancel: 'cancelling' });
});

test('a paused run goes on, is tried again, ended or cancelled; one that is being ended can only be cancelled', () => {
  const paused = { state: 'paused', reason: 'FAILURE_BUDGET_USED' } as const;
  const list = { ...paused, changed: null };
  assert.equal(told({ ...list, retryable: 1 }), { resume: null, retry: null, end: null, cancel: null });
  assert.is(told(paused).retry, 'nothing-failed');
  assert.equal(told({ ...list, reason: 'ENDING', retryable: 1 }), {
    resume: 'ending',
    retry: 'ending',
    end: 'ending',
    cancel: null,
  });
});

test('a halted run is rolled back, its wave or all of it, once none of its hosts is at work', () => {
  const paused = { state: 'paused', reason: 'FAILURE_BUDGET_USED', changed: 3 } as const;
  assert.is(told(paused).rollback, null);
  assert.not('rollbackWave' in told(paused), 'it has no waves');
  assert.equal(
    [told({ ...paused, changedInWave: 1 }).rollbackWave, told({ ...paused, active: 1 }).rollback],
    [null, 'hosts-at-work'],
  );
  const first = told({ ...paused, changedInWave: 0 });
  assert.equal([first.rollbackWave, first.rollback], ['changed-nothing', null]);
  assert.not('rollbackWave' in told({ state: 'partial', changed: 3, changedInWave: 2 }), 'it has ended');
});

test('an ended run is tried again where it failed, and rolled back where it changed something', () => {
  for (const state of ENDED) {
    assert.equal(told({ state, retryable: 1, changed: 2 }), { retry: null, rollback: null }, state);
    assert.equal(told({ state }), { retry: 'nothing-failed', rollback: 'changed-nothing' }, state);
  }
  assert.is(told({ changed: null }).rollback, null, 'a list does not know what was changed');
});

test('while it is being rolled back it offers no second rollback, nor once all is back; part of it may follow', () => {
  assert.is(told({ changed: 2, isBeingRolledBack: true }).rollback, 'rolling-back');
  assert.is(told({ changed: 2, undone: 2 }).rollback, 'rolled-back');
  assert.is(told({ changed: 2, undone: 1 }).rollback, null);
  assert.is(told({ changed: null, hosts: 3, undone: 3 }).rollback, 'rolled-back');
});

test('what changes no versions is not rolled back, and a rollback neither', () => {
  assert.is(told({ changesPackages: false, changed: 0 }).rollback, 'no-packages');
  for (const state of ENDED)
    assert.equal(told({ kind: 'rollback', state, changed: 2, retryable: 1 }), { retry: null }, state);
});

test('a plan is approved as soon as one host is planned, whatever became of the others', () => {
  const some = { kind: 'plan', approvable: 2, unplanned: 1, withWork: 2 } as const;
  assert.equal(told({ ...some, state: 'running' }), { approve: null, replan: null, cancel: null });
  assert.equal(told({ ...some, state: 'partial', retryable: 1 }), {
    approve: null,
    retry: null,
    replan: null,
  });
  assert.equal(told({ ...some, state: 'cancelled', retryable: 1 }), {
    approve: null,
    retry: null,
    replan: null,
  });
  assert.is(told({ ...some, state: 'cancelling' }).approve, null);
});

test('an approved plan is not approved again; what is left of one is', () => {
  const plan = { kind: 'plan', state: 'completed' } as const;
  assert.is(told({ ...plan, approved: 3 }).approve, 'approved');
  assert.is(told({ ...plan, approved: 2, approvable: 1 }).approve, null);
});

test('a plan without anything to approve says why: not yet, not at all, nothing to do', () => {
  const plan = { kind: 'plan', unplanned: 3 } as const;
  assert.equal(told({ ...plan, state: 'running' }), {
    approve: 'none-planned-yet',
    replan: 'none-planned',
    cancel: null,
  });
  assert.equal(told({ ...plan, state: 'failed', retryable: 3 }), {
    approve: 'none-planned',
    retry: null,
    replan: 'none-planned',
  });
  assert.is(told({ ...plan, state: 'completed', approvable: 1, withWork: 0 }).approve, 'nothing-to-do');
  assert.is(told({ ...plan, state: 'completed', approvable: 1, withWork: null }).approve, null);
  assert.is(
    told({ ...plan, state: 'running', approvable: 1, withWork: 1, planning: 1 }).approve,
    'still-planning',
    'one click must not approve a third of the job',
  );
  assert.is(told({ ...plan, state: 'running', approvable: 1, withWork: 1, planning: 0 }).approve, null);
});

test('a plan is never rolled back, resumed or ended', () => {
  const states = [...AT_WORK, ...ENDED, 'paused', 'cancelling'] as const;
  const named = states.flatMap((state) =>
    Object.keys(told({ kind: 'plan', state, unplanned: 1, changed: 1 })),
  );
  assert.equal([...new Set(named)].sort(), ['approve', 'cancel', 'replan', 'retry']);
});

test('who may only read is told so, of each act', () => {
  assert.equal(told({ mayRun: false, retryable: 1, changed: 1 }), {
    retry: 'no-right',
    rollback: 'no-right',
  });
  assert.equal(offered({ ...FACTS, mayRun: false, retryable: 1 }), []);
  assert.equal(offered({ ...FACTS, retryable: 1 }), ['retry']);
});

const COUNTS = {
  pending: 0,
  waiting_window: 0,
  waiting_health_check: 0,
  dispatching: 0,
  running: 0,
  retry_wait: 0,
  rebooting: 0,
  verifying: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  skipped: 0,
  rolling_back: 0,
  rolled_back: 0,
  rollback_failed: 0,
  timedout: 0,
};
const jobOf = (parts: Omit<Partial<Job>, 'counts'> & { counts?: Partial<Job['counts']> }): Job =>
  ({
    operation: 'patch',
    dry_run: false,
    state: 'completed',
    reason: null,
    runs: [],
    rollbacks: [],
    hosts_to_approve: null,
    ...parts,
    counts: { ...COUNTS, ...parts.counts },
  }) as unknown as Job;
const related = (state: Job['state'], hosts: number): Job['runs'][number] =>
  ({ id: 'r', state, hosts_total: hosts }) as Job['runs'][number];

test('a list knows a job by its counts, its runs and its rollbacks', () => {
  const plan = jobOf({
    dry_run: true,
    hosts_total: 5,
    counts: { completed: 4, failed: 1 },
    hosts_to_approve: 1,
    runs: [related('running', 3)],
  });
  const { kind, approvable, approved } = factsOfJob(plan, true);
  assert.equal([kind, approvable, approved], ['plan', 1, 3]);
  const undone = jobOf({ hosts_total: 2, rollbacks: [related('running', 1), related('completed', 1)] });
  assert.equal([factsOfJob(undone, true).isBeingRolledBack, factsOfJob(undone, true).undone], [true, 1]);
  assert.is(factsOfJob(jobOf({ operation: 'hold', hosts_total: 1 }), true).changesPackages, false);
  assert.is(factsOfJob(jobOf({ operation: 'rollback', hosts_total: 1 }), true).kind, 'rollback');
});

const PLAN = { install: [], upgrade: [{ name: 'zip' }], downgrade: [], remove: [] };
const hostOf = (parts: object): JobHost =>
  ({ changes: [], plan: null, reason: null, ...parts }) as unknown as JobHost;

test('the page knows by its hosts what is planned, has work, runs already and was changed', () => {
  const planned = { state: 'completed', plan: PLAN };
  const hosts = [
    hostOf(planned),
    hostOf({ ...planned, plan: { ...PLAN, upgrade: [] } }),
    hostOf({ ...planned, run_job_id: 'r' }),
    hostOf({ ...planned, reason: 'PLAN_TOO_LARGE' }),
    hostOf({ state: 'failed' }),
    hostOf({ state: 'retry_wait' }),
  ];
  const facts = factsOfHosts(jobOf({ dry_run: true, hosts_total: 6 }), hosts, true);
  assert.equal(
    [facts.approvable, facts.withWork, facts.approved, facts.unplanned, facts.retryable],
    [2, 1, 1, 2, 1],
  );
  const run = [hostOf({ state: 'completed', changes: [{ name: 'zip' }] }), hostOf({ state: 'completed' })];
  assert.is(factsOfHosts(jobOf({ hosts_total: 2 }), run, true).changed, 1);
});

test('a plan without changes has nothing to do, and waits for nobody', () => {
  const told = (parts: Parameters<typeof jobOf>[0]): string =>
    jobStateText(jobOf({ dry_run: true, ...parts }))[1];
  assert.is(told({ hosts_to_approve: 2 }), 'Awaiting approval');
  assert.is(told({ hosts_to_approve: 0 }), 'Nothing to do');
  assert.is(told({ hosts_to_approve: 1, runs: [related('running', 3)] }), 'Partly approved');
  assert.is(told({ hosts_to_approve: 0, runs: [related('running', 3)] }), 'Approved');
  assert.is(told({ state: 'running', hosts_to_approve: 0 }), 'Planning');
});

test('what an approval rule stopped is not failed, and is not retried but planned and asked for', () => {
  const skipped = { state: 'skipped', reason: 'APPROVAL_REQUIRED' };
  const job = jobOf({ state: 'failed', reason: 'APPROVAL_REQUIRED', hosts_total: 2 });
  assert.equal(jobStateText(job), ['warn', 'Stopped by approval rule']);
  const whyNot = (...hosts: JobHost[]): WhyNot | null | undefined =>
    offersOf(factsOfHosts(job, hosts, true)).find(({ act }) => act === 'retry')?.whyNot;
  assert.is(whyNot(hostOf(skipped), hostOf(skipped)), 'needs-approval');
  assert.is(whyNot(hostOf(skipped), hostOf({ state: 'failed' })), null, 'the other can be retried');
  assert.is(whyNot(hostOf({ state: 'skipped', reason: 'MAINTENANCE' })), null);
});

test('one host of an ended run is tried again or rolled back by itself; of a plan or a job at work it is not', () => {
  const acts = (job: Job, host: JobHost, mayRun = true): (string | null)[][] =>
    hostOffers(job, host, mayRun).map(({ act, whyNot }) => [act, whyNot]);
  const failed = hostOf({ state: 'failed', changes: [{ name: 'zip' }] });
  const ended = jobOf({ state: 'partial', hosts_total: 2 });
  assert.equal(acts(ended, failed), [
    ['retry', null],
    ['rollback', null],
  ]);
  assert.equal(acts(ended, hostOf({ state: 'completed' })), []);
  assert.equal(acts(ended, failed, false), [
    ['retry', 'no-right'],
    ['rollback', 'no-right'],
  ]);
  assert.equal(acts(jobOf({ state: 'running', hosts_total: 2 }), failed), []);
  assert.equal(acts(jobOf({ state: 'partial', dry_run: true, hosts_total: 2 }), failed), []);
});

test('each act and each reason has words', () => {
  const reasons: readonly WhyNot[] = [
    ...(['no-right', 'cancelling', 'ending', 'none-planned-yet', 'none-planned', 'nothing-to-do'] as const),
    ...(['approved', 'nothing-failed', 'changed-nothing', 'no-packages', 'rolling-back'] as const),
    ...(['rolled-back', 'hosts-at-work'] as const),
  ];
  for (const why of reasons) assert.match(whyNotText(why), /^[A-Z].*\.$/);
  assert.is(actText('cancel', 'plan'), 'Stop planning');
  assert.is(actText('cancel', 'run'), 'Cancel');
});

test.run();
