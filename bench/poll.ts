import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { simulatedNames } from '../agent/simulator/simulator.ts';
import type { ManagerProcess } from '../test/support/manager.ts';
import { freePort } from '../test/support/ports.ts';
import type { Bench, Figure } from './bench.ts';
import type { LoopReport, LoopRequest } from './processes/undiciLoop.ts';
import type { SimulatorReport } from './processes/simulator.ts';
import { startChild } from './support/children.ts';
import type { Child } from './support/children.ts';
import { enrollFleet } from './support/enrollFleet.ts';
import { startLoop } from './support/loop.ts';
import { startManager } from './support/manager.ts';
import { cpuMicros, untilAtRest } from './support/proc.ts';
import { putOffPackages, putOffPolls } from './support/putOff.ts';
import { withDirectory } from './support/temporary.ts';

const hosts = 500;
const roundsEach = 20;
const warmUpRounds = 8;
const roundLimitMs = 20_000;
const pauseMs = 10;

const health: LoopRequest = { path: '/health', conditional: false };
const patches: LoopRequest = { path: '/api/v1/patches', conditional: true };

/** A kind of poll: which due times have passed, and what that asks of each agent. */
interface Case {
  name: string;
  due: readonly string[];
  changing: boolean;
  requests: readonly LoopRequest[];
  /** Statuses that the patch list must have been answered with. */
  patchesStatus: 200 | 304 | null;
  maxRatio?: number;
}

const cases: readonly Case[] = [
  {
    name: 'unchanged (health, patches 304)',
    due: ['next_health_at', 'next_patches_at'],
    changing: false,
    requests: [health, patches],
    patchesStatus: 304,
    maxRatio: 2,
  },
  { name: 'health alone', due: ['next_health_at'], changing: false, requests: [health], patchesStatus: null },
  {
    name: 'full (health, new list of 40)',
    due: ['next_health_at', 'next_patches_at'],
    changing: true,
    requests: [health, patches],
    patchesStatus: 200,
  },
];

export const poll: Bench = {
  name: 'poll',
  about: `${hosts} simulated agents over kept-alive mutual TLS: CPU of the manager beside a bare undici loop`,
  run: (say) =>
    withDirectory(async (dir) => {
      const bed = await makeBed(dir, say);
      try {
        const figures: Figure[] = [];
        for (const one of cases) {
          say(one.name);
          figures.push(...(await measureCase(bed, one)));
        }
        const rest = await restOf(bed);
        figures.push({ name: `manager of ${hosts} hosts at rest: CPU`, value: rest, unit: 'ms/s' });
        return { figures };
      } finally {
        await bed.stop();
      }
    }),
};

interface Bed {
  manager: ManagerProcess;
  simulator: Child;
  loop: Child;
  db: Database.Database;
  stop(): Promise<void>;
}

/** Manager, simulator and loop, each in a process of its own, and a connection to the manager's database. */
async function makeBed(dir: string, say: (line: string) => void): Promise<Bed> {
  const dataDir = path.join(dir, 'manager');
  const agentsDir = path.join(dir, 'agents');
  const port = await freePort();
  const names = simulatedNames(hosts);
  say(`enrolling ${hosts} agents`);
  const tls = await enrollFleet({ dataDir, agentsDir, names, port });
  const simulator = await startChild({
    script: 'bench/processes/simulator.ts',
    args: [agentsDir, String(hosts), String(port)],
  });
  const loop = await startLoop({ dir, agentsDir, names, tls, port: () => port });
  const manager = await startManager({ dataDir });
  const db = new Database(path.join(dataDir, 'fleetmend.sqlite'), { timeout: 5_000 });
  return {
    manager,
    simulator,
    loop,
    db,
    async stop() {
      db.close();
      await manager.stop();
      await loop.stop();
      await simulator.stop();
    },
  };
}

/** Puts the polls off, waits until the manager is at rest, and returns its processor time then, in ms a second. */
async function restOf({ manager, db }: Bed): Promise<number> {
  putOffPolls(db);
  return await untilAtRest(manager.pid);
}

interface Cost {
  polls: number;
  elapsedMs: number;
  cpuMicros: number;
}

