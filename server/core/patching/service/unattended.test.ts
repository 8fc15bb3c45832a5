import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemActor } from '#server/kernel/security/actor.ts';
import type { MadeBy } from '../api.ts';
import { planWith, scriptFailed } from '../testing/fakeAgents.ts';
import {
  closeWorld,
  codeOf,
  KEY,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireJob,
} from '../testing/harness.ts';
import { approval, planned } from '../testing/plans.ts';

const test = suite<OneManager>('jobs that no person waits for');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

const by = (key: string = KEY, more: Partial<MadeBy> = {}): MadeBy => ({
  actor: { ...systemActor, name: 'policy Nightly' },
  scope: 'all',
  key,
  ...more,
});
const OTHER_KEY = '7d9f4f4e-0000-4000-8000-000000000002';
const EMPTY = '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945';

test('the same key gives the same job, which names who made it and runs', async ({ world, manager }) => {
  const { offered } = manager.patching;
  const job = request(world.fleet.hostIds);
  const jobId = await offered.create(job, by());
  assert.is(await offered.create(job, by()), jobId);
  const ended = await world.runUntilEnded(manager, jobId, MINUTE_MS);
  assert.equal([ended.state, ended.created_by], ['completed', { id: null, username: 'policy Nightly' }]);
  assert.is(await codeOf(offered.create(request([]), by())), 'IDEMPOTENCY_MISMATCH');
});

test('the same key gives the job although its scope holds nothing by now', async ({ manager, hostId }) => {
  const { offered } = manager.patching;
  const jobId = await offered.create(request([hostId]), by());
  assert.is(await offered.create(request([hostId]), by(KEY, { scope: { hostIds: [] } })), jobId);
});

test('a host that may get no work is left out, of a job and of the run of a plan', async (context) => {
  const { world, manager } = context;
  const { offered } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  const planJobId = await planned(context, [0, 1, 2]);
  const flagged = world.fleet.infos.find(({ id }) => id === second);
  if (flagged) flagged.duplicateIdentity = true;
  const jobId = await offered.create(request([first, second]), by());
  assert.is((await wireJob(manager, jobId)).hosts_total, 1);
  const runId = await offered.create(approval(planJobId), by(OTHER_KEY));
  assert.is((await wireJob(manager, runId)).hosts_total, 2);
  const plans = await offered.plansOf(planJobId);
  assert.equal(
    plans.map(({ runJobId }) => runJobId),
    [runId, null, runId],
    'its plan has not run',
  );
  const none = offered.create(request([second]), by('7d9f4f4e-0000-4000-8000-000000000003'));
  assert.is(await codeOf(none), 'TARGET_EMPTY');
});

test('of a plan is told which hosts have something to do', async (context) => {
  const { world, manager } = context;
  const [first = '', second = '', third = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ plan: planWith('a'.repeat(64)) });
  world.fleet.agent(second).endings.push({ plan: planWith(EMPTY) });
  world.fleet.agent(third).endings.push({ status: 'failed', error: scriptFailed });
  const { offered } = manager.patching;
  const jobId = await offered.create(request(world.fleet.hostIds, { dryRun: true }), by());
  await world.runUntilEnded(manager, jobId, MINUTE_MS);
  const plans = await offered.plansOf(jobId);
  assert.equal(
    plans.map(({ hostId, state, hasChanges, isCut, planHash }) => [
      hostId,
      state,
      hasChanges,
      isCut,
      planHash,
    ]),
    [
      [first, 'completed', true, false, 'a'.repeat(64)],
      [second, 'completed', false, false, EMPTY],
      [third, 'failed', false, false, null],
    ],
  );
});

test.run();
