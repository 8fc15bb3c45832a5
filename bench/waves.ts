import { cpSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { startGroup } from '../agent/simulator/group.ts';
import type { SimulatorGroup } from '../agent/simulator/group.ts';
import { partOf } from '../agent/simulator/fleet.ts';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { WireJob } from '../test/support/fleet.ts';
import type { Bench, Figure } from './bench.ts';
import { Caller } from './support/caller.ts';
import type { LoopReport } from './processes/undiciLoop.ts';
import { startLoop } from './support/loop.ts';
import { startManager } from './support/manager.ts';
import { withPreparedFleet } from './support/preparedFleet.ts';
import type { PreparedFleet } from './support/preparedFleet.ts';
import { cpuMicros, peakResidentMbOf, residentMbOf, untilAtRest } from './support/proc.ts';
import { quantile } from './support/stats.ts';
import { withDirectory } from './support/temporary.ts';

const count = Number(process.env['BENCH_WAVES_HOSTS'] ?? 10_000);
const waves = 10;
const loopHosts = Math.min(count, 1_000);
const atOnce = 200;
const processes = 2;
/**
 * Below the range of ports that the kernel assigns by itself; the same as in the bench `fleet`, whose prepared hosts
 * are used.
 */
const port = 21_443;
const jobLimitMs = 1_800_000;
const pollLimitMs = 180_000;
/** The packages of new hosts are read one after the other, which is no part of a job. */
const firstListsLimitMs = 900_000;
/**
 * Hosts whose packages are still to be read. One that did not answer in time is asked again minutes later, and not
 * waited for.
 */
const listlessHosts =
  'hosts_hosts where live = 1 and id not in (select host_id from packages_hosts where list_id is not null or problem is not null)';
/** Before the access token ends. */
const signInEveryMs = 600_000;
const lookEveryMs = 250;
const askEveryMs = 500;
const restAsks = 100;
/** By then the hosts have been polled once more after their work. */
const restMs = 15_000;
const packages = { installed: 400, patches: 40, security: 10, named: ['openssl', 'linux-image'] };
/**
 * With the default settings each host is polled once a minute, which keeps its connection open. Here no host is polled by
 * the clock, so its agent has to keep the connection for as long as the bench takes.
 */
const keepAliveMs = 3_600_000;
/** No host is polled by the clock while the job runs: the figure is the job's, with the polls that its end brings. */
const rarely = {
  health_poll_interval_secs: 86_400,
  patch_poll_interval_secs: 604_800,
  system_info_poll_interval_secs: 2_592_000,
};

export const wavesBench: Bench = {
  name: 'waves',
  about: `one job over ${count} simulated hosts in ${waves} waves, each restarted: rate, CPU and memory of the manager, API`,
  run: (say) =>
    withPreparedFleet({ count, processes, port, say }, (prepared) =>
      withDirectory(async (dir) => ({ figures: await measure(prepared, dir, say) })),
    ),
};

interface Bed {
  manager: ManagerProcess;
  db: Database.Database;
  caller: Caller;
  say(line: string): void;
}

async function measure(prepared: PreparedFleet, dir: string, say: Bed['say']): Promise<Figure[]> {
  // Works on a copy, so that the prepared directory stays as it is.
  const dataDir = path.join(dir, 'manager');
  cpSync(prepared.managerDir, dataDir, { recursive: true });
  const bare = await bareLoop(prepared, dir, say);
  say('starting the agents');
  const group = await startAgents(prepared);
  const profileDir = process.env['BENCH_PROFILE_DIR'];
  const env: Record<string, string> = profileDir
    ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }
    : {};
  const manager = await startManager({ dataDir, env });
  const db = new Database(path.join(dataDir, 'fleetmend.sqlite'), { timeout: 5_000 });
  const caller = new Caller(manager.url, () => manager.accessToken);
  try {
    return figuresOf(await job({ manager, db, caller, say }, group), bare);
  } finally {
    await caller.close();
    db.close();
    await manager.stop();
    await group.stop();
  }
}