async function measureCase(bed: Bed, one: Case): Promise<Figure[]> {
  await bed.simulator.ask<SimulatorReport>({ changing: one.changing });
  await putOffPackages(bed.db, hosts);
  await restOf(bed);
  for (let round = 0; round < warmUpRounds; round += 1) {
    await managerRound(bed, one, false);
    await loopRound(bed, one, false);
  }
  const managed: Cost[] = [];
  const bare: Cost[] = [];
  for (let round = 0; round < roundsEach; round += 1) {
    managed.push(await managerRound(bed, one));
    bare.push(await loopRound(bed, one));
  }
  return figuresOf(one, sum(managed), sum(bare));
}

function sum(costs: readonly Cost[]): Cost {
  const total = (key: keyof Cost): number => costs.reduce((before, cost) => before + cost[key], 0);
  return { polls: total('polls'), elapsedMs: total('elapsedMs'), cpuMicros: total('cpuMicros') };
}

function figuresOf({ name, maxRatio }: Case, manager: Cost, loop: Cost): Figure[] {
  const base = (value: number): Figure['base'] => ({ name: 'undici loop', value });
  const cpu = ({ cpuMicros: micros, polls }: Cost): number => micros / polls;
  const rate = ({ polls, elapsedMs }: Cost): number => (polls * 1_000) / elapsedMs;
  return [
    {
      name: `${name}: CPU per poll`,
      value: cpu(manager),
      unit: 'µs',
      base: base(cpu(loop)),
      ...(maxRatio === undefined ? {} : { target: { of: 'ratio' as const, max: maxRatio } }),
    },
    { name: `${name}: polls`, value: rate(manager), unit: '/s', base: base(rate(loop)) },
  ];
}

/**
 * Makes all hosts due at once and waits until every result is stored. The clock runs from the first claim, because the
 * sweep looks once a second; CPU time is counted from before it, waiting included.
 */
async function managerRound(
  { manager, simulator, db }: Bed,
  { due, patchesStatus }: Case,
  checked = true,
): Promise<Cost> {
  const cpuBefore = cpuMicros(manager.pid);
  const columns = [...due, 'next_poll_at'].map((column) => `${column} = 1`).join(', ');
  db.prepare(`update hosts_hosts set ${columns} where live = 1`).run();
  await until(db, 'poll_owner is not null');
  const startedAt = performance.now();
  await until(db, 'next_poll_at = 1', false);
  const elapsedMs = performance.now() - startedAt;
  const cost = { polls: hosts, elapsedMs, cpuMicros: cpuMicros(manager.pid) - cpuBefore };
  const report = await simulator.ask<SimulatorReport>({});
  if (checked) assertAnswered(report, patchesStatus, 'the manager');
  return cost;
}

/** Waits until some host (or none any more) fulfils `condition`. In WAL mode reading holds up nobody. */
async function until(db: Database.Database, condition: string, exists = true): Promise<void> {
  const probe = db.prepare(`select 1 from hosts_hosts where ${condition} limit 1`);
  const deadline = performance.now() + roundLimitMs;
  while ((probe.get() !== undefined) !== exists) {
    if (performance.now() > deadline) throw new Error(`the manager did not poll all hosts (${condition})`);
    await sleep(pauseMs);
  }
}

async function loopRound(
  { loop, simulator }: Bed,
  { requests, patchesStatus }: Case,
  checked = true,
): Promise<Cost> {
  const { elapsedMs, cpuMicros: micros } = await loop.ask<LoopReport>({ requests });
  const report = await simulator.ask<SimulatorReport>({});
  if (checked) assertAnswered(report, patchesStatus, 'the loop');
  return { polls: hosts, elapsedMs, cpuMicros: micros };
}

/**
 * Throws unless each host was asked once and answered as the case says: otherwise two different things were measured.
 */
function assertAnswered({ answers }: SimulatorReport, patchesStatus: 200 | 304 | null, who: string): void {
  const expected: Record<string, number> = { 'GET /health 200': hosts };
  if (patchesStatus !== null) expected[`GET /api/v1/patches ${patchesStatus}`] = hosts;
  const asText = (counts: Record<string, number>): string => JSON.stringify(Object.entries(counts).sort());
  if (asText(answers) !== asText(expected)) throw new Error(`${who} was answered ${JSON.stringify(answers)}`);
}
