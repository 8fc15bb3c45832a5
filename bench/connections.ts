import { cpSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { startGroup } from '../agent/simulator/group.ts';
import type { SimulatorGroup } from '../agent/simulator/group.ts';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Bench, Figure } from './bench.ts';
import { cases, managerRound, minuteOfPolling, minutesOfLinks } from './fleetRounds.ts';
import type { Bed, Cost } from './fleetTypes.ts';
import { Caller } from './support/caller.ts';
import { startManager } from './support/manager.ts';
import { withPreparedFleet } from './support/preparedFleet.ts';
import type { PreparedFleet } from './support/preparedFleet.ts';
import { cpuMicros, residentMbOf, untilAtRest } from './support/proc.ts';
import { putOffPackages, putOffPolls } from './support/putOff.ts';
import { quantile } from './support/stats.ts';
import { withDirectory } from './support/temporary.ts';

const count = Number(process.env['BENCH_CONNECTIONS_HOSTS'] ?? 10_000);
const processes = 2;
/** The goals are those of so many hosts. */
const goalsAt = 10_000;
/** Below the range of ports that the kernel assigns by itself; the fleet of the bench `fleet`. */
const port = 21_443;
const ways = ['listen', 'dial'] as const;
type Way = (typeof ways)[number];

const connectLimitMs = 300_000;
const lookEveryMs = 100;
/** So long after its last call each channel is closed at both ends: see linkLimits.channelIdleMs. */
const idleChannelMs = 30_000;

export const connections: Bench = {
  name: 'connections',
  about: `${count} agents that listen, then the same dialling: memory and CPU of the manager, and all back after a kill`,
  run: (say) =>
    withPreparedFleet({ count, processes, port, say }, async (prepared) => {
      const measured: Measured[] = [];
      for (const way of ways)
        measured.push(await withDirectory((dir) => measure(prepared, { dir, way, say })));
      return { figures: figuresOf(measured) };
    }),
};

/** What a manager holds, in MB: all its memory, and the part of it that V8 counts. */
interface Held {
  residentMb: number;
  heapMb: number;
}

interface Measured {
  way: Way;
  before: Held;
  /** With a connection to each host that was called just now. */
  connected: Held;
  /** With links alone: no host was called for a minute. */
  quiet: Held | null;
  /** Connected, or linked, and polled for the first time. */
  first: Cost;
  unchanged: Cost;
  polling: Figure;
  backSecs: number;
  backCpuSecs: number;
  asked: number[];
}

async function measure(
  prepared: PreparedFleet,
  { dir, way, say }: { dir: string; way: Way; say: Bed['say'] },
): Promise<Measured> {
  // Works on a copy, so that the prepared directory stays as it is.
  const dataDir = path.join(dir, 'manager');
  cpSync(prepared.managerDir, dataDir, { recursive: true });
  const heap = process.env['BENCH_HEAP_FILE'];
  const manager = await startManager({
    dataDir,
    nodeFlags: ['--expose-gc', '--import', path.join(import.meta.dirname, 'processes/memory.mjs')],
    ...(heap === undefined ? {} : { env: { BENCH_HEAP_FILE: `${heap}.${way}` } }),
  });
  const db = new Database(path.join(dataDir, 'fleetmend.sqlite'), { timeout: 10_000 });
  let group: SimulatorGroup | null = null;
  try {
    putOffPolls(db);
    await putOffPackages(db, count);
    await untilAtRest(manager.pid);
    const before = await heldBy(manager, 1);
    say(`${way}: starting the agents`);
    const linkedFrom = { cpu: cpuMicros(manager.pid), at: performance.now() };
    group = await startGroup({
      dir: prepared.agentsDir,
      count,
      listen: '127.0.0.1',
      port,
      processes,
      script: '{}',
      packages: {},
      logLevel: 'silent',
      ...(way === 'dial' ? { dial: [manager.url] } : {}),
    });
    const bed: Bed = { group, manager, db, say };
    const [firstCase, unchangedCase] = cases;
    if (!firstCase || !unchangedCase) throw new Error('there are no cases');
    // A host that dials is polled as soon as its link holds.
    const first = way === 'dial' ? await untilLinked(bed, linkedFrom) : await managerRound(bed, firstCase);
    say(`${way}: first round ${(first.elapsedMs / 1_000).toFixed(1)} s`);
    await untilAtRest(manager.pid);
    const connected = await heldBy(manager, 2);
    say(`${way}: ${unchangedCase.name}`);
    const unchanged = await managerRound(bed, unchangedCase);
    const polling = await (way === 'dial' ? minutesOfLinks(bed) : minuteOfPolling(bed));
    let quiet: Held | null = null;
    if (way === 'dial') {
      say('dial: until every channel is closed');
      putOffPolls(db);
      await sleep(idleChannelMs);
      quiet = await heldBy(manager, 3);
      db.prepare('update hosts_hosts set next_poll_at = next_health_at where live = 1').run();
    }
    const back = await afterKill(bed, way);
    return { way, before, connected, quiet, first, unchanged, polling, ...back };
  } finally {
    db.close();
    await group?.stop();
    await manager.stop();
  }
}

