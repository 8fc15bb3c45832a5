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
import { approval } from '../testing/plans.ts';
import type { JobOperation, NamedSpec } from '../domain/jobSpec.ts';

const test = suite<OneManager>('plans that the manager makes');
test.before.each(startOneManager(2));
test.after.each(closeWorld);

async function plan({ world, manager }: OneManager, operation: JobOperation, spec: NamedSpec = {}) {
  const dryRun = request(world.fleet.hostIds, { dryRun: true, ...spec }, { operation });
  const { job } = await manager.patching.service.create(dryRun, caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  return job.id;
}

const named = (...names: string[]): NamedSpec => ({ packages: names.map((name) => ({ name })) });

test('a hold is planned without its agent, and runs as it was planned', async (context) => {
  const { world, manager, agent } = context;
  agent.fail('*', 'unreachable', { neverSent: true });
  const planJobId = await plan(context, 'hold', named('openssl', 'bash'));
  const told = await wireHost(manager, planJobId);
  assert.equal([told.state, told.reason], ['completed', null]);
  assert.equal(told.plan?.manager_does, [
    { action: 'hold', package: 'bash' },
    { action: 'hold', package: 'openssl' },
  ]);
  assert.equal(
    [told.plan?.upgrade, told.plan?.reboot_expected, told.plan?.plan_hash],
    [[], false, told.plan_hash],
  );
  agent.failures.clear();
  const { job } = await manager.patching.service.create(approval(planJobId), caller());
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.equal([ended.state, ended.counts.completed], ['completed', 2]);
  assert.equal(agent.started.at(-1)?.body, { hold: ['openssl', 'bash'] });
});

test('the hash tells what is done apart, in whatever order packages are named', async (context) => {
  const { manager } = context;
  const hashOf = async (operation: JobOperation, spec?: NamedSpec) =>
    (await wireHost(manager, await plan(context, operation, spec))).plan_hash;
  const hashes = [
    await hashOf('hold', named('openssl', 'bash')),
    await hashOf('unhold', named('openssl', 'bash')),
    await hashOf('hold', named('openssl')),
    await hashOf('reboot'),
  ];
  assert.is(new Set(hashes).size, 4);
  assert.is(await hashOf('hold', named('bash', 'openssl')), hashes[0]);
});

test('the plan of a reboot restarts nothing, and its run does', async (context) => {
  const { world, manager, agent } = context;
  const { bootId } = agent;
  const planJobId = await plan(context, 'reboot');
  assert.is(agent.started.length, 0, 'its agent was asked for nothing');
  const told = await wireHost(manager, planJobId);
  assert.equal(
    [told.state, told.plan?.manager_does, told.plan?.reboot_expected],
    ['completed', [{ action: 'reboot', package: null }], true],
  );
  const { job } = await manager.patching.service.create(approval(planJobId), caller());
  const ended = await world.runUntilEnded(manager, job.id, 20 * MINUTE_MS);
  assert.is(ended.state, 'completed');
  assert.is.not(agent.bootId, bootId);
});

test.run();
