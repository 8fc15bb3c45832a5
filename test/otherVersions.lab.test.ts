// tier: night
// needs: lab, history
// images: deb12-t0
// connections: listen, dial
// time-limit: 600
// This manager with agents of before, and this agent with managers of before: each other side runs from a commit, as it
// was. Then the older side is upgraded in place, and undoes what it did before.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  agentArgv,
  connection,
  enrollmentToken,
  jobHostOf,
  jobPath,
  startAgent,
  untilEnded,
  untilPolled,
  type FleetHost,
  type WireHost,
  type WireJob,
  type WireJobHost,
} from './support/fleet.ts';
import { controllerAddress, lab, pathInHost, type LabHost } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { BEFORE_DIALLING, checkoutOf, RECORDED, UPDATING, type Recorded } from './support/recorded.ts';

const test = suite('managers and agents of two versions');
let manager: ManagerProcess;
/** Where the manager looks for the agent's packages. */
let served: string;
const booted: LabHost[] = [];

const OLD = ['1.0', '1.0-1'];
const NEW = ['1.1', '1.0-1+deb12u1'];
const suits = ({ connections }: Recorded): boolean => connections.includes(connection);
/** How a host starts the agent of that commit. The first one refuses a variable that it does not know. */
const agentOf = (one: Recorded): string[] => [
  ...(one === BEFORE_DIALLING ? ['env', '--unset=FLEETMEND_AGENT_CONNECTION'] : []),
  'node',
  pathInHost(path.join(checkoutOf(one), 'agent/main.ts')),
];

async function startManager(from?: string): Promise<void> {
  manager = await createManager({ listen: controllerAddress, env: { FLEETMEND_PACKAGES_DIR: served } });
  await manager.start(from);
  await manager.signIn();
}

/** Boots a host whose agent enrolls from `argv`, and waits until the manager has polled it. */
async function enroll(argv: string[]): Promise<FleetHost> {
  const host = await boot();
  const agent = await startAgent(host, manager, await enrollmentToken(manager), {}, argv);
  await agent.untilListening();
  return { lab: host, agent, host: await untilPolled(manager, host) };
}

async function boot(): Promise<LabHost> {
  const host = await lab.up('one', '10.77.0.11');
  booted.push(host);
  await host.run(['apt-get', '-qq', '-o', 'APT::Update::Error-Mode=any', 'update']);
  return host;
}

/** Kills the agent, and starts that of `argv` on its data. */
async function replaceAgent(own: FleetHost, argv: string[]): Promise<void> {
  await own.agent.kill();
  own.agent = await startAgent(own.lab, manager, null, {}, argv);
  await own.agent.untilListening();
}

const healthy = (own: FleetHost): Promise<WireHost> =>
  manager.until<WireHost>(
    `/api/v1/hosts/${own.host.id}`,
    (host) => host.health_status === 'healthy' && (connection === 'listen' || host.connected_since !== null),
    90_000,
  );

async function versions({ lab: host }: FleetHost): Promise<(string | null)[]> {
  return [await host.dpkgVersion('lab-hello'), await host.dpkgVersion('lab-sec')];
}

const target = (own: FleetHost) => ({ target: { host_ids: [own.host.id] } });

async function ended(own: FleetHost, job: WireJob): Promise<WireJobHost> {
  return jobHostOf(await untilEnded(manager, job, 120_000), own);
}

/** Plans, runs the plan, and reads its log; returns the job. */
async function patch(own: FleetHost): Promise<WireJob> {
  const packages = [{ name: 'lab-hello' }, { name: 'lab-sec' }];
  const spec = { operation: 'patch', mode: 'selected', packages, ...target(own), dry_run: true };
  const plan = await manager.must<WireJob>('POST', '/api/v1/jobs', spec);
  const planned = await ended(own, plan);
  assert.equal([planned.state, await versions(own)], ['completed', OLD], JSON.stringify(planned.error));
  const run = await manager.must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: plan.id });
  const done = await ended(own, run);
  assert.equal([done.state, await versions(own)], ['completed', NEW], JSON.stringify(done.error));
  assert.is(done.plan_hash, planned.plan_hash);
  const log = `${jobPath(run)}/hosts/${own.host.id}/log?limit=500`;
  const { logs } = await manager.must<{ logs: unknown[] }>('GET', log);
  assert.ok(logs.length > 5, 'its log is there');
  return run;
}

