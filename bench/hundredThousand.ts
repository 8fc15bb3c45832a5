import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import createKnex from 'knex';
import type { Knex } from 'knex';
import { startGroup } from '../agent/simulator/group.ts';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Bench, Figure } from './bench.ts';
import { afterKill, jobOver } from './hundredThousandTrouble.ts';
import { startManager } from './support/manager.ts';
import type { Part, ThinBed } from './support/thinBed.ts';
import { withThinFleet } from './support/thinFleet.ts';
import type { ThinFleet } from './support/thinFleet.ts';
import { between, MemoryIsShort, ThinWatch } from './support/thinWatch.ts';
import type { Look } from './support/thinWatch.ts';

const count = Number(process.env['BENCH_HUNDRED_THOUSAND_HOSTS'] ?? 100_000);
const managerCount = Number(process.env['BENCH_MANAGERS'] ?? 8);
const minutes = Number(process.env['BENCH_MINUTES'] ?? 60);
/** Where each look is written while it runs. */
const file =
  process.env['BENCH_MEASURES_FILE'] ??
  path.join(
    import.meta.dirname,
    `results/hundredThousand-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.jsonl`,
  );
/** A process may open 20,000 files; a host that is called has two sockets and its journal, and all may be called at once. */
const hostsAProcess = 6_500;
const processes = Math.max(2, Math.ceil(count / hostsAProcess));
/** Below these no more hosts are started, and the bench ends. */
const leastMemoryMb = { toStart: 1_500, toGoOn: 600 };
/** A host costs a few milliseconds at each of its ends when it comes; this is many times that. */
const linkLimitMs = 600_000 + count * 60;
const lookMs = 5_000;
const sayMs = 60_000;

export const hundredThousand: Bench = {
  name: 'hundredThousand',
  about: `${count} thin hosts that dial ${managerCount} managers on one MariaDB: ${minutes} minutes at rest, a manager killed, and a job over 5,000`,
  isLong: true,
  run: (say) =>
    withThinFleet({ count, say }, (fleet) =>
      withManagers(fleet, say, async (managers) => {
        say(`measures: ${file}`);
        return measure({ fleet, managers, say });
      }),
    ),
};

async function withManagers<T>(
  { runDir, env }: ThinFleet,
  say: (line: string) => void,
  act: (managers: readonly ManagerProcess[]) => Promise<T>,
): Promise<T> {
  const managers: ManagerProcess[] = [];
  try {
    for (let index = 0; index < managerCount; index += 1)
      managers.push(await startManager({ dataDir: path.join(runDir, `manager-${index}`), env }));
    say(`${managers.length} managers`);
    return await act(managers);
  } finally {
    await Promise.all(managers.map((manager) => manager.stop()));
  }
}

async function measure({ fleet, managers, say }: Pick<ThinBed, 'fleet' | 'managers' | 'say'>): Promise<Part> {
  const db = createKnex({
    client: 'mysql2',
    connection: fleet.env['DATABASE_URL'] ?? '',
    pool: { min: 0, max: 2 },
  });
  const group = await startGroup({
    dir: fleet.agentsDir,
    count,
    listen: '127.0.0.1',
    port: 0,
    processes,
    dial: managers.map(({ url }) => url),
    thin: { leastMemoryMb: leastMemoryMb.toStart },
    script: '{}',
    packages: {},
    logLevel: 'warn',
  });
  const databasePid = fleet.database.pid();
  const watch = new ThinWatch({ managers, databasePid, group, file, leastMemoryMb: leastMemoryMb.toGoOn });
  const bed: ThinBed = { fleet, managers, db, group, watch, say };
  const result: Required<Part> = {
    figures: [{ name: `${count} thin hosts enrolled in bulk`, value: fleet.enrollSecs, unit: 's' }],
    details: {},
  };
  try {
    for (const part of [comeIn, rest, afterKill, jobOver]) {
      const { figures, details = {} } = await part(bed);
      result.figures.push(...figures);
      Object.assign(result.details, details);
    }
  } catch (error) {
    if (!(error instanceof MemoryIsShort)) throw error;
    say(`ended before its end: ${error.message}`);
  } finally {
    await db.destroy();
    await group.stop();
  }
  return result;
}

/** Waits until each host has a link and was polled once. Where memory is short, those count that have begun. */
async function comeIn(bed: ThinBed): Promise<Part> {
  const { watch, db, say } = bed;
  const first = await watch.look('coming');
  const deadline = performance.now() + linkLimitMs;
  let linkedSecs: number | null = null;
  let saidAt = -Infinity;
  for (;;) {
    const look = await watch.look('coming');
    const polled = await polledOf(db);
    const { thin } = await watch.report();
    const wanted = thin?.isShort ? look.begun : count;
    if (performance.now() - saidAt > sayMs) {
      saidAt = performance.now();
      say(
        `${look.secs} s: ${look.links} of ${wanted} linked, ${polled} polled, ${look.awake} called just now, ${look.availableMb} MB left`,
      );
    }
    if (look.links >= wanted) linkedSecs ??= look.secs - first.secs;
    if (linkedSecs !== null && polled >= wanted) return comeFigures(first, look, { linkedSecs, wanted, say });
    if (performance.now() > deadline)
      throw new Error(
        `after ${look.secs} s ${look.links} of ${wanted} hosts are linked and ${polled} polled`,
      );
    await sleep(lookMs);
  }
}

