import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AgentPackage } from '../events.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
} from '../testing/harness.ts';
import { approval, planned } from '../testing/plans.ts';

const test = suite<OneManager>('jobs that update agents');
test.before.each(startOneManager(2));
test.after.each(closeWorld);

const HASH = 'a'.repeat(64);
const deb: AgentPackage = {
  name: 'fleetmend-agent_0.3.0_amd64.deb',
  format: 'deb',
  arch: 'x64',
  version: '0.3.0',
  sizeBytes: 40_000_000,
  sha256: 'b'.repeat(64),
  signature: null,
};
const body = {
  version: '0.3.0',
  file: deb.name,
  sha256: deb.sha256,
  size_bytes: deb.sizeBytes,
  signature: null,
};
const CAPABLE = ['plan_hash', 'agent_update'];

const serve = ({ manager }: OneManager, packages: readonly AgentPackage[]): void =>
  manager.ctx.hooks.add('enrollment', { 'patching.agentPackages': async () => packages });

test('each agent is told the package for its host, first to plan and then by the approved hash', async (context) => {
  const { world, manager, agent } = context;
  serve(context, [{ ...deb, format: 'rpm', sha256: 'c'.repeat(64) }, { ...deb, arch: 'arm64' }, deb]);
  for (const one of world.fleet.infos) world.fleet.agent(one.id).capabilities = CAPABLE;
  const planJobId = await planned(context, [0, 1], {}, { operation: 'agent_update' });
  const { job } = await manager.patching.service.create(approval(planJobId), caller());
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.equal([ended.state, ended.operation], ['completed', 'agent_update']);
  assert.equal(
    agent.started.map((started) => [started.operationId, started.body]),
    [
      ['updateAgent', { ...body, dry_run: true }],
      ['updateAgent', { ...body, plan_hash: HASH }],
    ],
  );
});

test('a host for which nothing is served fails by itself, with what to do', async (context) => {
  const { world, manager, hostId, agent } = context;
  agent.capabilities = CAPABLE;
  serve(context, [{ ...deb, arch: 'arm64' }]);
  const failedWith = async (): Promise<{ code: string; message: string } | null> => {
    const made = await manager.patching.service.create(
      request([hostId], {}, { operation: 'agent_update' }),
      caller(),
    );
    await world.runUntilEnded(manager, made.job.id, MINUTE_MS);
    return (await wireHost(manager, made.job.id)).error;
  };
  const none = await failedWith();
  assert.is(none?.code, 'NO_AGENT_PACKAGE');
  assert.match(none?.message ?? '', 'serves no agent as .deb for x64');
  const info = world.fleet.infos.find(({ id }) => id === hostId);
  if (info) info.platform = null;
  assert.match((await failedWith())?.message ?? '', 'its agent has not reported yet');
  assert.equal(agent.started, []);
});

test('an agent that cannot update itself yet is sent nothing', async (context) => {
  const { world, manager, hostId, agent } = context;
  serve(context, [deb]);
  const made = await manager.patching.service.create(
    request([hostId], {}, { operation: 'agent_update' }),
    caller(),
  );
  await world.runUntilEnded(manager, made.job.id, MINUTE_MS);
  const { error } = await wireHost(manager, made.job.id);
  assert.is(error?.code, 'AGENT_TOO_OLD');
  assert.match(error?.message ?? '', 'too old to update itself (it lacks agent_update)');
  assert.equal(agent.started, []);
});

test.run();
