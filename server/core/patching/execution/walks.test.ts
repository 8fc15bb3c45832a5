// Random walks through all that may happen to jobs, with managers that die between two writes. Full run: WALKS=10000.
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JobSpec } from '../domain/jobSpec.ts';
import { JOB_HOST_TRANSITIONS } from '../domain/jobHostStates.ts';
import { isJobEnded, JOB_TRANSITIONS } from '../domain/jobStates.ts';
import type { ModelHost } from '../testing/jobModel.ts';
import { JobWalk } from '../testing/jobWalk.ts';

const test = suite('walks through the states of jobs');
const WALKS = Number(process.env.WALKS ?? 10_000);
const TAGS = [
  [],
  ['anti_affinity=a'],
  ['anti_affinity=a', 'quorum=q'],
  ['anti_affinity=b', 'quorum=q'],
  ['quorum=q'],
];

/** Transitions that these walks need not reach: they have no jobs of restarts only, and the others are very rare. */
const RARE = [
  'host dispatching rebooting',
  'job scheduled cancelled',
  'job pending completed',
  'job pending partial',
  'job pending cancelled',
  'job waiting_health_check completed',
  'job paused completed',
  'job cancelling completed',
];

/** The kinds of steps to choose from: work is more frequent than trouble. */
const KINDS = ['work', 'work', 'work', 'work', 'work', 'work', 'trouble', 'trouble', 'people'] as const;

const spec: fc.Arbitrary<Partial<JobSpec>> = fc.record({
  waves: fc.constantFrom<JobSpec['waves']>(
    [],
    [{ count: 1, soakSecs: 600 }],
    [{ count: 1 }, { percent: 50, soakSecs: 60 }],
    [{ percent: 34 }, { percent: 33 }],
  ),
  failureBudgetPercent: fc.constantFrom(0, 50, 100),
  maxParallel: fc.constantFrom(1, 2, 50),
  reboot: fc.constantFrom<JobSpec['reboot']>('never', 'if_required', 'always'),
  rollbackOnFailure: fc.boolean(),
  healthGate: fc.record({
    pre: fc.constant(true),
    post: fc.boolean(),
    soakSecs: fc.constant(0),
    preTimeoutSecs: fc.constant(3_600),
  }),
});

const world = fc.record({
  tags: fc.array(fc.constantFrom(...TAGS), { minLength: 3, maxLength: 5 }),
  jobs: fc.array(spec, { minLength: 1, maxLength: 3 }),
  choices: fc.array(fc.nat(10_000), { maxLength: 150, size: 'max' }),
  isLater: fc.boolean(),
  // Most walks have no cancel, because it would end them early.
  mayCancel: fc.constantFrom(false, false, false, true),
});

test('every job ends, no host is at work twice, no state is outside the table, no tag is down twice, no budget is exceeded', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(world, ({ tags, jobs, choices, mayCancel, isLater }) => {
      const hosts = tags.map((own, id): ModelHost => ({ id, tags: own, gate: 'open' }));
      const walk = new JobWalk(hosts, { mayCancel });
      jobs.forEach((one, index) => walk.store.addJob(index === 0 ? hosts : hosts.slice(-3), one, isLater));
      for (const choice of choices) {
        const steps = walk.steps(KINDS[choice % KINDS.length] ?? 'work');
        steps[Math.floor(choice / KINDS.length) % steps.length]?.();
      }
      assert.ok(walk.finish(), 'every job ends');
      assert.not(walk.hadTwoAtOnce, 'no agent had two jobs at once');
      assert.ok(walk.store.jobs.every(({ state }) => isJobEnded(state)));
      assert.is(walk.store.claims.size, 0);
      for (const change of walk.watcher.seen) seen.add(change);
    }),
    { numRuns: WALKS, seed: Number(process.env.WALKS_SEED ?? 13), includeErrorInReport: true },
  );
  const table = [
    ...JOB_HOST_TRANSITIONS.map(({ from, to }) => `host ${from} ${to}`),
    ...JOB_TRANSITIONS.map(({ from, to }) => `job ${from} ${to}`),
  ];
  const missed = table.filter((change) => !seen.has(change) && !RARE.includes(change));
  assert.equal(WALKS >= 10_000 ? missed : [], [], 'the walks see all but the rarest changes');
});

test.run();
