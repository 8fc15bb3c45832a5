import path from 'node:path';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Figure } from './bench.ts';
import { besideBare, type Judged } from './support/bare.ts';
import { Caller } from './support/caller.ts';
import { bytesOf } from './support/databaseSize.ts';
import { prepareManager, startManager } from './support/manager.ts';
import { cpuMicros } from './support/proc.ts';
import { seedDebian, seedHosts } from './support/seedHosts.ts';
import { seedPackages } from './support/seedPackages.ts';
import { RELEASES, trackerFile, unfixedCve } from './support/trackerFile.ts';

const MAX_MS = 20;
const TIMES = 21;

/** Measures a fleet of Debian alone, no two lists equal, with a file of 6,000 CVEs that have no fix. */
export async function measureWithoutFix(
  dir: string,
  size: number,
  { isLargest, say }: { isLargest: boolean; say: (line: string) => void },
): Promise<Figure[]> {
  const dataDir = path.join(dir, 'manager');
  say(`${size} hosts: CVEs without a fix`);
  await prepareManager(dataDir);
  await seedHosts(dataDir, size);
  await seedDebian(dataDir, RELEASES);
  await seedPackages(dataDir, 'different');
  const bytesBefore = bytesOf(dataDir);
  const manager = await startManager({ dataDir });
  const caller = new Caller(manager.url, manager.accessToken);
  const named = (what: string): string => `${size} hosts, without a fix: ${what}`;
  try {
    await caller.put('/api/v1/exposure/data-sets/debian-tracker', trackerFile());
    const bytes = bytesOf(dataDir) - bytesBefore;
    // The manager reads the lists of the packages now; the question after it counts anew.
    await caller.once('/api/v1/packages');
    const cpuBefore = cpuMicros(manager.pid);
    const firstMs = await caller.once('/api/v1/exposure/cves?fix=none');
    const first = (cpuMicros(manager.pid) - cpuBefore) / 1_000;
    await requireUnfixed(manager);
    const of = (what: string, resource: string): Judged => ({
      name: named(what),
      path: `/api/v1/exposure${resource}`,
      ...(isLargest ? { target: { of: 'value', max: MAX_MS } as const } : {}),
    });
    const judged = [
      of('figures', ''),
      of('CVEs, most urgent first', '/cves?fix=none&limit=50'),
      of('CVEs by hosts, searched', '/cves?fix=none&limit=50&sort=-hosts_open&search=ssl'),
      of('hosts of one CVE', `/cves/${unfixedCve(4)}/hosts?fix=none&limit=50`),
    ];
    return [
      { name: named('counted anew, waited for'), value: firstMs, unit: 'ms' },
      { name: named('counted anew, CPU'), value: first, unit: 'ms' },
      ...(await besideBare(manager, judged, { dir: path.join(dir, 'bare'), times: TIMES })),
      { name: named('in the database, of the import'), value: bytes / 1_000_000, unit: 'MB' },
    ];
  } finally {
    await caller.close();
    await manager.stop();
  }
}

/** Throws unless there are enough CVEs to measure. */
async function requireUnfixed(manager: ManagerProcess): Promise<void> {
  const { total } = (await manager.must('GET', '/api/v1/exposure/cves?fix=none')) as { total: number };
  if (total < 1_000) throw new Error(`only ${total} CVEs have no fix`);
}