/** Has the manager collect its garbage, for the `time`th time since its start. */
async function heldBy(manager: ManagerProcess, time: number): Promise<Held> {
  process.kill(manager.pid, 'SIGUSR2');
  const deadline = performance.now() + connectLimitMs;
  for (;;) {
    const line = manager.output
      .split('\n')
      .find((one) => one.startsWith(`{"event":"memory","times":${time},`));
    if (line !== undefined) {
      const { heapUsed, external } = JSON.parse(line) as { heapUsed: number; external: number };
      return { residentMb: residentMbOf(manager.pid), heapMb: (heapUsed + external) / 1_000_000 };
    }
    if (performance.now() > deadline) throw new Error('the manager did not say what it holds');
    await sleep(lookEveryMs);
  }
}

async function untilLinked({ group, manager }: Bed, from: { cpu: number; at: number }): Promise<Cost> {
  while ((await group.ask({})).links < count) {
    if (performance.now() - from.at > connectLimitMs) throw new Error('not every host has a link');
    await sleep(lookEveryMs);
  }
  return {
    hosts: count,
    elapsedMs: performance.now() - from.at,
    cpuMicros: cpuMicros(manager.pid) - from.cpu,
  };
}

/**
 * Kills the manager, starts it again, and counts from when it listens until each host is back: its link holds, or it was
 * polled. Meanwhile a client reads the list of hosts.
 */
async function afterKill(
  { group, manager, say }: Bed,
  way: Way,
): Promise<Pick<Measured, 'backSecs' | 'backCpuSecs' | 'asked'>> {
  say(`${way}: killed, and started again`);
  await manager.kill();
  await group.ask({});
  await manager.start();
  const startedAt = performance.now();
  const cpuBefore = cpuMicros(manager.pid);
  const caller = new Caller(manager.url, () => manager.accessToken);
  const asked: number[] = [];
  let polled = 0;
  try {
    for (;;) {
      asked.push(await caller.once('/api/v1/hosts?limit=50'));
      const { answers, links } = await group.ask({});
      polled += answers['GET /health 200'] ?? 0;
      if ((way === 'dial' ? links : polled) >= count) break;
      if (performance.now() - startedAt > connectLimitMs)
        throw new Error(`after the kill ${way === 'dial' ? links : polled} of ${count} hosts came back`);
      await sleep(lookEveryMs);
    }
  } finally {
    await caller.close();
  }
  const backSecs = (performance.now() - startedAt) / 1_000;
  return { backSecs, backCpuSecs: (cpuMicros(manager.pid) - cpuBefore) / 1_000_000, asked };
}

/** Goals, at the number of hosts for which they were set. */
const goal = (max: number): Pick<Figure, 'target'> =>
  count === goalsAt ? { target: { of: 'value', max } } : {};

function figuresOf(measured: readonly Measured[]): Figure[] {
  const listening = measured.find(({ way }) => way === 'listen');
  return measured.flatMap((one) => {
    const base = (value: number | undefined): Pick<Figure, 'base'> =>
      one.way === 'dial' && value !== undefined ? { base: { name: 'listening', value } } : {};
    const named = one.way === 'dial' ? 'dialled' : 'listening';
    const perHost = (cost: Cost | undefined): number | undefined => cost && cost.cpuMicros / cost.hosts;
    const kb = (held: Held | undefined, from: Held | undefined, part: keyof Held): number | undefined =>
      held && from && ((held[part] - from[part]) * 1_000) / count;
    const figure = (name: string, unit: string, of: (m: Measured) => number | undefined): Figure[] => {
      const value = of(one);
      if (value === undefined) return [];
      return [{ name: `${count} ${named}: ${name}`, value, unit, ...base(listening && of(listening)) }];
    };
    const memory = figure('memory of the manager per host, called a minute ago at most', 'kB', (m) =>
      kb(m.connected, m.before, 'residentMb'),
    );
    return [
      ...memory.map((of): Figure => ({ ...of, ...goal(one.way === 'dial' ? 90 : 100) })),
      ...figure('of it V8 and buffers', 'kB', (m) => kb(m.connected, m.before, 'heapMb')),
      ...figure('memory of the manager per host, with links alone', 'kB', (m) =>
        kb(m.quiet ?? undefined, m.before, 'residentMb'),
      ),
      ...figure('of that V8 and buffers', 'kB', (m) => kb(m.quiet ?? undefined, m.before, 'heapMb')),
      ...figure('first round: all', 's', (m) => m.first.elapsedMs / 1_000),
      ...figure('first round: CPU per host', 'µs', (m) => perHost(m.first)),
      ...figure('first round: slowest answer to a person', 'ms', (m) => m.first.slowestMs),
      ...figure('unchanged: CPU per host', 'µs', (m) => perHost(m.unchanged)),
      ...figure('CPU at default polling', '% of a core', (m) => m.polling.value).map((of): Figure => ({
        ...of,
        ...goal(one.way === 'dial' ? 3 : 5),
      })),
      ...figure('all back after a kill', 's', (m) => m.backSecs).map((of): Figure =>
        one.way === 'dial' ? { ...of, ...goal(60) } : of,
      ),
      ...figure('all back after a kill: CPU of the manager', 's', (m) => m.backCpuSecs),
      ...figure(`API meanwhile, p99 of ${one.asked.length}`, 'ms', (m) => quantile(m.asked, 0.99)).map(
        (of): Figure => ({ ...of, ...goal(100) }),
      ),
    ];
  });
}