async function polledOf(db: Knex): Promise<number> {
  const [row] = await db('hosts_hosts')
    .where('live', 1)
    .whereNotNull('patches_polled_at')
    .count({ hosts: '*' });
  return Number(row?.hosts ?? 0);
}

function comeFigures(
  from: Look,
  to: Look,
  { linkedSecs, wanted, say }: { linkedSecs: number; wanted: number; say: ThinBed['say'] },
): Part {
  if (wanted < count) say(`memory was short: ${wanted} of ${count} hosts were started`);
  const { cpuOfManagers, cpuOfDatabase } = between(from, to);
  const figure = (name: string, value: number, unit: string): Figure => ({
    name: `${wanted} hosts: ${name}`,
    value,
    unit,
  });
  const perHost = (secs: number): number => (secs * 1_000) / wanted;
  return {
    figures: [
      figure('all linked', linkedSecs, 's'),
      figure('all polled once', to.secs - from.secs, 's'),
      figure('to come in, CPU of the managers per host', perHost(sum(cpuOfManagers)), 'ms'),
      figure('to come in, CPU of MariaDB per host', perHost(cpuOfDatabase), 'ms'),
      figure(
        'to come in, CPU of the simulators per host',
        perHost(to.simulators.cpuSecs - from.simulators.cpuSecs),
        'ms',
      ),
      figure('memory of the simulators per host', (to.simulators.residentMb * 1_000) / wanted, 'kB'),
      figure(
        'memory of the managers per host, beyond that at their start',
        ((managersMb(to) - managersMb(from)) * 1_000) / wanted,
        'kB',
      ),
    ],
  };
}

/** Leaves the fleet alone, and compares the beginning with the middle and the end. */
async function rest({ watch, say }: ThinBed): Promise<Part> {
  const looks: Look[] = [];
  const until = performance.now() + minutes * 60_000;
  watch.takeAnswers();
  let saidAt = -Infinity;
  while (performance.now() < until || looks.length < 3) {
    const look = await watch.look('rest');
    looks.push(look);
    if (performance.now() - saidAt > 5 * sayMs) {
      saidAt = performance.now();
      say(
        `${look.secs} s: ${look.links} links, managers ${managersMb(look)} MB, MariaDB ${look.database.residentMb} MB, ${look.availableMb} MB left`,
      );
    }
    await sleep(lookMs);
  }
  const asked = watch.takeAnswers();
  say(`asked at rest: ${JSON.stringify(asked)}`);
  const [first, middle, last] = [looks[0], looks[looks.length >> 1], looks.at(-1)];
  if (!first || !middle || !last) throw new Error('nothing was measured');
  const fewest = Math.min(...looks.map(({ links }) => links));
  const { figures, details } = restFigures([first, middle, last], fewest);
  const answers = Object.entries(asked).map(([call, times]) => [`asked at rest: ${call}`, times] as const);
  return { figures, details: { ...details, ...Object.fromEntries(answers) } };
}

function restFigures([first, middle, last]: [Look, Look, Look], fewest: number): Part {
  const half = [between(first, middle), between(middle, last)] as const;
  const percent = (cpuSecs: number, secs: number): number => (100 * cpuSecs) / Math.max(secs, 1);
  const figures: Figure[] = [];
  const add = (name: string, value: number, unit: string): void =>
    void figures.push({ name: `at rest: ${name}`, value, unit });
  for (const [when, look] of [
    ['start', first],
    ['middle', middle],
    ['end', last],
  ] as const) {
    add(`memory of all managers, ${when}`, managersMb(look), 'MB');
    add(`memory of MariaDB, ${when}`, look.database.residentMb, 'MB');
  }
  for (const [which, { cpuOfManagers, cpuOfDatabase, secs }] of [
    ['first half', half[0]],
    ['second half', half[1]],
  ] as const) {
    add(`CPU of all managers, ${which}`, percent(sum(cpuOfManagers), secs), '% of a core');
    add(`CPU of MariaDB, ${which}`, percent(cpuOfDatabase, secs), '% of a core');
  }
  add('fewest links', fewest, 'links');
  const details = Object.fromEntries(
    first.managers.flatMap((_one, index) => [
      [`manager ${index}: MB at the start`, first.managers[index]?.residentMb ?? 0],
      [`manager ${index}: MB in the middle`, middle.managers[index]?.residentMb ?? 0],
      [`manager ${index}: MB at the end`, last.managers[index]?.residentMb ?? 0],
      [
        `manager ${index}: % of a core`,
        percent(
          (last.managers[index]?.cpuSecs ?? 0) - (first.managers[index]?.cpuSecs ?? 0),
          last.secs - first.secs,
        ),
      ],
    ]),
  );
  return { figures, details };
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const managersMb = ({ managers }: Look): number => sum(managers.map((one) => one?.residentMb ?? 0));
