// tier: night
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { jobPath, untilEnded, type WireHost, type WireJob } from './support/fleet.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { startSimulatedFleet, type SimulatedFleet } from './support/simulated.ts';

type Seen = WireHost & { connection: 'listen' | 'dial' };

const test = suite('thirty simulated hosts change over in waves');
const COUNT = 30;
let manager: ManagerProcess;
let fleet: SimulatedFleet;

test.before(async () => {
  manager = await createManager({ port: 0 });
  await manager.start();
  await manager.signIn();
  fleet = await startSimulatedFleet(
    manager,
    COUNT,
    {},
    [{ of: { hosts: new Set(['sim-0001']) }, behaviour: { lacks: ['connection'] } }],
    {
      canChangeConnection: true,
    },
  );
  await manager.until<{ hosts: Seen[] }>(
    '/api/v1/hosts?limit=100',
    ({ hosts }) => hosts.length === COUNT && hosts.every(({ health_status }) => health_status === 'healthy'),
    90_000,
  );
});

test.after(async () => {
  await fleet.stop();
  await manager.stop();
});

const seen = async (): Promise<Seen[]> =>
  (await manager.must<{ hosts: Seen[] }>('GET', '/api/v1/hosts?limit=100')).hosts;

const counted = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(await seen(), ({ connection, health_status }) => `${connection} ${health_status}`)].map(
      ([key, { length }]) => [key, length],
    ),
  );

test('to dial and back by a rollback; an agent that cannot is told apart and stays', async () => {
  const target = { host_ids: (await seen()).map(({ id }) => id) };
  const asked = { operation: 'connection', connection: 'dial', target };
  const plan = await untilEnded(
    manager,
    await manager.must<WireJob>('POST', '/api/v1/jobs', { ...asked, dry_run: true }),
  );
  assert.is(plan.state, 'completed');
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    from_plan_job_id: plan.id,
    waves: [{ percent: 10 }],
    failure_budget_percent: 50,
  });
  const ended = await untilEnded(manager, job, 120_000);
  const failed = ended.hosts.filter(({ state }) => state !== 'completed');
  assert.equal(
    failed.map(({ error }) => error?.code),
    ['AGENT_TOO_OLD'],
    JSON.stringify(failed.slice(0, 3)),
  );
  assert.equal(await counted(), { 'dial healthy': COUNT - 1, 'listen healthy': 1 });
  assert.is(fleet.simulator.links(), COUNT - 1);
  const again = await untilEnded(
    manager,
    await manager.must<WireJob>('POST', '/api/v1/jobs', { ...asked, dry_run: true }),
  );
  const idle = again.hosts.filter(
    ({ plan: of }) => of && 'manager_does' in of && (of.manager_does as []).length === 0,
  );
  assert.is(idle.length, COUNT - 1, 'those that dial already have nothing to do');
  const back = await untilEnded(
    manager,
    await manager.must<WireJob>('POST', `${jobPath(job)}/rollback`, {}),
    120_000,
  );
  assert.is(
    back.state,
    'completed',
    JSON.stringify(back.hosts.filter(({ state }) => state !== 'completed').slice(0, 3)),
  );
  assert.equal(await counted(), { 'listen healthy': COUNT });
});

test.run();
