// tier: night
// needs: mariadb, mongo, faketime
// time-limit: 240
// The pauses between attempts as hosts see them and as the job records them, on each store of the scheduler and over
// restarts of the manager. The clocks of the manager and of its database run about 40 times as fast, except in the last
// seconds before an attempt is due: a scheduler looks every second, and that second is measured too.
import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../generated/manager.ts';
import { startMariadb, type Service } from '../scripts/tests/services.ts';
import { testMongoUrl } from './support/databases.ts';
import { FastClock } from './support/fastClock.ts';
import { ENDED, jobPath, type WireJob } from './support/fleet.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { startSimulatedFleet, type SimulatedFleet } from './support/simulated.ts';
import { waitFor } from './support/wait.ts';

const library = process.env['TEST_FAKETIME_LIB'] ?? '';
const PAUSES_SECS = [60, 300, 1_800];
/**
 * How long before an attempt the clock runs at the machine's pace: within 5 % of the first pause, and long enough for a
 * start.
 */
const NEAR_MS = 5_000;

type Store = 'sqlite' | 'mariadb' | 'mongo';
type Step = components['schemas']['JobHostStep'];

interface Place {
  clock: FastClock;
  manager: ManagerProcess;
  fleet: SimulatedFleet;
  database: Service | null;
}

/** When the host's package manager began and ended its work, by the manager's clock. */
interface Attempt {
  begunAt: number;
  endedAt: number;
}

const test = suite('pauses between attempts');

async function databaseOf(
  store: Store,
  clock: FastClock,
): Promise<{ env: Record<string, string>; service: Service | null }> {
  if (store === 'sqlite') return { env: {}, service: null };
  if (store === 'mongo')
    return { env: { MONGODB_URL: testMongoUrl(`pauses_${randomBytes(6).toString('hex')}`) }, service: null };
  const { env, service } = await startMariadb({
    root: `${import.meta.dirname}/..`,
    server: '/usr/sbin/mariadbd',
    installer: '/usr/bin/mariadb-install-db',
    env: clock.env,
  });
  return { env: { DATABASE_URL: env['TEST_MARIADB_URL'] ?? '' }, service };
}

async function open(store: Store): Promise<Place> {
  const clock = new FastClock(library);
  const { env, service: database } = await databaseOf(store, clock);
  const manager = await createManager({ port: 0, env: { ...clock.env, ...env } });
  await manager.start();
  await manager.signIn();
  const fleet = await startSimulatedFleet(manager, 1, { installed: 4, patches: 2 });
  return { clock, manager, fleet, database };
}

async function close({ clock, manager, fleet, database }: Place): Promise<void> {
  await fleet.stop();
  await manager.stop();
  await database?.stop();
  clock.remove();
}

/** Makes every attempt of the host fail with an error that is retried, and records each. */
function watchAttempts({ clock, fleet }: Place): Attempt[] {
  const attempts: Attempt[] = [];
  const [agent] = fleet.simulator.agents;
  if (!agent) throw new Error('there is no host');
  agent.behaviour.fail = { package: null, code: 'LOCK_HELD', message: null, when: 'before', times: Infinity };
  const run = agent.backend.run.bind(agent.backend);
  agent.backend.run = async (...args) => {
    const attempt = { begunAt: clock.now(), endedAt: NaN };
    attempts.push(attempt);
    try {
      return await run(...args);
    } finally {
      attempt.endedAt = clock.now();
    }
  };
  return attempts;
}

/** How the manager ends in each of the pauses, before the pause is nearly over; null: it keeps running. */
const ENDS: readonly ('kill' | 'stop' | null)[] = ['kill', null, 'stop'];

async function patchUntilItFails(place: Place, attempts: Attempt[]): Promise<WireJob> {
  const { clock, manager, fleet } = place;
  const target = { host_ids: fleet.simulator.agents.map(({ hostId }) => hostId) };
  const spec = { operation: 'patch', mode: 'all', target };
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', spec);
  for (const [index, pauseSecs] of PAUSES_SECS.entries()) {
    const waits = ({ hosts }: WireJob): boolean =>
      hosts.every(({ state, attempt }) => state === 'retry_wait' && attempt === index + 1);
    await manager.until<WireJob>(jobPath(job), waits);
    const dueAt = (attempts[index]?.endedAt ?? NaN) + pauseSecs * 1_000;
    await restart(place, ENDS[index] ?? null, dueAt);
    await clock.runUntil(dueAt - NEAR_MS);
    const came = (): boolean => attempts.length > index + 1;
    await waitFor(came, { timeoutMs: 10_000 + pauseSecs * 50, what: `attempt ${index + 2}` });
  }
  await manager.signIn(); // an access token lives for 15 minutes
  return manager.until<WireJob>(jobPath(job), ({ state }) => ENDED.has(state));
}

/** Restarts the manager: a part of the pause passes before, and another while no manager runs. */
async function restart(place: Place, end: 'kill' | 'stop' | null, dueAt: number): Promise<void> {
  const { clock, manager } = place;
  if (!end) return;
  const part = (dueAt - clock.now()) / 3;
  await clock.runUntil(clock.now() + part);
  await manager[end]();
  await clock.runUntil(clock.now() + part);
  await manager.start();
}

function assertPauses(what: string, pausesMs: readonly number[], lateSecs = 0): void {
  assert.is(pausesMs.length, PAUSES_SECS.length, what);
  const wrongSecs = pausesMs.map((ms, index) => {
    const secs = PAUSES_SECS[index] ?? NaN;
    return Math.max(secs * 0.95 - ms / 1_000, ms / 1_000 - secs * 1.05);
  });
  const told = `${what}: ${pausesMs.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')}`;
  console.log(told);
  assert.ok(
    wrongSecs.every((secs) => secs <= lateSecs),
    told,
  );
}

const STORES: readonly Store[] = ['sqlite', 'mariadb', 'mongo'];

test('1, 5 and 30 minutes within 5 %, on each store of the scheduler, over restarts', async () => {
  await Promise.all(STORES.map(holdsOn));
});

async function holdsOn(store: Store): Promise<void> {
  const place = await open(store);
  try {
    const attempts = watchAttempts(place);
    const job = await patchUntilItFails(place, attempts);
    assert.equal([job.state, attempts.length], ['failed', 4], store);
    const seen = attempts.slice(1).map(({ begunAt }, index) => begunAt - (attempts[index]?.endedAt ?? NaN));
    // The time that the attempt takes to reach the host is real time, and not part of the pause.
    assertPauses(`${store}, seen by the host`, seen, 5);
    const [host] = job.hosts;
    const { steps } = await place.manager.must<{ steps: Step[] }>(
      'GET',
      `${jobPath(job)}/hosts/${host?.host_id}/steps`,
    );
    const waits = steps.filter(({ state }) => state === 'retry_wait');
    const recorded = waits.map(
      ({ started_at, ended_at }) => Date.parse(ended_at ?? '') - Date.parse(started_at),
    );
    assertPauses(`${store}, recorded`, recorded);
  } catch (error) {
    console.error(store, place.manager.warnings);
    throw error;
  } finally {
    await close(place);
  }
}

test.run();
