import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { simulatedNames } from '../../agent/simulator/simulator.ts';
import { findTool } from '../../scripts/tests/needs.ts';
import { startMariadb } from '../../scripts/tests/services.ts';
import type { Killable } from '../../scripts/tests/services.ts';
import { projectRoot } from './children.ts';
import { enrollFleet } from './enrollFleet.ts';
import { withDirectory } from './temporary.ts';

/** A fleet of thin hosts that several managers on one MariaDB know. */
export interface ThinFleet {
  names: readonly string[];
  /** See FleetCertificates. */
  agentsDir: string;
  /** For what belongs to this run alone; thrown away afterwards. */
  runDir: string;
  /** Has the fleet, each host enrolled and none polled; what is done in it is thrown away afterwards. */
  database: Killable;
  /** What each manager on it needs in its environment. */
  env: Record<string, string>;
  /** How long enrolling took. */
  enrollSecs: number;
}

export interface ThinWish {
  count: number;
  say(line: string): void;
}

const sayEvery = 5_000;
/** From so many hosts on the database has a gigabyte for what it keeps in memory, and below a quarter of it. */
const bigAt = 50_000;

/**
 * Runs `act` with such a fleet. With BENCH_FLEET_DIR its certificates and the database with its enrollment stay there
 * for the next run, which works on a copy of that database.
 */
export function withThinFleet<T>(wish: ThinWish, act: (fleet: ThinFleet) => Promise<T>): Promise<T> {
  const kept = process.env['BENCH_FLEET_DIR'];
  const run = (dir: string): Promise<T> => within(path.join(dir, `thin-${wish.count}`), wish, act);
  return kept === undefined ? withDirectory(run) : run(kept);
}

async function within<T>(dir: string, wish: ThinWish, act: (fleet: ThinFleet) => Promise<T>): Promise<T> {
  const enrollSecs = await prepared(dir, wish);
  const runDir = path.join(dir, 'run');
  rmSync(runDir, { recursive: true, force: true });
  mkdirSync(runDir, { mode: 0o700 });
  cpSync(path.join(dir, 'database'), path.join(runDir, 'database'), { recursive: true });
  const database = await startDatabase(path.join(runDir, 'database'), wish.count);
  const { count } = wish;
  try {
    return await act({
      names: simulatedNames(count),
      agentsDir: path.join(dir, 'agents'),
      runDir,
      database,
      env: envOf(database),
      enrollSecs,
    });
  } finally {
    await database.service.stop();
    rmSync(runDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Enrolls the fleet, unless that was done before; what was begun and not ended is done anew. */
async function prepared(dir: string, { count, say }: ThinWish): Promise<number> {
  const file = path.join(dir, 'fleet.json');
  if (!existsSync(file)) {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const startedAt = performance.now();
    const passedSecs = (): number => (performance.now() - startedAt) / 1_000;
    const database = await startDatabase(path.join(dir, 'database'), count);
    try {
      await enrollFleet({
        dataDir: path.join(dir, 'manager'),
        env: envOf(database),
        agentsDir: path.join(dir, 'agents'),
        names: simulatedNames(count),
        thin: true,
        // Nobody ever calls it: they dial.
        port: 9_443,
        onProgress: (enrolled) => {
          if (enrolled % sayEvery === 0)
            say(`${enrolled} of ${count} enrolled, ${passedSecs().toFixed(0)} s`);
        },
      });
    } finally {
      await database.shutDown();
    }
    writeFileSync(file, JSON.stringify({ enrollSecs: passedSecs() }), { mode: 0o600 });
  }
  return (JSON.parse(readFileSync(file, 'utf8')) as { enrollSecs: number }).enrollSecs;
}

async function startDatabase(data: string, count: number): Promise<Killable> {
  const server = findTool('mariadbd');
  const installer = findTool('mariadb-install-db');
  if (!server || !installer) throw new Error('no MariaDB: apt-get install mariadb-server');
  const database = await startMariadb({
    root: projectRoot,
    server,
    installer,
    data,
    // As an installation has it: what was acknowledged is on the disk.
    isDurable: true,
    bufferPoolMb: count >= bigAt ? 1_024 : 256,
  });
  // It does not end by itself with this process.
  process.once('exit', () => endProcess(database.pid()));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return database;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const envOf = ({ env }: Killable): Record<string, string> => ({
  DATABASE_URL: env['TEST_MARIADB_URL'] ?? '',
  FLEETMEND_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
});
