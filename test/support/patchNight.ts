import path from 'node:path';
import { startMariadb, type Killable } from '../../scripts/tests/services.ts';
import { enrollHost, enrollmentToken, startAgent, type FleetHost } from './fleet.ts';
import { FastClock } from './fastClock.ts';
import { controllerAddress, type UpOptions } from './lab.ts';
import { createManager, type ManagerProcess } from './manager.ts';
import { waitFor } from './wait.ts';

const root = path.resolve(import.meta.dirname, '../..');
const SLOW_FIFO = '/etc/lab-slow';

/** Two managers on one MariaDB of their own, whose clocks move together. */
export class ManagerPair {
  readonly managers: readonly [ManagerProcess, ManagerProcess];
  #database: Killable;
  /** The clock of the managers and of the database. */
  readonly clock: FastClock;

  private constructor(managers: [ManagerProcess, ManagerProcess], database: Killable, clock: FastClock) {
    this.managers = managers;
    this.#database = database;
    this.clock = clock;
  }

  /**
   * `faketime`: the path of libfaketime; `isDurable`: the database may be killed. MariaDB's tools are where Debian puts
   * them.
   */
  static async start(faketime: string, { isDurable = false } = {}): Promise<ManagerPair> {
    const clock = new FastClock(faketime);
    const database = await startMariadb({
      root,
      isDurable,
      server: '/usr/sbin/mariadbd',
      installer: '/usr/bin/mariadb-install-db',
      env: clock.env,
    });
    const shared = {
      ...clock.env,
      DATABASE_URL: database.env['TEST_MARIADB_URL'] ?? '',
      FLEETMEND_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const one = (port: number): Promise<ManagerProcess> =>
      createManager({ listen: controllerAddress, port, env: shared });
    const pair = new ManagerPair([await one(8443), await one(8444)], database, clock);
    for (const manager of pair.managers) await manager.start();
    for (const manager of pair.managers) await manager.signIn();
    return pair;
  }

  /** Kills both by SIGKILL at the same moment, then starts both again. */
  async killAndRestart(): Promise<void> {
    await Promise.all(this.managers.map((manager) => manager.kill()));
    for (const manager of this.managers) await manager.start();
    for (const manager of this.managers) await manager.signIn();
  }

  /**
   * Kills the database under both managers by SIGKILL, and starts it again; only with `isDurable` is nothing lost by
   * that.
   */
  killDatabase(): Promise<void> {
    return this.#database.killAndRestart();
  }

  async stop(): Promise<void> {
    await Promise.all(this.managers.map((manager) => manager.stop()));
    await this.#database.service.stop();
    this.clock.remove();
  }
}

/** Boots and enrolls hosts of these names, a few at a time. */
export async function enrollAll(
  manager: ManagerProcess,
  names: readonly string[],
  optionsOf: (name: string) => UpOptions,
): Promise<Map<string, FleetHost>> {
  const token = await enrollmentToken(manager, names.length);
  const fleet = new Map<string, FleetHost>();
  const waiting = names.map((name, index) => ({ name, address: `10.77.0.${11 + index}` }));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, address } = next;
      fleet.set(name, await enrollHost(manager, token, name, address, optionsOf(name)));
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return fleet;
}

/** Makes the script of lab-slow wait until `letGo`. */
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

/** Boots the host after a power cut; the script will not wait a second time. */
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
