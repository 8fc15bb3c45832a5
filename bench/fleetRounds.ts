import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatorGroup } from '../agent/simulator/group.ts';
import type { Figure } from './bench.ts';
import type { Bed, Cost, FleetCase } from './fleetTypes.ts';
import type { LoopReport, LoopRequest } from './processes/undiciLoop.ts';
import type { Child } from './support/children.ts';
import { cpuMicros } from './support/proc.ts';

const roundLimitMs = 180_000;
const pauseMs = 50;
/** The interval of health polls, and the time after which each host was polled once: its place is within ± 10 %. */
const intervalMs = 60_000;
const wholeRoundMs = 68_000;
const lookEveryMs = 1_000;
const linkedMs = 180_000;

const health: LoopRequest = { path: '/health', conditional: false };
const info: LoopRequest = { path: '/api/v1/system/info', conditional: false };
const patches: LoopRequest = { path: '/api/v1/patches', conditional: true };

/** The cases in their order: the first one connects and knows nothing yet. */
export const cases: readonly FleetCase[] = [
  {
    name: 'first round (connect, info, full list)',
    due: ['health', 'info', 'patches'],
    requests: [health, info, patches],
    answers: ['GET /health 200', 'GET /api/v1/system/info 200', 'GET /api/v1/patches 200'],
  },
  {
    name: 'unchanged (health, patches 304)',
    due: ['health', 'patches'],
    requests: [health, patches],
    answers: ['GET /health 200', 'GET /api/v1/patches 304'],
  },
  { name: 'health alone', due: ['health'], requests: [health], answers: ['GET /health 200'] },
];

/** Makes all hosts due at once and waits until every result is stored, while somebody looks at the list of hosts. */
export async function managerRound({ group, manager, db }: Bed, one: FleetCase): Promise<Cost> {
  await group.ask({});
  const cpuBefore = cpuMicros(manager.pid);
  const startedAt = performance.now();
  const columns = [...one.due.map((kind) => `next_${kind}_at`), 'next_poll_at'];
  db.prepare(
    `update hosts_hosts set ${columns.map((column) => `${column} = 1`).join(', ')} where live = 1`,
  ).run();
  const waiting = db.prepare('select 1 from hosts_hosts where next_poll_at = 1 limit 1');
  let slowestMs = 0;
  while (waiting.get() !== undefined) {
    const askedAt = performance.now();
    if (askedAt - startedAt > roundLimitMs) throw new Error('the manager did not poll all hosts');
    await manager.must('GET', '/api/v1/hosts?limit=50');
    slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    await sleep(pauseMs);
  }
  const elapsedMs = performance.now() - startedAt;
  const cost = { hosts: group.agents, elapsedMs, cpuMicros: cpuMicros(manager.pid) - cpuBefore, slowestMs };
  await assertAnswered(group, one, 'the manager');
  return cost;
}

export async function loopRound(loop: Child, group: SimulatorGroup, one: FleetCase): Promise<Cost> {
  await group.ask({});
  const { elapsedMs, cpuMicros: micros } = await loop.ask<LoopReport>({ requests: [...one.requests] });
  await assertAnswered(group, one, 'the loop');
  return { hosts: group.agents, elapsedMs, cpuMicros: micros };
}

/**
 * Throws unless each agent has answered as the case says at least once: a host that became due by itself meanwhile is
 * asked more.
 */
async function assertAnswered(group: SimulatorGroup, { answers }: FleetCase, who: string): Promise<void> {
  const { answers: counts } = await group.ask({});
  const missing = answers.filter((answer) => (counts[answer] ?? 0) < group.agents);
  if (missing.length > 0) throw new Error(`${who} was answered ${JSON.stringify(counts)}`);
}

export function figuresOf({ name }: FleetCase, managed?: Cost, bare?: Cost): Figure[] {
  if (!managed || !bare) throw new Error(`${name} was not measured`);
  const base = (value: number): Figure['base'] => ({ name: 'undici loop', value });
  const perHost = ({ cpuMicros: micros, hosts }: Cost): number => micros / hosts;
  return [
    {
      name: `${name}: all hosts`,
      value: managed.elapsedMs / 1_000,
      unit: 's',
      base: base(bare.elapsedMs / 1_000),
    },
    { name: `${name}: CPU per host`, value: perHost(managed), unit: 'µs', base: base(perHost(bare)) },
    { name: `${name}: slowest answer to a person`, value: managed.slowestMs ?? 0, unit: 'ms' },
  ];
}

/** Measures the intervals of every installation, with nothing new: each host is due once, when the manager says so. */
export async function minuteOfPolling({ group, manager, say }: Bed): Promise<Figure> {
  say('a minute at default intervals');
  const count = group.agents;
  await group.ask({});
  const before = cpuMicros(manager.pid);
  const startedAt = performance.now();
  await sleep(wholeRoundMs);
  let polls = 0;
  for (;;) {
    const micros = cpuMicros(manager.pid) - before;
    const { answers } = await group.ask({});
    polls += answers['GET /health 200'] ?? 0;
    // After a round at once they are due close together, and dearer ones may be late on a busy machine.
    if (polls >= count) return pollingFigure(count, micros / polls);
    if (performance.now() - startedAt > roundLimitMs)
      throw new Error(`${polls} of ${count} hosts were polled at default intervals`);
    await sleep(lookEveryMs);
  }
}

/**
 * The same where agents that dial say that nothing has changed, so that no poll asks them: what the manager takes in
 * three minutes.
 */
export async function minutesOfLinks({ group, manager, say }: Bed): Promise<Figure> {
  say('three minutes at default intervals');
  await group.ask({});
  const before = cpuMicros(manager.pid);
  const startedAt = performance.now();
  await sleep(linkedMs);
  const micros = cpuMicros(manager.pid) - before;
  const value = (100 * micros) / (1_000 * (performance.now() - startedAt));
  const { answers } = await group.ask({});
  say(`  asked meanwhile: ${JSON.stringify(answers)}`);
  return { name: `manager, CPU at default polling of ${group.agents}`, value, unit: '% of a core' };
}

const pollingFigure = (count: number, microsPerPoll: number): Figure => ({
  name: `manager, CPU at default polling of ${count}`,
  value: (100 * microsPerPoll * count) / (intervalMs * 1_000),
  unit: '% of a core',
});
