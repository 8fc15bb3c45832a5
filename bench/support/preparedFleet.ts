import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { partOf } from '../../agent/simulator/fleet.ts';
import { simulatedNames } from '../../agent/simulator/simulator.ts';
import type { KeyAndCertificate } from './authority.ts';
import { enrollFleet } from './enrollFleet.ts';
import { withDirectory } from './temporary.ts';

export interface PreparedFleet {
  names: readonly string[];
  managerDir: string;
  agentsDir: string;
  /** Port of the first process; each further one has the next. */
  port: number;
  /** For callers of these agents besides the manager. */
  tls: KeyAndCertificate;
  /** How long enrolling them took. */
  enrollSecs: number;
}

export interface FleetWish {
  count: number;
  processes: number;
  port: number;
  say(line: string): void;
}

const sayEvery = 1_000;

/**
 * Runs `act` with a manager's directory and those of its enrolled hosts. They are thrown away afterwards; with
 * BENCH_FLEET_DIR they stay there and the next run uses them again (which works as long as the code is the same).
 */
export function withPreparedFleet<T>(wish: FleetWish, act: (fleet: PreparedFleet) => Promise<T>): Promise<T> {
  const kept = process.env['BENCH_FLEET_DIR'];
  const run = async (dir: string): Promise<T> => act(await prepare(dir, wish));
  return kept === undefined ? withDirectory(run) : run(kept);
}

async function prepare(dir: string, wish: FleetWish): Promise<PreparedFleet> {
  const { count, processes, port } = wish;
  const names = simulatedNames(count);
  const [managerDir, agentsDir] = [path.join(dir, 'manager'), path.join(dir, 'agents')];
  const file = path.join(dir, `fleet-${count}-${processes}-${port}.json`);
  if (!existsSync(file)) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(await enroll({ managerDir, agentsDir, names }, wish)), {
      mode: 0o600,
    });
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Pick<PreparedFleet, 'tls' | 'enrollSecs'>;
  return { names, managerDir, agentsDir, port, ...kept };
}

async function enroll(
  { managerDir, agentsDir, names }: Pick<PreparedFleet, 'managerDir' | 'agentsDir' | 'names'>,
  { processes, port, say }: FleetWish,
): Promise<Pick<PreparedFleet, 'tls' | 'enrollSecs'>> {
  const startedAt = performance.now();
  const passedSecs = (): number => (performance.now() - startedAt) / 1_000;
  const tls = await enrollFleet({
    dataDir: managerDir,
    agentsDir,
    names,
    port: (index) => port + partOf(index, { processes }),
    onProgress: (enrolled) => {
      if (enrolled % sayEvery === 0)
        say(`${enrolled} of ${names.length} enrolled, ${passedSecs().toFixed(0)} s`);
    },
  });
  return { tls, enrollSecs: passedSecs() };
}
