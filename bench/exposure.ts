import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Bench, Figure } from './bench.ts';
import { Caller } from './support/caller.ts';
import { measureOrder } from './exposureOrder.ts';
import { measureWithoutFix } from './exposureWithoutFix.ts';
import { besideBare, type Judged } from './support/bare.ts';
import { bytesOf } from './support/databaseSize.ts';
import { prepareManager, startManager } from './support/manager.ts';
import { cpuMicros, untilAtRest } from './support/proc.ts';
import { SEEDED_CVES, seededCve, seedExposure } from './support/seedExposure.ts';
import { seedHosts } from './support/seedHosts.ts';
import { withDirectory } from './support/temporary.ts';

const SIZES = [1_000, 10_000];
const TIMES = 21;
const TAKE_IN_LIMIT_MS = 20 * 60_000;
const LOOK_MS = 500;

export const exposure: Bench = {
  name: 'exposure',
  about:
    'CVEs, order to patch and late patches over 1,000 and 10,000 hosts, what taking lists in costs, and its size',
  async run(say) {
    const figures: Figure[] = [];
    for (const size of SIZES)
      await withDirectory(async (dir) => {
        figures.push(...(await measure(dir, size, say)));
      });
    for (const size of SIZES)
      await withDirectory(async (dir) => {
        figures.push(
          ...(await measureWithoutFix(dir, size, { isLargest: size === Math.max(...SIZES), say })),
        );
      });
    return { figures };
  },
};

async function measure(dir: string, size: number, say: (line: string) => void): Promise<Figure[]> {
  const dataDir = path.join(dir, 'manager');
  await prepareManager(dataDir);
  await seedHosts(dataDir, size);
  const seededAt = Date.now();
  await seedExposure(dataDir);
  const bytesBefore = bytesOf(dataDir);
  const manager = await startManager({ dataDir });
  const figures: Figure[] = [];
  let bytes = 0;
  try {
    say(`${size} hosts: taking in what they lack`);
    figures.push(...takenFigures(size, await takenIn(manager)));
    say(`${size} hosts: scores of ${SEEDED_CVES} CVEs`);
    await importScores(manager);
    await untilAtRest(manager.pid);
    say(`${size} hosts: answers`);
    figures.push(
      ...(await besideBare(manager, judgedOf(size), { dir: path.join(dir, 'bare'), times: TIMES })),
    );
    bytes = bytesOf(dataDir) - bytesBefore;
  } finally {
    await manager.stop();
  }
  say(`${size} hosts: the order to patch at two times`);
  const isLargest = size === Math.max(...SIZES);
  figures.push(...(await measureOrder(dir, { dataDir, size, seededAt, isLargest })));
  return [...figures, sizeFigure(size, bytes)];
}

interface Taken {
  elapsedMs: number;
  cpuMs: number;
}

/** Waits until the list of every host is taken in; at the first start all wait. */
async function takenIn(manager: ManagerProcess): Promise<Taken> {
  const startedAt = performance.now();
  const cpuBefore = cpuMicros(manager.pid);
  const left = async (): Promise<number> => {
    const { hosts_unread: hosts } = (await manager.must('GET', '/api/v1/exposure')) as {
      hosts_unread: number;
    };
    return hosts;
  };
  if ((await left()) === 0) throw new Error('no list waits to be taken in');
  while ((await left()) > 0) {
    if (performance.now() - startedAt > TAKE_IN_LIMIT_MS) throw new Error('the lists were not taken in');
    await sleep(LOOK_MS);
  }
  return { elapsedMs: performance.now() - startedAt, cpuMs: (cpuMicros(manager.pid) - cpuBefore) / 1_000 };
}

/** Imports a score for each CVE, and the catalogue with one in twenty of them, both by the API. */
async function importScores(manager: ManagerProcess): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const cves = Array.from({ length: SEEDED_CVES }, (_, index) => seededCve(index));
  const epss = [
    `#model_version:v2025.03.14,score_date:${today}T00:00:00+0000`,
    'cve,epss,percentile',
    ...cves.map((cve, index) => `${cve},${((index * 37) % 1_000) / 1_000},0.5`),
    '',
  ].join('\n');
  const listed = cves.filter((_, index) => index % 20 === 0);
  const kev = {
    catalogVersion: today.replaceAll('-', '.'),
    dateReleased: `${today}T00:00:00.000Z`,
    count: listed.length,
    vulnerabilities: listed.map((cveID) => ({ cveID, dateAdded: '2026-01-02' })),
  };
  await put(manager, 'epss', epss);
  await put(manager, 'kev', JSON.stringify(kev));
  for (;;) {
    const { data_sets: sets } = (await manager.must('GET', '/api/v1/exposure/data-sets')) as {
      data_sets: { applied: boolean }[];
    };
    if (sets.length === 2 && sets.every(({ applied }) => applied)) return;
    await sleep(LOOK_MS);
  }
}

async function put({ url, accessToken }: ManagerProcess, kind: string, text: string): Promise<void> {
  const caller = new Caller(url, accessToken);
  await caller.put(`/api/v1/exposure/data-sets/${kind}`, Buffer.from(text));
  await caller.close();
}

function judgedOf(size: number): Judged[] {
  const of = (name: string, resource: string): Judged => ({
    name: `${size} hosts, ${name}`,
    path: `/api/v1/exposure${resource}`,
  });
  return [
    of('figures', ''),
    of('CVEs, most urgent first', '/cves?limit=50'),
    of('CVEs by hosts, filtered', '/cves?limit=50&sort=-hosts_open&severity=critical&exploited=true'),
    of('CVEs, searched', '/cves?limit=50&search=library-299'),
    of('hosts of one CVE', `/cves/${seededCve(40)}/hosts?limit=50`),
    of('late patches', '/breaches?limit=50'),
  ];
}

function takenFigures(size: number, { elapsedMs, cpuMs }: Taken): Figure[] {
  return [
    { name: `${size} hosts, first lists taken in: all`, value: elapsedMs / 1_000, unit: 's' },
    { name: `${size} hosts, first lists taken in: CPU per host`, value: cpuMs / size, unit: 'ms' },
  ];
}

const sizeFigure = (size: number, bytes: number): Figure => ({
  name: `${size} hosts, database of the exposure`,
  value: bytes / 1_000_000,
  unit: 'MB',
});
