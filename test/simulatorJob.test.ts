// needs: faketime
// time-limit: 240
// One patch job over a fleet in which every kind of trouble happens at once: each host ends as it must, and the counts
// agree.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { wellBehaved } from '../agent/simulator/behaviour.ts';
import type { Behaviour } from '../agent/simulator/behaviour.ts';
import { parseScript } from '../agent/simulator/script.ts';
import type { SimulatedAgent } from '../agent/simulator/simulator.ts';
import { jobPath, untilEnded } from './support/fleet.ts';
import type { WireJob } from './support/fleet.ts';
import { createManager } from './support/manager.ts';
import type { ManagerProcess } from './support/manager.ts';
import { startSimulatedFleet } from './support/simulated.ts';
import type { SimulatedFleet } from './support/simulated.ts';
import { countsOf, expectedOf, wrongEnds } from './support/troubledJob.ts';

const count = 80;
const patches = 4;
/** Each share is drawn by itself, so some hosts have several troubles. */
const script = JSON.stringify({
  packages: { installed: 20, patches, security: 1, named: ['openssl'] },
  rules: [
    { share: 0.1, package_ms: 300 },
    { share: 0.1, lie: 'versions' },
    { share: 0.05, lie: 'machine_id' },
    { share: 0.05, lie: 'certificate' },
    { share: 0.1, reboot: 'never_returns' },
    { share: 0.05, reboot: 'ignored' },
    { share: 0.1, reboot: 'refused' },
    { share: 0.1, fail: { package: 'openssl' } },
    { share: 0.1, fail: { code: 'LOCK_HELD', when: 'before', times: 1 } },
    { share: 0.05, silent: true },
    { share: 0.05, power: 'off' },
  ],
});
const minute = 60;

let manager: ManagerProcess;
let fleet: SimulatedFleet;

const test = suite('a job over troubled hosts');

test.before(async () => {
  manager = await createManager({ port: 0, faketime: process.env.TEST_FAKETIME_LIB });
  await manager.start();
  await manager.signIn();
  const { packages, rules } = parseScript(script);
  fleet = await startSimulatedFleet(manager, count, packages, rules);
});

test.after(async () => {
  await fleet?.stop();
  await manager?.stop();
});

/**
 * Waits until the job stands still: each host has ended, or waits for the attempt after this one, for a restart that
 * never comes, or for contact.
 */
const untilStill = (job: WireJob, attempts: number): Promise<WireJob> =>
  manager.until<WireJob>(jobPath(job), ({ hosts }) =>
    hosts.every(({ host_id, state, attempt }) => {
      const { silent, reboot } = behaviourOf(host_id);
      if (state === 'retry_wait') return attempt >= attempts;
      return ended.includes(state) || silent || (state === 'rebooting' && reboot !== 'returns');
    }),
  );

const ended = ['completed', 'failed', 'timedout'];
const behaviourOf = (hostId: string): Behaviour =>
  fleet.simulator.agents.find((one) => one.hostId === hostId)?.behaviour ?? wellBehaved();

/** Moves the clock past retry delays and restart limits, and signs in again, because the session ends by that. */
async function advance(secs: number): Promise<void> {
  await manager.setClockAhead(secs);
  await manager.signIn();
}

test('each host ends as it must, and the counts are those of the hosts', async () => {
  const { agents } = fleet.simulator;
  const expected = new Map(agents.map(({ hostId, behaviour }) => [hostId, expectedOf(behaviour)]));
  const states = countsOf([...expected.values()]);
  assert.ok((states['completed'] ?? 0) > 40 && (states['failed'] ?? 0) > 10 && (states['timedout'] ?? 0) > 8);
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'all',
    reboot: 'always',
    max_parallel: count,
    target: { host_ids: agents.map(({ hostId }) => hostId) },
  });
  await untilStill(job, 1);
  for (const { behaviour } of agents) behaviour.silent = false;
  await untilStill(job, 1);
  // The delays before the second, third and fourth attempt; the first also covers the time limit of a restart.
  for (const [attempts, minutes] of [
    [2, 20],
    [3, 30],
    [4, 70],
  ] as const) {
    await advance(minutes * minute);
    await untilStill(job, attempts);
  }
  const over = await untilEnded(manager, job);
  assert.is(over.state, 'partial');
  assert.equal(wrongEnds(over, expected), []);
});

test('what the hosts hold now is what the job says of them', async () => {
  const { jobs } = await manager.must<{ jobs: { id: string }[] }>('GET', '/api/v1/jobs');
  const job = await manager.must<WireJob>('GET', `/api/v1/jobs/${jobs[0]?.id}`);
  for (const one of fleet.simulator.agents) {
    const told = job.hosts.find(({ host_id }) => host_id === one.hostId)?.changes.length;
    const changed = patches - (await one.backend.listPatches()).patches.length;
    assert.is(told, toldOf(one, changed), one.name);
  }
});

/**
 * How many changes the host reports: one that lies about its versions changed nothing, yet reports all that it should
 * have changed.
 */
function toldOf({ behaviour: { lie, power, fail } }: SimulatedAgent, changed: number): number {
  if (lie !== 'versions' || power === 'off') return changed;
  return fail?.times === Infinity ? patches - 1 : patches;
}

test.run();
