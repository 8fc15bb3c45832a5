import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/ports.ts';

/** A server that the runner started for the tests; `stop` ends that one process and removes its data. */
export type Service = { name: string; stop: () => Promise<void> };
export type Started = { env: Record<string, string>; service: Service };
/** A database that a test may kill with SIGKILL; the same server then starts again on the data that is left. */
export type Killable = Started & {
  killAndRestart: () => Promise<void>;
  /** Ends it so that another one can take over its data, which stay if a folder was given for them. */
  shutDown: () => Promise<void>;
  /** Of the present process. */
  pid: () => number;
};

const mariadbReadyMs = 60_000;
const mongoReadyMs = 240_000; // the first start fetches its jars

/**
 * Starts a MariaDB on a private data directory and a loopback port. The user in the URL may create databases: suites
 * run at the same time, so each makes its own.
 */
export async function startMariadb(options: {
  root: string;
  server: string;
  installer: string;
  /** Added to the server's environment, a clock of its own for example. */
  env?: NodeJS.ProcessEnv;
  /** True: what it has acknowledged survives its being killed, as on a server whose data is kept. */
  isDurable?: boolean;
  /** True: as its package leaves it, with anonymous users, and it looks up the names of who connects. */
  isFresh?: boolean;
  /** Where its data lie, or come to lie. Default: nowhere, so that they are removed with it. */
  data?: string;
  /** What it keeps of its data in memory. Default: 128. */
  bufferPoolMb?: number;
}): Promise<Killable> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-mariadb-'));
  const data = options.data ?? path.join(folder, 'data');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const installArgs = [
    '--no-defaults',
    `--datadir=${data}`,
    ...(options.isFresh ? [] : ['--skip-test-db']),
    '--auth-root-authentication-method=normal',
  ];
  if (!existsSync(path.join(data, 'ibdata1'))) {
    const installed = spawnSync(options.installer, [...installArgs, ...user], { encoding: 'utf8' });
    if (installed.status !== 0) throw new Error(`mariadb-install-db: ${installed.stdout}${installed.stderr}`);
  }

  const socket = path.join(folder, 'socket');
  const port = await freePort();
  const initFile = path.join(folder, 'init.sql');
  writeFileSync(initFile, mariadbInit);
  const paths = [`--datadir=${data}`, `--socket=${socket}`, `--pid-file=${path.join(folder, 'pid')}`];
  const listen = [
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    ...(options.isFresh ? [] : ['--skip-name-resolve']),
    `--init-file=${initFile}`,
  ];
  // Durable writes are not tested here, and these data live for minutes.
  const fast = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0'];
  const memory = [`--innodb-buffer-pool-size=${options.bufferPoolMb ?? 128}M`];
  const args = ['--no-defaults', ...user, ...paths, ...listen, ...memory, ...(options.isDurable ? [] : fast)];
  const launch = (): ChildProcess =>
    startLogged(options.server, args, { folder, env: { ...process.env, ...options.env } });
  let child = launch();
  const service = serviceOf('MariaDB', () => child, folder);
  const untilReady = (): Promise<void> => ready(service, { child, folder, port, timeoutMs: mariadbReadyMs });
  await untilReady();
  const killAndRestart = async (): Promise<void> => {
    await killed(child);
    child = launch();
    await untilReady();
  };
  const url = `mysql://fleetmend:fleetmend@127.0.0.1:${port}/fleetmend_test`;
  return {
    env: { TEST_MARIADB_URL: url, TEST_MARIADB_SOCKET: socket },
    service,
    killAndRestart,
    async shutDown() {
      await killed(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
    pid: () => child.pid ?? 0,
  };
}

const mariadbInit = [
  "CREATE USER IF NOT EXISTS 'fleetmend'@'%' IDENTIFIED BY 'fleetmend';",
  "GRANT ALL ON *.* TO 'fleetmend'@'%' WITH GRANT OPTION;",
  'CREATE DATABASE IF NOT EXISTS fleetmend_test CHARACTER SET utf8mb4;',
].join('\n');

/**
 * Starts the in-memory server that speaks MongoDB's wire protocol, on a free port; each suite uses a database of its
 * own.
 */
export async function startMongo(root: string): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-mongo-'));
  const port = await freePort();
  const env = { ...process.env, MONGO_WIRE_LIB: path.join(root, '.cache/mongo-wire-lib') };
  const child = startLogged(path.join(root, 'test/lab/mongo/run.sh'), [String(port)], { folder, env });
  const service = serviceOf('MongoDB stand-in', () => child, folder);
  await ready(service, { child, folder, port, timeoutMs: mongoReadyMs });
  return { env: { TEST_MONGODB_URL: `mongodb://127.0.0.1:${port}/fleetmend_test` }, service };
}

function startLogged(
  command: string,
  args: string[],
  options: { folder: string; env?: NodeJS.ProcessEnv },
): ChildProcess {
  const log = openSync(path.join(options.folder, 'log'), 'a');
  // A process group of its own: Ctrl-C at the terminal reaches the tests first, and the services are stopped after
  // them.
  return spawn(command, args, {
    env: options.env ?? process.env,
    detached: true,
    stdio: ['ignore', log, log],
  });
}

function serviceOf(name: string, current: () => ChildProcess, folder: string): Service {
  const stop = async (): Promise<void> => {
    await killed(current());
    rmSync(folder, { recursive: true, force: true });
  };
  return { name, stop };
}

/** Ends the process, unless it has ended or never started. */
async function killed(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  if (hasEnded) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

type ReadyOptions = { child: ChildProcess; folder: string; port: number; timeoutMs: number };

async function ready(service: Service, { child, folder, port, timeoutMs }: ReadyOptions): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    if (await accepts(port)) return;
    await delay(50);
  }
  const log = readFileSync(path.join(folder, 'log'), 'utf8').split('\n').slice(-15).join('\n');
  await service.stop();
  throw new Error(`${service.name} did not start:\n${log}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
