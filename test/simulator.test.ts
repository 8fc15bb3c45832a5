// time-limit: 240
// connections: listen, dial (night)
// Each failure and each lie of a simulated host, as a real manager sees it: 50 hosts, really enrolled.
import path from 'node:path';
import Database from 'better-sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { machineIdOf } from '../agent/simulator/host.ts';
import { parseScript } from '../agent/simulator/script.ts';
import type { SimulatedAgent } from '../agent/simulator/simulator.ts';
import { connection, jobPath, untilEnded } from './support/fleet.ts';
import type { WireHost, WireJob, WireJobHost } from './support/fleet.ts';
import { createManager } from './support/manager.ts';
import type { ManagerProcess } from './support/manager.ts';
import { startSimulatedFleet } from './support/simulated.ts';
import type { SimulatedFleet } from './support/simulated.ts';

const hosts = {
  slow: 'sim-0001',
  failsAtOpenssl: 'sim-0002',
  neverReturns: 'sim-0003',
  claimsAnotherId: 'sim-0004',
  changesNothing: 'sim-0005',
  changesItsPlan: 'sim-0006',
  wrongCertificate: 'sim-0007',
  breaksTheContract: 'sim-0008',
  silent: 'sim-0009',
  off: 'sim-0010',
  lockedOnce: 'sim-0011',
  refusesReboot: 'sim-0012',
  good: 'sim-0013',
  olderAgent: 'sim-0016',
};

const script = JSON.stringify({
  packages: { installed: 20, patches: 4, security: 1, named: ['openssl', 'linux-image'] },
  rules: [
    { hosts: [hosts.slow], answer_delay_ms: 1_500 },
    { hosts: [hosts.failsAtOpenssl], fail: { package: 'openssl' } },
    { hosts: [hosts.neverReturns], reboot: 'never_returns' },
    { hosts: [hosts.claimsAnotherId], lie: 'machine_id' },
    { hosts: [hosts.changesNothing], lie: 'versions' },
    { hosts: [hosts.changesItsPlan], lie: 'plan_hash' },
    { hosts: [hosts.wrongCertificate], lie: 'certificate' },
    { hosts: [hosts.breaksTheContract], lie: 'contract' },
    { hosts: [hosts.silent], silent: true },
    { hosts: [hosts.off], power: 'off' },
    { hosts: [hosts.lockedOnce], fail: { code: 'LOCK_HELD', when: 'before', times: 1 } },
    { hosts: [hosts.refusesReboot], reboot: 'refused' },
    { hosts: [hosts.olderAgent], lacks: ['plan_hash_packages'] },
  ],
});
const unheard = [hosts.wrongCertificate, hosts.breaksTheContract, hosts.silent, hosts.off];

let manager: ManagerProcess;
let fleet: SimulatedFleet;
let ids: Map<string, string>;

const test = suite('simulated fleet');

test.before(async () => {
  manager = await createManager({ port: 0 });
  await manager.start();
  await manager.signIn();
  const { packages, rules } = parseScript(script);
  fleet = await startSimulatedFleet(manager, 50, packages, rules);
  ids = new Map(fleet.simulator.agents.map(({ name, hostId }) => [name, hostId]));
  makeAllDue();
});

/**
 * Makes all hosts due now: the first to enroll were polled before anything listened for them, and wait a minute for the
 * next poll.
 */
function makeAllDue(): void {
  const db = new Database(path.join(manager.dataDir, 'fleetmend.sqlite'), { timeout: 10_000 });
  db.prepare('update hosts_hosts set next_health_at = 1, next_patches_at = 1, next_poll_at = 1').run();
  db.close();
}

test.after(async () => {
  await fleet?.stop();
  await manager?.stop();
});

const idOf = (name: string): string => ids.get(name) ?? '';
const agentOf = (name: string): SimulatedAgent =>
  fleet.simulator.agents.find((one) => one.name === name) as SimulatedAgent;
const patchesOf = async (name: string): Promise<number> =>
  (await agentOf(name).backend.listPatches()).patches.length;

interface PolledHost extends WireHost {
  status_reason: string | null;
}

const hostOf = (name: string): Promise<PolledHost> => manager.must('GET', `/api/v1/hosts/${idOf(name)}`);

function start(names: readonly string[], body: object): Promise<WireJob> {
  const job = { operation: 'patch', mode: 'all', target: { host_ids: names.map(idOf) }, ...body };
  return manager.must<WireJob>('POST', '/api/v1/jobs', job);
}

const ofHost = (job: WireJob, name: string): WireJobHost =>
  job.hosts.find(({ host_id }) => host_id === idOf(name)) as WireJobHost;

const untilHost = (job: WireJob, name: string, probe: (host: WireJobHost) => boolean): Promise<WireJob> =>
  manager.until<WireJob>(jobPath(job), (now) => probe(ofHost(now, name)));

test('a poll tells who is well, and of the others why not', async () => {
  const well = [...ids.keys()].filter((name) => !unheard.includes(name));
  await manager.until<{ hosts: PolledHost[] }>('/api/v1/hosts?limit=100', ({ hosts: all }) =>
    well.every((name) => all.find(({ id }) => id === idOf(name))?.patches_total === 4),
  );
  // Where agents dial, these two have never done so: the manager calls them where they enrolled, and nobody listens.
  const [stranger, off] =
    connection === 'dial'
      ? ['CONNECTION_REFUSED', 'CONNECTION_REFUSED']
      : ['CERTIFICATE_INVALID', 'CONNECTION_LOST'];
  const reasons = [stranger, 'ANSWER_INVALID', 'TIMEOUT', off];
  for (const [index, name] of unheard.entries()) {
    const resource = `/api/v1/hosts/${idOf(name)}`;
    const host = await manager.until<PolledHost>(resource, (now) => now.status_reason === reasons[index]);
    assert.is(host.patches_total, null, name);
  }
});

