import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '#server/shared/wire/appError.ts';
import type { CreateQuestion } from '../events.ts';
import { planWith } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  KEY,
  MINUTE_MS,
  type OneManager,
  operator,
  request,
  startOneManager,
} from '../testing/harness.ts';
import { approval, planned, refusalOf } from '../testing/plans.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('jobs that plugins are asked about');
test.before.each(startOneManager(2));
test.after.each(closeWorld);

/** Adds a plugin with this answer, and records its questions. */
function asked(
  { manager }: OneManager,
  answer: (question: CreateQuestion) => object | Promise<object> = () => ({}),
) {
  const questions: CreateQuestion[] = [];
  manager.ctx.hooks.add('approvals', {
    'patching.beforeCreate': async (question) => {
      questions.push(question);
      return answer(question);
    },
  });
  return questions;
}

const needsApproval = (): never => {
  const message = 'A rule asks for an approved plan.';
  throw new AppError('APPROVAL_REQUIRED', { message, details: { rule: 'prod' } });
};

const jobCount = async ({ manager }: OneManager): Promise<number> =>
  (await manager.patching.service.list({}, { sort: 'name', cursor: null, limit: 1 }, 'all')).total;

test('a plugin is told who wants what on which hosts, before anything is written', async (context) => {
  const { manager, world } = context;
  const counts: number[] = [];
  const questions = asked(context, async () => {
    counts.push(await jobCount(context));
    return {};
  });
  const scheduleAt = new Date('2030-01-02T00:00:00Z');
  const job = request(world.fleet.hostIds, { maxParallel: 7 }, { scheduleAt });
  await manager.patching.service.create(job, caller());
  assert.equal(counts, [0]);
  const [question] = questions;
  assert.equal([question?.actor, question?.operation, question?.planJobId], [operator, 'patch', null]);
  assert.equal([question?.spec.maxParallel, question?.scheduleAt], [7, scheduleAt]);
  assert.equal(question?.target, { host_ids: world.fleet.hostIds });
  assert.equal(
    question?.hosts,
    world.fleet.infos.map(({ id, fqdn }) => ({ hostId: id, fqdn, planHash: null })),
  );
});

test('what a plugin refuses is refused with its own code, and nothing is written', async (context) => {
  const { manager, hostId } = context;
  const questions = asked(context, needsApproval);
  const refusal = await refusalOf(manager.patching.service.create(request([hostId]), caller(KEY)));
  assert.equal(refusal, {
    code: 'APPROVAL_REQUIRED',
    details: { rule: 'prod' },
    message: 'A rule asks for an approved plan.',
  });
  assert.is(await jobCount(context), 0);
  await refusalOf(manager.patching.service.create(request([hostId]), caller(KEY)));
  assert.is(questions.length, 2, 'a refused key is no answer that is kept');
});

test('the run of a plan is asked about too, with the hash of each host; a refusal leaves the plan to be run later', async (context) => {
  const { manager, world } = context;
  const planJobId = await planned(context, [0, 1]);
  let open = false;
  const questions = asked(context, () => (open ? {} : needsApproval()));
  const { service } = manager.patching;
  assert.is((await refusalOf(service.create(approval(planJobId), caller()))).code, 'APPROVAL_REQUIRED');
  open = true;
  const { job } = await service.create(approval(planJobId), caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  assert.equal(
    questions.map((question) => [question.planJobId, question.target, question.spec.dryRun]),
    [
      [planJobId, null, false],
      [planJobId, null, false],
    ],
  );
  assert.equal(
    questions[0]?.hosts.map(({ planHash }) => planHash),
    ['a'.repeat(64), 'b'.repeat(64)],
  );
});

test('a plugin names the fields that it sees to, of this job; what nobody names is refused by name', async (context) => {
  const { manager, hostId } = context;
  const { service } = manager.patching;
  const soak = { healthGate: { soakSecs: 5 } };
  asked(context, ({ operation }) => (operation === 'patch' ? { fields: ['health_gate.soak_secs'] } : {}));
  const refusal = await refusalOf(
    service.create(request([hostId], { ...soak, respectWindows: false }), caller()),
  );
  assert.equal([refusal.code, refusal.details], ['FIELD_DISABLED', { field: 'respect_windows' }]);
  await service.create(request([hostId], soak), caller());
  const reboot = request([hostId], soak, { operation: 'reboot' });
  assert.equal((await refusalOf(service.create(reboot, caller()))).details, {
    field: 'health_gate.soak_secs',
  });
});

test('a key that has made its job gives it again without a question, and a rollback asks none', async (context) => {
  const { manager, world, hostId, agent } = context;
  const { service } = manager.patching;
  const questions = asked(context);
  agent.endings.push({ changes: [{ name: 'jq', arch: 'amd64', from: '1', to: '2' }] });
  const { job } = await service.create(request([hostId]), caller(KEY));
  await service.create(request([hostId]), caller(KEY));
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  await service.rollback(job.id, {}, caller());
  assert.is(questions.length, 1);
});

test('a plugin that breaks, or is silent, keeps the job from being written', async (context) => {
  const { manager, hostId, agent } = context;
  manager.ctx.hooks.add('approvals', { 'patching.beforeCreate': () => Promise.reject(new Error('broken')) });
  agent.endings.push({ plan: planWith('a'.repeat(64)) });
  const work = manager.patching.service.create(request([hostId]), caller());
  await work.then(
    () => assert.unreachable('it was written'),
    (error: Error) => assert.match(error.message, /patching.beforeCreate of approvals/),
  );
  await settled();
  assert.is(await jobCount(context), 0);
});

test.run();
