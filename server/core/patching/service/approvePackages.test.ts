import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JobOperation, NamedSpec } from '../domain/jobSpec.ts';
import { lockHeld } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  codeOf,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
  wireJob,
} from '../testing/harness.ts';
import { approval, planned } from '../testing/plans.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('approvals of installs, updates and removals');
test.before.each(startOneManager(2));
test.after.each(closeWorld);

const HASH = 'a'.repeat(64);
const TOO_OLD = 'AGENT_TOO_OLD';

interface Planned {
  operation: JobOperation;
  spec: NamedSpec;
  operationId: string;
  body: object;
}

/** Each operation that names packages, with the call that its agent gets. */
const OPERATIONS: readonly Planned[] = [
  {
    operation: 'install',
    spec: { packages: [{ name: 'jq', version: '1.6' }] },
    operationId: 'installPackages',
    body: { packages: [{ name: 'jq', version: '1.6' }] },
  },
  {
    operation: 'update',
    spec: { packages: [{ name: 'jq' }], strictSources: true },
    operationId: 'updatePackages',
    body: { packages: [{ name: 'jq' }], strict_sources: true },
  },
  {
    operation: 'remove',
    spec: { packages: [{ name: 'jq' }], purge: true, autoremove: true },
    operationId: 'removePackages',
    body: { packages: [{ name: 'jq' }], purge: true, autoremove: true },
  },
];

const [INSTALL] = OPERATIONS;
const install = (context: OneManager): Promise<string> =>
  planned(context, [0, 1], INSTALL?.spec, { operation: 'install' });

for (const { operation, spec, operationId, body } of OPERATIONS) {
  test(`a plan of ${operation} is approved, and each agent is held to its hash`, async (context) => {
    const { world, manager, agent } = context;
    const planJobId = await planned(context, [0, 1], spec, { operation });
    const { job } = await manager.patching.service.create(approval(planJobId), caller());
    const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
    assert.equal([ended.state, ended.operation, ended.from_plan_job_id], ['completed', operation, planJobId]);
    assert.equal(
      agent.started.map((started) => [started.operationId, started.body]),
      [
        [operationId, { ...body, dry_run: true }],
        [operationId, { ...body, plan_hash: HASH }],
      ],
    );
  });
}

test('a repair runs as the plan that was approved, on agents that know it alone', async (context) => {
  const { world, manager, agent } = context;
  const planJobId = await planned(context, [0, 1], { mode: 'repair' });
  const { job } = await manager.patching.service.create(approval(planJobId), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.equal(
    agent.started.map(({ body }) => body),
    [
      { repair: true, reboot: 'never', dry_run: true },
      { repair: true, reboot: 'never', plan_hash: HASH },
    ],
  );
  agent.capabilities = ['plan_hash'];
  const older = await manager.patching.service.create(
    request([context.hostId], { mode: 'repair', dryRun: true }),
    caller(),
  );
  await world.runUntilEnded(manager, older.job.id, MINUTE_MS);
  const { error } = await wireHost(manager, older.job.id);
  assert.is(error?.code, TOO_OLD);
  assert.match(error?.message ?? '', 'too old to plan a repair of broken dependencies');
});

test('a job that nobody approved names no hash, and asks an older agent for nothing new', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  agent.capabilities = [];
  const job = request([hostId], INSTALL?.spec, { operation: 'install' });
  const made = await manager.patching.service.create(job, caller());
  assert.is((await world.runUntilEnded(manager, made.job.id, MINUTE_MS)).state, 'completed');
  assert.equal(agent.started[0]?.body, INSTALL?.body);
});

test('an older agent is sent nothing and its host fails for good, which says why; the others run', async (context) => {
  const { world, manager, agent } = context;
  agent.capabilities = ['plan_hash', 'install', 'something_newer'];
  const planJobId = await install(context);
  const { job } = await manager.patching.service.create(approval(planJobId), caller());
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.equal([ended.state, ended.counts.completed, ended.counts.failed], ['partial', 1, 1]);
  const { error, state, attempt } = await wireHost(manager, job.id);
  assert.equal([state, attempt, error?.code, error?.retryable], ['failed', 1, TOO_OLD, false]);
  assert.match(error?.message ?? '', 'Update the agent');
  assert.is(agent.started.length, 1, 'planned alone');
});