test('a machine id that is not its own moves no host', async () => {
  assert.is((await hostOf(hosts.claimsAnotherId)).machine_id, machineIdOf(hosts.claimsAnotherId));
});

test('what fails on one host is told of that host alone', async () => {
  const names = [hosts.good, hosts.slow, hosts.failsAtOpenssl, hosts.lockedOnce];
  const job = await start(names, {});
  const ended = await untilHost(job, hosts.lockedOnce, ({ state }) => state === 'retry_wait');
  assert.is(ofHost(ended, hosts.lockedOnce).error?.code, 'LOCK_HELD');
  const done = await manager.until<WireJob>(jobPath(job), (now) =>
    names.slice(0, 3).every((name) => ['completed', 'failed'].includes(ofHost(now, name).state)),
  );
  for (const name of [hosts.good, hosts.slow]) {
    assert.is(ofHost(done, name).state, 'completed', name);
    assert.is(ofHost(done, name).changes.length, 4, name);
  }
  const failed = ofHost(done, hosts.failsAtOpenssl);
  assert.is(failed.state, 'failed');
  assert.is(failed.error?.code, 'SCRIPT_FAILED');
  assert.match(failed.error?.message ?? '', /postinst script of openssl/);
  assert.is(failed.changes.length, 3);
  assert.is(await patchesOf(hosts.failsAtOpenssl), 1);
  await manager.must('POST', `${jobPath(job)}/cancel`);
  assert.is((await untilEnded(manager, job)).state, 'cancelled');
});

test('an approved plan that is no longer the plan changes nothing', async () => {
  const names = [hosts.changesItsPlan, 'sim-0014'];
  const planned = await untilEnded(manager, await start(names, { dry_run: true }));
  assert.is(planned.state, 'completed');
  const run = await manager.must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: planned.id });
  const ended = await untilEnded(manager, run);
  assert.is(ended.state, 'partial');
  assert.is(ofHost(ended, 'sim-0014').state, 'completed');
  assert.is(ofHost(ended, hosts.changesItsPlan).error?.code, 'PLAN_CHANGED');
  assert.is(await patchesOf(hosts.changesItsPlan), 4);
});

test('a removal runs as it was approved; an older agent removes nothing, and its host says why', async () => {
  const names = [hosts.olderAgent, hosts.changesItsPlan, 'sim-0017'];
  const removal = { operation: 'remove', mode: undefined, packages: [{ name: 'sim-0010' }] };
  const planned = await untilEnded(manager, await start(names, { ...removal, dry_run: true }));
  assert.is(planned.state, 'completed');
  const run = await manager.must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: planned.id });
  const ended = await untilEnded(manager, run);
  assert.equal(
    names.map((name) => ofHost(ended, name).error?.code ?? null),
    ['AGENT_TOO_OLD', 'PLAN_CHANGED', null],
  );
  assert.equal(
    names.map((name) => agentOf(name).backend.packages.get('sim-0010:all')?.version),
    ['1.0', '1.0', null],
  );
});

test('changes that a host only claims stay in its list of what is pending', async () => {
  const name = hosts.changesNothing;
  const job = await untilEnded(manager, await start([name], {}));
  assert.is(ofHost(job, name).state, 'completed');
  assert.is(ofHost(job, name).changes.length, 4);
  const { patches_polled_at: before } = await hostOf(name);
  await manager.must('POST', `/api/v1/hosts/${idOf(name)}/refresh`);
  const resource = `/api/v1/hosts/${idOf(name)}`;
  const polled = await manager.until<WireHost>(resource, ({ patches_polled_at: at }) => at !== before);
  assert.is(polled.patches_total, 4);
});

test('restarts end as they end: back with a new boot, refused, or gone', async () => {
  const names = ['sim-0015', hosts.refusesReboot, hosts.neverReturns];
  const job = await start(names, { reboot: 'always' });
  const done = await manager.until<WireJob>(
    jobPath(job),
    (now) =>
      ofHost(now, 'sim-0015').state === 'completed' && ofHost(now, hosts.refusesReboot).state === 'failed',
  );
  assert.is(ofHost(done, hosts.refusesReboot).error?.code, 'UNSUPPORTED');
  assert.is(ofHost(done, hosts.neverReturns).state, 'rebooting');
  assert.not(agentOf(hosts.neverReturns).isUp);
  assert.ok(agentOf('sim-0015').isUp);
  await agentOf(hosts.neverReturns).powerOn();
  const back = await untilEnded(manager, job);
  assert.is(ofHost(back, hosts.neverReturns).state, 'completed');
});

test('a host that is not there fails the call, not the job of the others', async () => {
  const job = await start([hosts.wrongCertificate, hosts.off, 'sim-0016'], {});
  const done = await manager.until<WireJob>(jobPath(job), (now) => {
    const states = [hosts.wrongCertificate, hosts.off, 'sim-0016'].map((name) => ofHost(now, name).state);
    return (
      states.join() ===
      (connection === 'dial' ? 'retry_wait,retry_wait,completed' : 'failed,retry_wait,completed')
    );
  });
  const stranger = connection === 'dial' ? 'HOST_UNREACHABLE' : 'CERTIFICATE_INVALID';
  assert.is(ofHost(done, hosts.wrongCertificate).error?.code, stranger);
  assert.is(ofHost(done, hosts.off).error?.code, 'HOST_UNREACHABLE');
});

test.run();
