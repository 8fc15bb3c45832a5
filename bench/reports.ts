import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Bench, Figure } from './bench.ts';
import { Caller } from './support/caller.ts';
import { prepareManager, startManager } from './support/manager.ts';
import { cpuMicros, peakResidentMbOf, resetPeakOf, residentMbOf, untilAtRest } from './support/proc.ts';
import { seedHosts } from './support/seedHosts.ts';
import { seedYear } from './support/seedYear.ts';
import { quantile } from './support/stats.ts';
import { withDirectory } from './support/temporary.ts';

const SIZES = [1_000, 10_000];
const TYPES = ['compliance', 'vulnerability', 'patch-history', 'audit'] as const;
const FORMATS = ['csv', 'pdf'] as const;
const REPORTS = [
  ...TYPES.flatMap((type) =>
    FORMATS.map((format) => ({ name: `${type}, ${format}`, path: `${type}?format=${format}` })),
  ),
  { name: 'vulnerability, csv with what was closed', path: 'vulnerability?format=csv&closed=true' },
];
const MAX_SECS = 30;
const MAX_MB = 300;
const MAX_P99_MS = 100;
/** Pause between two calls of the API, so that they are like a person's and no load of their own. */
const PAUSE_MS = 20;
const YEAR_MS = 366 * 86_400_000;
const LIST = '/api/v1/hosts?limit=50';

export const reports: Bench = {
  name: 'reports',
  about: 'reports over 1,000 and 10,000 hosts with a year of history: seconds, memory, and the API meanwhile',
  async run(say) {
    const figures: Figure[] = [];
    const details: Record<string, number> = {};
    for (const size of SIZES)
      await withDirectory(async (dir) => {
        const measured = await measure(dir, size, say);
        figures.push(...measured.figures);
        Object.assign(details, measured.details);
      });
    return { figures, details };
  },
};

type Measured = Required<Pick<Awaited<ReturnType<Bench['run']>>, 'figures' | 'details'>>;

async function measure(dir: string, size: number, say: (line: string) => void): Promise<Measured> {
  const dataDir = path.join(dir, 'manager');
  await prepareManager(dataDir);
  say(`${size} hosts: writing a year`);
  await seedHosts(dataDir, size);
  const year = await seedYear(dataDir);
  say(
    `${year.changes} changes, ${year.findings} findings, ${year.closed} closed, ${year.auditRows} rows of audit`,
  );
  const manager = await startManager({ dataDir });
  const api = new Caller(manager.url, manager.accessToken);
  try {
    await untilAtRest(manager.pid);
    const alone = await callsWhile(api, delay(5_000));
    const beforeMb = residentMbOf(manager.pid);
    resetPeakOf(manager.pid);
    const taken: Report[] = [];
    for (const { name, path: report } of REPORTS) {
      const download = take(manager, `${report}&${period()}`);
      const cpuBefore = cpuMicros(manager.pid);
      const calls = await callsWhile(api, download);
      const cpuSecs = (cpuMicros(manager.pid) - cpuBefore) / 1_000_000;
      const { secs, bytes } = await download;
      taken.push({ name, secs, cpuSecs, calls, mb: bytes / 1_000_000 });
      say(
        `${name}: ${secs.toFixed(1)} s (${cpuSecs.toFixed(1)} s CPU), ${(bytes / 1_000_000).toFixed(1)} MB`,
      );
    }
    return figuresOf({ size, alone, taken, beforeMb, peakMb: peakResidentMbOf(manager.pid) });
  } finally {
    await api.close();
    await manager.stop();
  }
}

function period(): string {
  const [from, to] = [new Date(Date.now() - YEAR_MS), new Date(Date.now() + 60_000)];
  return `from=${from.toISOString()}&to=${to.toISOString()}`;
}

async function take(
  { url, accessToken }: ManagerProcess,
  report: string,
): Promise<{ secs: number; bytes: number }> {
  const startedAt = performance.now();
  const api = new Caller(url, accessToken);
  const bytes = await api.bytes(`/api/v1/reports/${report}`);
  await api.close();
  return { secs: (performance.now() - startedAt) / 1_000, bytes };
}

/** Milliseconds of each call of the host list until the other work is done. */
async function callsWhile(api: Caller, work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  const calls: number[] = [];
  while (!isDone) {
    calls.push(await api.once(LIST));
    await delay(PAUSE_MS);
  }
  await done;
  return calls;
}

interface Report {
  name: string;
  secs: number;
  /** CPU time of the whole manager, with the calls meanwhile. */
  cpuSecs: number;
  calls: readonly number[];
  mb: number;
}

interface Taken {
  size: number;
  alone: readonly number[];
  taken: readonly Report[];
  /** Memory of a manager that answers the API and makes no report, and the peak of the whole process. */
  beforeMb: number;
  peakMb: number;
}

function figuresOf({ size, alone, taken, beforeMb, peakMb }: Taken): Measured {
  const isLargest = size === Math.max(...SIZES);
  const target = (max: number) => (isLargest ? { target: { of: 'value' as const, max } } : {});
  const calls = taken.flatMap((one) => one.calls);
  const base = { name: 'no report is made', value: quantile(alone, 0.99) };
  return {
    figures: [
      ...taken.map(({ name, secs }) => ({
        name: `${size} hosts, ${name}`,
        value: secs,
        unit: 's',
        ...target(MAX_SECS),
      })),
      {
        name: `${size} hosts, memory that a report adds at most`,
        value: peakMb - beforeMb,
        unit: 'MB',
        ...target(MAX_MB),
      },
      {
        name: `${size} hosts, memory of the manager with its reports at most`,
        value: peakMb,
        unit: 'MB',
        base: { name: 'before the first one', value: beforeMb },
      },
      {
        name: `${size} hosts, host list meanwhile (p99)`,
        value: quantile(calls, 0.99),
        unit: 'ms',
        base,
        ...target(MAX_P99_MS),
      },
    ],
    details: Object.fromEntries(
      taken.flatMap(({ name, mb, cpuSecs, calls: own }) => [
        [`${size} hosts, ${name}: s CPU`, cpuSecs],
        [`${size} hosts, ${name}: MB`, mb],
        [`${size} hosts, ${name}: host list meanwhile (p99), ms`, quantile(own, 0.99)],
      ]),
    ),
  };
}