const startAgents = ({ agentsDir }: PreparedFleet): Promise<SimulatorGroup> =>
  startGroup({
    dir: agentsDir,
    count,
    listen: '127.0.0.1',
    port,
    processes,
    packages: {},
    script: JSON.stringify({ packages, rules: [] }),
    logLevel: 'silent',
    keepAliveMs,
  });

/**
 * Makes the same calls to a part of the same hosts, in a process that does nothing else. The hosts are as new
 * afterwards.
 */
async function bareLoop(prepared: PreparedFleet, dir: string, say: Bed['say']): Promise<LoopReport> {
  say(`the calls of such a job to ${loopHosts} hosts, by a bare loop`);
  const group = await startAgents(prepared);
  const { agentsDir, tls } = prepared;
  const names = prepared.names.slice(0, loopHosts);
  const portOf = (index: number): number => port + partOf(index, { processes });
  const loop = await startLoop({ dir, agentsDir, names, tls, port: portOf, script: 'jobLoop', atOnce });
  try {
    return await loop.ask<LoopReport>({});
  } finally {
    await loop.stop();
    await group.stop();
  }
}

interface Measured {
  elapsedSecs: number;
  cpuMicros: number;
  /** CPU time of a second after the job in which the same is asked. */
  restMicrosPerSec: number;
  /** Answers of the API while the job ran, and afterwards, in milliseconds. */
  asked: number[];
  rest: number[];
  peakMb: number;
  mbBefore: number;
}

async function job(bed: Bed, group: SimulatorGroup): Promise<Measured> {
  const { manager, db, caller, say } = bed;
  await manager.must('PUT', '/api/v1/settings', { polling: rarely });
  say('every host is polled once, so that its connection is open');
  await pollAll(bed);
  say('the packages of every host are read once');
  // A manager that finds a fleet without lists spreads the first readings over a quarter of an hour.
  db.prepare('update packages_hosts set next_at = 0 where list_id is null and lease_until is null').run();
  await untilNone(bed, listlessHosts, firstListsLimitMs);
  await untilAtRest(manager.pid);
  const before = { cpu: cpuMicros(manager.pid), mb: residentMbOf(manager.pid), at: performance.now() };
  const hosts = db.prepare('select id from hosts_hosts where live = 1').all() as { id: string }[];
  say(`the job over ${hosts.length} hosts`);
  const { id } = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'all',
    reboot: 'always',
    max_parallel: atOnce,
    waves: Array.from({ length: waves }, () => ({ percent: 100 / waves, soak_secs: 0 })),
    target: { host_ids: hosts.map((host) => host.id) },
  });
  const resources = ['/api/v1/jobs', `/api/v1/jobs/${id}`, `/api/v1/jobs/${id}/hosts?limit=100`];
  const asked: number[] = [];
  await untilEnded(bed, id, async (time) => {
    asked.push(await caller.once(resources[time % resources.length] ?? ''));
  });
  const elapsedSecs = (performance.now() - before.at) / 1_000;
  const micros = cpuMicros(manager.pid) - before.cpu;
  await assertDone(bed, id, group);
  const restMicrosPerSec = await atRest(bed, resources);
  const rest: number[] = [];
  for (let time = 0; time < restAsks; time += 1)
    for (const resource of resources) rest.push(await caller.once(resource));
  const peakMb = peakResidentMbOf(manager.pid);
  return { elapsedSecs, cpuMicros: micros, restMicrosPerSec, asked, rest, peakMb, mbBefore: before.mb };
}

