import { cpSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { startGroup } from '../agent/simulator/group.ts';
import type { SimulatorGroup } from '../agent/simulator/group.ts';
import { partOf } from '../agent/simulator/fleet.ts';
import type { Bench, Figure } from './bench.ts';
import { jobFigures, script } from './fleetJob.ts';
import { cases, figuresOf, loopRound, managerRound, minuteOfPolling } from './fleetRounds.ts';
import type { Bed, Cost } from './fleetTypes.ts';
import { startLoop } from './support/loop.ts';
import { startManager } from './support/manager.ts';
import { withPreparedFleet } from './support/preparedFleet.ts';
import type { PreparedFleet } from './support/preparedFleet.ts';
import { residentMbOf, untilAtRest } from './support/proc.ts';
import { putOffPackages, putOffPolls } from './support/putOff.ts';
import { withDirectory } from './support/temporary.ts';

const count = 10_000;
const processes = 2;
/** Below the range of ports that the kernel assigns by itself. */
const port = 21_443;

export const fleet: Bench = {
  name: 'fleet',
  about: `${count} simulated agents in ${processes} processes: start, memory, polls, and a job over a tenth of them`,
  run: (say) =>
    withPreparedFleet({ count, processes, port, say }, (prepared) =>
      withDirectory(async (dir) => ({ figures: await measure(prepared, dir, say) })),
    ),
};

async function measure(prepared: PreparedFleet, dir: string, say: (line: string) => void): Promise<Figure[]> {
  // Works on a copy, so that the prepared directory stays as it is.
  const dataDir = path.join(dir, 'manager');
  cpSync(prepared.managerDir, dataDir, { recursive: true });
  say('starting the agents');
  const group = await startGroup({
    dir: prepared.agentsDir,
    count,
    listen: '127.0.0.1',
    port,
    processes,
    script,
    packages: {},
    // The script makes failures by the dozen.
    logLevel: 'silent',
  });
  const started = startFigures(group, prepared);
  const manager = await startManager({ dataDir });
  const db = new Database(path.join(dataDir, 'fleetmend.sqlite'), { timeout: 5_000 });
  try {
    const bed: Bed = { group, manager, db, say };
    const managed = await managerRounds(bed);
    const connected = memoryOf(group);
    const managerMb = residentMbOf(manager.pid);
    const idle = await minuteOfPolling(bed);
    const job = await jobFigures(bed, prepared.names);
    const bare = await bareRounds(bed, prepared, dir);
    return [
      ...started,
      { name: 'memory of an agent, connected', value: connected, unit: 'kB' },
      ...cases.flatMap((one, index) => figuresOf(one, managed[index], bare.costs[index])),
      {
        name: `manager that holds ${count} connections`,
        value: managerMb,
        unit: 'MB',
        base: { name: 'undici loop', value: bare.mb },
      },
      idle,
      ...job,
    ];
  } finally {
    db.close();
    await manager.stop();
    await group.stop();
  }
}

const memoryOf = ({ pids, agents }: SimulatorGroup): number =>
  (pids.reduce((total, pid) => total + residentMbOf(pid), 0) * 1_000) / agents;

function startFigures(group: SimulatorGroup, { enrollSecs }: PreparedFleet): Figure[] {
  if (group.agents !== count) throw new Error(`${group.agents} agents are served instead of ${count}`);
  return [
    { name: `${count} agents enrolled in bulk`, value: enrollSecs, unit: 's' },
    { name: `${count} agents started in ${processes} processes`, value: group.startMs / 1_000, unit: 's' },
    { name: 'memory of an agent, just started', value: memoryOf(group), unit: 'kB' },
  ];
}

async function managerRounds(bed: Bed): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const one of cases) {
    bed.say(one.name);
    putOffPolls(bed.db);
    await putOffPackages(bed.db, count);
    await untilAtRest(bed.manager.pid);
    costs.push(await managerRound(bed, one));
  }
  return costs;
}

async function bareRounds(
  { group, say }: Bed,
  { agentsDir, names, tls }: PreparedFleet,
  dir: string,
): Promise<{ costs: Cost[]; mb: number }> {
  say('the same by a bare loop');
  const portOf = (index: number): number => port + partOf(index, { processes });
  const loop = await startLoop({ dir, agentsDir, names, tls, port: portOf });
  try {
    const costs: Cost[] = [];
    for (const one of cases) costs.push(await loopRound(loop, group, one));
    return { costs, mb: residentMbOf(loop.pid) };
  } finally {
    await loop.stop();
  }
}
