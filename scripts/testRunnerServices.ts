import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../test/support/ports.ts';

/** A server that the runner started for the tests; `stop` ends that one process and removes its data. */
export type Service = { name: string; stop: () => Promise<void> };
export type Started = { env: Record<string, string>; service: Service };

const mariadbReadyMs = 60_000;
const mongoReadyMs = 240_000; // the first start fetches its jars

/**
 * A MariaDB of its own on a private data directory and a loopback port. The user in the URL may create databases:
 * suites run at the same time, so each makes its own.
 */
export async function startMariadb(options: {
  root: string;
  server: string;
  installer: string;
  /** Added to the server's environment, a clock of its own for example. */
  env?: NodeJS.ProcessEnv;
}): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-mariadb-'));
  const data = path.join(folder, 'data');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const installArgs = [
    '--no-defaults',
    `--datadir=${data}`,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ];
  const installed = spawnSync(options.installer, [...installArgs, ...user], { encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`mariadb-install-db: ${installed.stdout}${installed.stderr}`);

  const socket = path.join(folder, 'socket');
  const port = await freePort();
  const initFile = path.join(folder, 'init.sql');
  writeFileSync(initFile, mariadbInit);
  const paths = [`--datadir=${data}`, `--socket=${socket}`, `--pid-file=${path.join(folder, 'pid')}`];
  const listen = [
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--skip-name-resolve',
    `--init-file=${initFile}`,
  ];
  // Durable writes are MariaDB's to test: these data live for minutes.
  const fast = [
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    '--innodb-buffer-pool-size=128M',
  ];
  const child = startLogged(options.server, ['--no-defaults', ...user, ...paths, ...listen, ...fast], {
    folder,
    env: { ...process.env, ...options.env },
  });
  const service = serviceOf('MariaDB', child, folder);
  await ready(service, { child, folder, port, timeoutMs: mariadbReadyMs });
  const url = `mysql://fleetmend:fleetmend@127.0.0.1:${port}/fleetmend_test`;
  return { env: { TEST_MARIADB_URL: url, TEST_MARIADB_SOCKET: socket }, service };
}

const mariadbInit = [
  "CREATE USER 'fleetmend'@'%' IDENTIFIED BY 'fleetmend';",
  "GRANT ALL ON *.* TO 'fleetmend'@'%' WITH GRANT OPTION;",
  'CREATE DATABASE fleetmend_test CHARACTER SET utf8mb4;',
].join('\n');

/** The in-memory server that speaks MongoDB's wire protocol, on a free port; suites use a database each. */
export async function startMongo(root: string): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-mongo-'));
  const port = await freePort();
  const env = { ...process.env, MONGO_WIRE_LIB: path.join(root, '.cache/mongo-wire-lib') };
  const child = startLogged(path.join(root, 'test/lab/mongo/run.sh'), [String(port)], { folder, env });
  const service = serviceOf('MongoDB stand-in', child, folder);
  await ready(service, { child, folder, port, timeoutMs: mongoReadyMs });
  return { env: { TEST_MONGODB_URL: `mongodb://127.0.0.1:${port}/fleetmend_test` }, service };
}

function startLogged(
  command: string,
  args: string[],
  options: { folder: string; env?: NodeJS.ProcessEnv },
): ChildProcess {
  const log = openSync(path.join(options.folder, 'log'), 'w');
  // Its own group: Ctrl-C at the terminal reaches the tests first, and the services are stopped after them.
  return spawn(command, args, {
    env: options.env ?? process.env,
    detached: true,
    stdio: ['ignore', log, log],
  });
}

function serviceOf(name: string, child: ChildProcess, folder: string): Service {
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  return { name, stop };
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
