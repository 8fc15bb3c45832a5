import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMariadb, type Service } from '../../scripts/testRunnerServices.ts';
import { enrollHost, enrollmentToken, startAgent, type FleetHost } from './fleet.ts';
import { controllerAddress } from './lab.ts';
import { createManager, type ManagerProcess } from './manager.ts';
import { waitFor } from './wait.ts';

const root = path.resolve(import.meta.dirname, '../..');
const SLOW_FIFO = '/etc/lab-slow';

/** Two managers on one MariaDB of their own, whose clocks move together. */
export class ManagerPair {
  readonly managers: readonly [ManagerProcess, ManagerProcess];
  #database: Service;
  #folder: string;

  private constructor(managers: [ManagerProcess, ManagerProcess], database: Service, folder: string) {
    this.managers = managers;
    this.#database = database;
    this.#folder = folder;
  }

  /** `faketime`: the path of libfaketime. MariaDB's tools are where Debian puts them. */
  static async start(faketime: string): Promise<ManagerPair> {
    const folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-pair-'));
    const clockFile = path.join(folder, 'clock');
    writeFileSync(clockFile, '+0s\n');
    const clock = { FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    const { env, service } = await startMariadb({
      root,
      server: '/usr/sbin/mariadbd',
      installer: '/usr/bin/mariadb-install-db',
      env: { ...clock, LD_PRELOAD: faketime, FAKETIME_CACHE_DURATION: '1', DONT_FAKE_MONOTONIC: '1' },
    });
    const shared = {
      ...clock,
      DATABASE_URL: env['TEST_MARIADB_URL'] ?? '',
      FLEETMEND_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const one = (port: number): Promise<ManagerProcess> =>
      createManager({ listen: controllerAddress, port, faketime, env: shared });
    const pair = new ManagerPair([await one(8443), await one(8444)], service, folder);
    for (const manager of pair.managers) await manager.start();
    for (const manager of pair.managers) await manager.signIn();
    return pair;
  }

  /** Puts the clocks of the managers and of the database so many seconds ahead. */
  setClockAhead(secs: number): void {
    writeFileSync(path.join(this.#folder, 'clock'), `+${secs}s\n`);
  }

  /** SIGKILL for both at the same moment, then both anew. */
  async killAndRestart(): Promise<void> {
    await Promise.all(this.managers.map((manager) => manager.kill()));
    for (const manager of this.managers) await manager.start();
    for (const manager of this.managers) await manager.signIn();
  }

  async stop(): Promise<void> {
    await Promise.all(this.managers.map((manager) => manager.stop()));
    await this.#database.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Boots and enrolls hosts of these names, a few at a time. `small`: those with a disk that a test can fill. */
export async function enrollAll(
  manager: ManagerProcess,
  names: readonly string[],
  small: ReadonlySet<string>,
): Promise<Map<string, FleetHost>> {
  const token = await enrollmentToken(manager, names.length);
  const fleet = new Map<string, FleetHost>();
  const waiting = names.map((name, index) => ({ name, address: `10.77.0.${11 + index}` }));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const options = small.has(next.name) ? { diskSize: '96m' } : {};
      fleet.set(next.name, await enrollHost(manager, token, next.name, next.address, options));
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return fleet;
}

/** From now on the script of lab-slow waits until `letGo`. */
export const holdUp = ({ lab }: FleetHost): Promise<string> =>
  lab.run(['sh', '-c', `rm -f ${SLOW_FIFO}; mkfifo ${SLOW_FIFO}`]);

export const letGo = ({ lab }: FleetHost): Promise<string> =>
  lab.run(['sh', '-c', `echo 0 >${SLOW_FIFO}`], { timeoutMs: 60_000 });

/** Waits until the script of lab-slow runs: dpkg is in the middle of its work. */
export const untilInTheMiddle = ({ lab }: FleetHost): Promise<unknown> =>
  waitFor(async () => (await lab.exec(['pgrep', '-f', 'lab-slow[.]postinst'])).code === 0, {
    timeoutMs: 120_000,
    what: `the slow script on ${lab.name}`,
  });

/** The power comes back: the script will not wait a second time. */
export async function powerOn(host: FleetHost, manager: ManagerProcess): Promise<void> {
  await host.lab.boot();
  await host.lab.run(['sh', '-c', `rm -f ${SLOW_FIFO}; echo 0 >${SLOW_FIFO}`]);
  host.agent = await startAgent(host.lab, manager, null);
}

/** What dpkg says of packages inside the host, as `status version`. */
export async function dpkgOf(
  { lab }: FleetHost,
  packages: readonly string[],
): Promise<Record<string, string>> {
  const format = '${Package}=${db:Status-Abbrev}${Version}\n';
  const text = await lab.run(['dpkg-query', '-W', '-f', format, ...packages]);
  return Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('=')),
  ) as Record<string, string>;
}