async function undo(own: FleetHost, job: WireJob): Promise<void> {
  const undone = await ended(own, await manager.must<WireJob>('POST', `${jobPath(job)}/rollback`, {}));
  assert.equal([undone.state, await versions(own)], ['completed', OLD], JSON.stringify(undone.error));
}

/** A host's answer to a job that its agent cannot do. */
async function refusal(own: FleetHost, spec: object): Promise<string | undefined> {
  const { state, error } = await ended(
    own,
    await manager.must('POST', '/api/v1/jobs', { ...spec, ...target(own) }),
  );
  assert.is(state, 'failed');
  return error?.code;
}

test.before(async () => {
  served = mkdtempSync(path.join(tmpdir(), 'fleetmend-served-'));
  const one = { name: 'fleetmend-agent_9.9.9.deb', format: 'deb', arch: process.arch, version: '9.9.9' };
  const file = { ...one, sizeBytes: 5, sha256: 'ab'.repeat(32) };
  writeFileSync(path.join(served, one.name), 'none\n');
  writeFileSync(path.join(served, 'manifest.json'), JSON.stringify({ files: [file] }));
  await lab.startRepo('t1');
});

test.after.each(async () => {
  await manager.stop();
  for (const host of booted.splice(0)) await host.down();
});

test.after(async () => {
  await lab.down();
  rmSync(served, { recursive: true });
});

const update = { operation: 'agent_update' };
const change = { operation: 'connection', connection: connection === 'dial' ? 'listen' : 'dial' };
const knowsUpdates = (one: Recorded): boolean => one === UPDATING;

for (const one of RECORDED.filter(suits)) {
  test(`this manager and an agent of "${one.name}": all that it can works, and what it lacks is refused by its name`, async () => {
    await startManager();
    const own = await enroll(agentOf(one));
    await undo(own, await patch(own));
    // One that knows updates says itself that no package of it is installed here.
    assert.is(await refusal(own, update), knowsUpdates(one) ? 'UNSUPPORTED' : 'AGENT_TOO_OLD');
    assert.is(await refusal(own, change), 'AGENT_TOO_OLD');
    await healthy(own);

    const before = await patch(own);
    await replaceAgent(own, await agentArgv());
    await undo(own, before);
    const after = await patch(own);
    await replaceAgent(own, agentOf(one));
    await undo(own, after);
    await healthy(own);
    assert.not.match(manager.output, '"level":"error"', manager.warnings);
  });

  test(`a manager of "${one.name}" and this agent: all that it can works, and it refuses what it does not know`, async () => {
    await startManager(checkoutOf(one));
    const own = await enroll(await agentArgv());
    await undo(own, await patch(own));
    for (const spec of knowsUpdates(one) ? [change] : [update, change]) {
      const { status, body } = await manager.call('POST', '/api/v1/jobs', { ...spec, ...target(own) });
      assert.is(status, 400, JSON.stringify(body));
    }
    await healthy(own);
    assert.not.match(manager.output, '"level":"error"', manager.warnings);

    const before = await patch(own);
    await manager.stop();
    await manager.start();
    await manager.signIn();
    await healthy(own);
    await undo(own, before);
    assert.not.match(manager.output, '"level":"error"', manager.warnings);
  });
}

if (connection === 'dial')
  test('a manager that knows no links says so to an agent that dials, which listens again as before', async () => {
    const listening = { FLEETMEND_AGENT_CONNECTION: 'listen' };
    await startManager(checkoutOf(BEFORE_DIALLING));
    const host = await boot();
    const token = await enrollmentToken(manager);
    const refused = await startAgent(host, manager, token);
    await refused.exited;
    assert.match(refused.output, 'connection');
    const agent = await startAgent(host, manager, token, listening);
    await agent.untilListening();
    const own = { lab: host, agent, host: await untilPolled(manager, host) };
    await own.agent.kill();
    own.agent = await startAgent(host, manager, null);
    await own.agent.waitForOutput(/no link to the manager/, 60_000);
    await own.agent.kill();
    own.agent = await startAgent(host, manager, null, listening);
    await own.agent.untilListening();
    await manager.until<WireHost>(
      `/api/v1/hosts/${own.host.id}`,
      ({ health_status: state }) => state === 'healthy',
    );
    await undo(own, await patch(own));
  });

test.run();
