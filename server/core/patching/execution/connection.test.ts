import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
} from '../testing/harness.ts';
import { EMPTY_PLAN_HASH } from '../service/waitingPlans.ts';
import type { NamedSpec } from '../domain/jobSpec.ts';

const test = suite<OneManager>('jobs that change who connects to whom');
test.before.each(startOneManager(1));
test.after.each(closeWorld);

async function run({ world, manager, hostId }: OneManager, spec: NamedSpec): Promise<string> {
  const asked = request([hostId], spec, { operation: 'connection' });
  const { job } = await manager.patching.service.create(asked, caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  return job.id;
}

const changed = { reversible: { verdict: 'yes' as const, reasons: [] } };

test('the agent is asked for it where it can do it, and a change can be rolled back', async (context) => {
  const { manager, agent, world } = context;
  agent.capabilities = ['connection'];
  agent.endings.push(changed);
  const jobId = await run(context, { connection: 'dial' });
  const { state, reason } = await wireHost(manager, jobId);
  assert.equal([state, reason], ['completed', null]);
  assert.equal(
    agent.started.map(({ operationId, body }) => [operationId, body]),
    [['changeConnection', { connection: 'dial' }]],
  );
  agent.endings.push(changed);
  const { job: back } = await manager.patching.service.rollback(jobId, {}, caller());
  const rollbackId = back.id;
  await world.runUntilEnded(manager, rollbackId, MINUTE_MS);
  assert.is(agent.started.at(-1)?.operationId, 'rollbackJob');
  const undone = await wireHost(manager, rollbackId);
  assert.equal([undone.state, undone.reason], ['completed', null]);
});

test('an agent that had this connection already has nothing to do, and nothing is to be rolled back', async (context) => {
  const { manager, agent } = context;
  agent.capabilities = ['connection'];
  const reasons = [{ code: 'NOTHING_TO_RESTORE' as const, message: 'No package changed.' }];
  agent.endings.push({ reversible: { verdict: 'yes', reasons } });
  const jobId = await run(context, { connection: 'listen' });
  assert.is((await wireHost(manager, jobId)).reason, 'NOTHING_TO_DO');
  const refused = await manager.patching.service
    .rollback(jobId, {}, caller())
    .catch((error: unknown) => error);
  assert.match(String((refused as Error).message), 'changed nothing');
});

test('a plan says it for each host, without asking its agent', async (context) => {
  const { manager, agent, world, hostId } = context;
  const planOf = async (connection: 'listen' | 'dial') =>
    wireHost(manager, await run(context, { connection, dryRun: true }));
  const dials = await planOf('dial');
  assert.equal(dials.plan?.manager_does, [{ action: 'dial', package: null }]);
  const info = world.fleet.infos.find(({ id }) => id === hostId);
  if (info) info.target = { ...info.target, connection: 'dial' };
  assert.equal((await planOf('dial')).plan_hash, EMPTY_PLAN_HASH);
  assert.equal((await planOf('listen')).plan?.manager_does, [{ action: 'listen', package: null }]);
  assert.equal(agent.started, []);
});

test('an agent that cannot do it yet is sent nothing', async (context) => {
  const { error } = await wireHost(context.manager, await run(context, { connection: 'dial' }));
  assert.is(error?.code, 'AGENT_TOO_OLD');
  assert.match(error?.message ?? '', 'too old to change who connects to whom');
  assert.equal(context.agent.started, []);
});

test('the operation needs the field, and no other takes it', async ({ manager, hostId }) => {
  const create = (spec: NamedSpec, operation: 'connection' | 'reboot') =>
    manager.patching.service.create(request([hostId], spec, { operation }), caller()).then(
      () => 'made',
      (error: { code?: string }) => error.code,
    );
  assert.is(await create({}, 'connection'), 'VALIDATION_FAILED');
  assert.is(await create({ connection: 'dial' }, 'reboot'), 'VALIDATION_FAILED');
});

test.run();