function figuresOf({ elapsedSecs, cpuMicros: micros, ...measured }: Measured, bare: LoopReport): Figure[] {
  const { restMicrosPerSec, asked, rest, peakMb, mbBefore } = measured;
  const own = micros - restMicrosPerSec * elapsedSecs;
  const base = { name: 'bare loop', value: bare.cpuMicros / bare.requests / 1_000 };
  return [
    {
      name: `${count} hosts, ${waves} waves, ${atOnce} at once: hosts done`,
      value: count / elapsedSecs,
      unit: '/s',
      base: { name: 'bare loop', value: (1_000 * bare.requests) / bare.elapsedMs },
    },
    {
      name: 'CPU of the manager per host',
      value: micros / count / 1_000,
      unit: 'ms',
      base,
      target: { of: 'value', max: 5 },
    },
    {
      name: 'of it without what so long at rest costs, with the same questions',
      value: own / count / 1_000,
      unit: 'ms',
      base,
    },
    {
      name: `API meanwhile (jobs, the job, its hosts), p99 of ${asked.length}`,
      value: quantile(asked, 0.99),
      unit: 'ms',
      base: { name: 'after the job', value: quantile(rest, 0.99) },
    },
    {
      name: 'memory of the manager at most',
      value: peakMb,
      unit: 'MB',
      base: { name: 'before the job', value: mbBefore },
    },
  ];
}

/** CPU time of a second in which nothing but the asking goes on, in microseconds. */
async function atRest({ manager, caller, say }: Bed, resources: readonly string[]): Promise<number> {
  say('the same questions at rest');
  await untilAtRest(manager.pid);
  const startedAt = performance.now();
  const before = cpuMicros(manager.pid);
  for (let time = 0; performance.now() - startedAt < restMs; time += 1) {
    await caller.once(resources[time % resources.length] ?? '');
    await sleep(askEveryMs);
  }
  return ((cpuMicros(manager.pid) - before) * 1_000) / (performance.now() - startedAt);
}

async function pollAll(bed: Bed): Promise<void> {
  bed.db
    .prepare(
      `update hosts_hosts set next_health_at = 1, next_info_at = 1, next_patches_at = 1, next_poll_at = 1 where live = 1`,
    )
    .run();
  await untilNone(bed, 'hosts_hosts where live = 1 and next_poll_at = 1', pollLimitMs);
}

async function untilNone({ db }: Bed, which: string, limitMs: number): Promise<void> {
  const left = db.prepare(`select count(*) as left from ${which}`);
  const deadline = performance.now() + limitMs;
  while ((left.get() as { left: number }).left > 0) {
    if (performance.now() > deadline) throw new Error(`after ${limitMs} ms there are still ${which}`);
    await sleep(lookEveryMs);
  }
}

async function untilEnded(
  { db, manager }: Bed,
  jobId: string,
  ask: (time: number) => Promise<void>,
): Promise<void> {
  const state = db.prepare('select state from patching_jobs where id = ?');
  const deadline = performance.now() + jobLimitMs;
  let signInAt = performance.now();
  for (let time = 0; ; time += 1) {
    if (performance.now() >= signInAt) {
      await manager.signIn();
      signInAt = performance.now() + signInEveryMs;
    }
    const { state: now } = state.get(jobId) as { state: string };
    if (now === 'completed') return;
    if (!['pending', 'running'].includes(now) || performance.now() > deadline)
      throw new Error(`the job is ${now}`);
    await ask(time);
    await sleep(askEveryMs);
  }
}

/** Throws unless each host has restarted and all waves have passed. */
async function assertDone({ manager }: Bed, jobId: string, group: SimulatorGroup): Promise<void> {
  const job = await manager.must<WireJob & { wave_states: { state: string; completed: number }[] }>(
    'GET',
    `/api/v1/jobs/${jobId}`,
  );
  const passed = job.wave_states.filter(({ state }) => state === 'passed').length;
  const { completed } = job.counts;
  if (completed !== count || passed !== waves)
    throw new Error(`${completed} hosts completed, ${passed} waves passed`);
  const { answers } = await group.ask({});
  const restarted = answers['POST /api/v1/system/reboot 202'] ?? 0;
  if (restarted < count) throw new Error(`${restarted} hosts were restarted`);
}
