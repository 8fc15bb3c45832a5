// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planWith, scriptFailed } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
} from '../testing/harness.ts';
import { approval, planned, refusalOf } from '../testing/plans.ts';

const test = suite<OneManager>('limits of what agents say');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

/** A plan with this many upgrades of packages with long names. */
const bigPlan = (planHash: string, entries: number, nameLength = 100) => ({
  ...planWith(planHash),
  upgrade: Array.from({ length: entries }, (_, at) => ({
    name: `${'p'.repeat(nameLength)}${at}`,
    arch: 'amd64',
    from: '1',
    to: '2',
  })),
});

test('a plan that had to be cut says so, and cannot be approved; the others can', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const [first = '', second = '', third = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ plan: bigPlan('a'.repeat(64), 20_000) });
  world.fleet.agent(second).endings.push({ plan: bigPlan('b'.repeat(64), 5_000) });
  const { job } = await service.create(request([first, second, third], { dryRun: true }), caller());
  world.fleet.agent(third).endings.push({ plan: planWith('c'.repeat(64)) });
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const cut = await wireHost(manager, job.id);
  assert.equal([cut.state, cut.reason, cut.plan?.cut], ['completed', 'PLAN_TOO_LARGE', true]);
  const kept = JSON.stringify(cut.plan).length;
  assert.ok(kept > 1_000_000 && kept < 1_100_000, `${kept} characters`);
  const whole = await wireHost(manager, job.id, 1);
  assert.equal([whole.reason, whole.plan?.cut, whole.plan?.upgrade.length], [null, undefined, 5_000]);
  const named = await refusalOf(service.create(approval(job.id, { planHostIds: [first, second] }), caller()));
  assert.equal([named.code, named.details], ['PLAN_TOO_LARGE', { host_ids: [first] }]);
  const { hosts } = await service.create(approval(job.id), caller());
  assert.ok(hosts.some(({ hostId }) => hostId === second) && hosts.every(({ hostId }) => hostId !== first));
});

test('words of a plan that the contract has no form for are unknown, and an unknown verdict is no', async (context) => {
  const { world, manager } = context;
  const [hostId = ''] = world.fleet.hostIds;
  const odd = 'constructor <b>' as never;
  const kept = { name: 'jq', arch: 'amd64', message: '' };
  world.fleet.agent(hostId).endings.push({
    plan: {
      ...planWith('a'.repeat(64)),
      kept_back: [{ ...kept, reason: odd }],
      reversible: { verdict: odd, reasons: [{ code: odd, message: '' }] },
    },
  });
  const { job } = await manager.patching.service.create(request([hostId], { dryRun: true }), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const { plan } = await wireHost(manager, job.id);
  assert.is(plan?.kept_back[0]?.reason, 'UNKNOWN');
  assert.equal(plan?.reversible, { verdict: 'no', reasons: [{ code: 'UNKNOWN', message: '' }] });
});

test('one answer holds as many hosts as it has room for, and the pages hold them all', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const ids = world.fleet.hostIds;
  // Rows of an earlier release, which stored plans uncut.
  const planJobId = await planned(context, [0, 1, 2]);
  const plan = JSON.stringify(bigPlan('a'.repeat(64), 40_000));
  await world.db.knex('patching_job_hosts').where('job_id', planJobId).update({ plan });
  const { hosts } = await service.get(planJobId, 'all');
  assert.equal(
    hosts.map(({ hostId }) => hostId),
    [ids[0]],
  );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await service.listHosts({ jobId: planJobId }, { sort: 'fqdn', cursor, limit: 500 }, 'all');
    assert.equal([page.rows.length, page.total], [1, 3]);
    seen.push(...page.rows.map(({ hostId }) => hostId));
    cursor = page.nextCursor;
  } while (cursor);
  assert.equal(seen, ids);
});

test('an event stays short: long plans and details are left out of it, which it says', async (context) => {
  const { world, manager, hostId, agent } = context;
  const { service } = manager.patching;
  agent.endings.push({ plan: bigPlan('a'.repeat(64), 5_000) });
  const { job: plan } = await service.create(request([hostId], { dryRun: true }), caller());
  await world.runUntilEnded(manager, plan.id, MINUTE_MS);
  const told = (await service.eventsAfter(plan.id, 0, 100)).findLast(
    ({ kind }) => kind === 'job.host.updated',
  );
  assert.ok(told && 'host' in told.data);
  assert.equal([told.data.host.plan, told.data.host.parts_omitted], [null, true]);
  const details = { text: 'x'.repeat(3_000_000) };
  agent.endings.push({ status: 'failed', error: { ...scriptFailed, details } as never });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const events = await service.eventsAfter(job.id, 0, 100);
  const failed = ({ data }: (typeof events)[number]): boolean => 'host' in data && data.host.error !== null;
  assert.ok(events.some(failed), 'the failure is told');
  for (const event of events) assert.ok(JSON.stringify(event).length < 2_000, event.kind);
  // An event in the form of an earlier release.
  const old = {
    job_id: job.id,
    host: { ...(await wireHost(manager, job.id)), error: { ...scriptFailed, details } },
  };
  const rows = world.db.knex('patching_job_events').where({ job_id: job.id, kind: 'job.host.updated' });
  assert.ok((await rows.update({ data: JSON.stringify(old) })) > 0);
  const again = await service.eventsAfter(job.id, 0, 100);
  assert.ok(again.some(failed));
  for (const event of again) assert.ok(JSON.stringify(event).length < 2_000, event.kind);
});

test('changes that are too many are cut, and the log of the host says so', async (context) => {
  const { world, manager, hostId, agent } = context;
  const { service } = manager.patching;
  agent.endings.push({ changes: bigPlan('a'.repeat(64), 20_000, 5).upgrade });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).changes.length, 10_000);
  const { logs } = await service.readLog({ jobId: job.id, hostId }, { afterSeq: 0, limit: 10 }, 'all');
  assert.equal(
    logs.map(({ text }) => text),
    ['The agent named 20000 changed packages; the first 10000 are stored.'],
  );
});

test('a log that never ends, or repeats itself, holds no host up', async (context) => {
  const { world, manager, hostId, agent } = context;
  agent.streamsWork = false;
  agent.endings.push({ lines: ['one'] });
  let asked = 0;
  const lines = (from: number) =>
    Array.from({ length: 500 }, (_, at) => ({
      seq: from + at,
      at: new Date().toISOString(),
      stream: 'stdout',
      text: '',
    }));
  const answer = agent.answer.bind(agent);
  agent.answer = (operationId, options) => {
    if (operationId !== 'getJobLogs') return answer(operationId, options);
    asked += 1;
    return { logs: lines(asked > 2 ? 1 : asked * 500), next_seq: 0 };
  };
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  assert.is(asked, 3);
});

test.run();