test('once its agent was updated the host is retried, with the hash that was approved', async (context) => {
  const { world, manager, agent } = context;
  const { service } = manager.patching;
  agent.capabilities = [];
  const { job } = await service.create(approval(await install(context)), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  agent.capabilities = ['plan_hash_packages'];
  await service.retry(job.id, null, caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  assert.equal(
    agent.started.slice(1).map(({ body }) => body),
    [{ ...INSTALL?.body, plan_hash: HASH }],
  );
});

for (const operation of ['patch', 'install', 'update', 'remove'] as const)
  for (const dryRun of [true, false])
    test(`an older agent gets no ${dryRun ? 'plan' : 'job'} of ${operation} that all sources must answer for`, async ({
      world,
      manager,
      hostId,
      agent,
    }) => {
      agent.capabilities = ['plan_hash', 'plan_hash_packages'];
      const mode = operation === 'patch' ? ('selected' as const) : undefined;
      const spec = { ...(mode && { mode }), packages: [{ name: 'jq' }], strictSources: true, dryRun };
      const { job } = await manager.patching.service.create(request([hostId], spec, { operation }), caller());
      await world.runUntilEnded(manager, job.id, MINUTE_MS);
      const { error, attempt } = await wireHost(manager, job.id);
      assert.equal([attempt, error?.code, error?.retryable], [1, TOO_OLD, false]);
      assert.match(error?.message ?? '', 'too old to require that all package sources answer');
      assert.equal(agent.started, []);
    });

test('an agent that cannot be asked what it can do is tried again later, and a passing failure too', async (context) => {
  const { world, manager, agent } = context;
  const planJobId = await install(context);
  agent.fail('getHealth', 'unreachable', { neverSent: true });
  const { job } = await manager.patching.service.create(approval(planJobId), caller());
  await settled();
  const waiting = await wireHost(manager, job.id);
  assert.equal([waiting.state, waiting.reason], ['retry_wait', 'HOST_UNREACHABLE']);
  agent.recover();
  agent.endings.push({ status: 'failed', error: lockHeld });
  const ended = await world.runUntilEnded(manager, job.id, 10 * MINUTE_MS);
  assert.is(ended.state, 'completed');
  assert.equal(
    agent.started.slice(1).map(({ body }) => body),
    [1, 2].map(() => ({ ...INSTALL?.body, plan_hash: HASH })),
    'each attempt is held to the plan',
  );
});

test('an agent that has the work already is followed, whatever it can do by then', async (context) => {
  const { world, manager, agent } = context;
  const planJobId = await install(context);
  agent.endings.push({ hold: true });
  manager.killAtCall('installPackages', 'after');
  const { job } = await manager.patching.service.create(approval(planJobId), caller());
  await settled();
  assert.ok(manager.dead);
  agent.capabilities = [];
  const second = await world.manager();
  await world.clock.advance(31_000);
  await second.patching.sweep();
  await settled();
  agent.end();
  assert.is((await world.runUntilEnded(second, job.id, MINUTE_MS)).state, 'completed');
  assert.is(agent.started.length, 2);
});

test('what cannot be planned cannot be approved', async ({ manager, hostId }) => {
  const { service } = manager.patching;
  const refresh = request([hostId], { dryRun: true }, { operation: 'refresh' });
  assert.is(await codeOf(service.create(refresh, caller())), 'VALIDATION_FAILED');
  const { job } = await service.create(request([hostId], INSTALL?.spec, { operation: 'install' }), caller());
  await settled();
  assert.is((await wireJob(manager, job.id)).state, 'completed');
  assert.is(await codeOf(service.create(approval(job.id), caller())), 'PLAN_NOT_APPROVABLE');
});

test.run();
