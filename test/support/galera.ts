import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './ports.ts';

/** Three MariaDB servers that are one Galera cluster, on loopback. */
export interface Cluster {
  /** The address of the same empty database at each node. */
  urls: string[];
  /** Runs statements as root at the first node. */
  sql(statements: string): void;
  /** Kills a node (SIGKILL), or cuts it off from the others (SIGSTOP) until it goes on (SIGCONT). */
  signal(node: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
}

interface Node {
  folder: string;
  socket: string;
  port: number;
  process: ChildProcess;
}

const NODES = 3;
const SYNCED_WITHIN_MS = 120_000;
const DATABASE = 'fleetmend';
/** A suite's own folder for temporary files is closed to the user mysql. */
const TEMPORARY = '/tmp';
const env = { ...process.env, TMPDIR: TEMPORARY };

/** Needs mariadb-server, galera-4 and rsync, and root: the nodes run as the user mysql. */
export async function startGalera(library: string): Promise<Cluster> {
  const folder = mkdtempSync(path.join(TEMPORARY, 'fleetmend-galera-'));
  chmodSync(folder, 0o755);
  const nodes: Node[] = [];
  const members: string[] = [];
  for (let at = 0; at < NODES; at++) {
    const node = await startNode(path.join(folder, `n${at}`), library, members);
    nodes.push(node);
    await synced(node);
  }
  const sql = (statements: string): void => void ask(nodes[0] as Node, statements);
  sql(`create user fleetmend@'127.0.0.1' identified by 'lab'; grant all on *.* to fleetmend@'127.0.0.1'`);
  return {
    urls: nodes.map(({ port }) => `mysql://fleetmend:lab@127.0.0.1:${port}/${DATABASE}`),
    sql,
    signal: (node, signal) => void nodes[node]?.process.kill(signal),
    async stop() {
      for (const { process: child } of nodes.toReversed()) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null)
          await new Promise((resolve) => child.once('exit', resolve));
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `members` are the addresses of the nodes before it; it adds its own. Each has ports of its own for its transfers. */
async function startNode(folder: string, library: string, members: string[]): Promise<Node> {
  mkdirSync(folder);
  run('chown', ['mysql', folder]);
  const data = [`--datadir=${folder}`];
  run('mariadb-install-db', [
    '--no-defaults',
    ...data,
    '--auth-root-authentication-method=normal',
    '--user=mysql',
  ]);
  const [port, group, transfer, base, state] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ] as const;
  const socket = path.join(folder, 's');
  const provider = `gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${transfer};base_port=${base};gcache.size=64M`;
  const args = [
    '--no-defaults',
    '--user=mysql',
    ...data,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${socket}`,
    `--pid-file=${folder}/p`,
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--innodb-flush-log-at-trx-commit=1',
    '--innodb-buffer-pool-size=64M',
    '--wsrep-on=ON',
    `--wsrep-provider=${library}`,
    `--wsrep-cluster-name=${path.basename(path.dirname(folder))}`,
    `--wsrep-cluster-address=gcomm://${members.join()}`,
    `--wsrep-node-address=127.0.0.1:${group}`,
    `--wsrep-provider-options=${provider}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${state}`,
  ];
  const log = openSync(path.join(folder, 'log'), 'a');
  const child = spawn('mariadbd', args, { env, stdio: ['ignore', log, log] });
  members.push(`127.0.0.1:${group}`);
  return { folder, socket, port, process: child };
}

async function synced(node: Node): Promise<void> {
  const giveUpAt = performance.now() + SYNCED_WITHIN_MS;
  while (!ask(node, "show status like 'wsrep_local_state_comment'").includes('Synced')) {
    if (performance.now() > giveUpAt || node.process.exitCode !== null)
      throw new Error(
        `a node did not join: ${readFileSync(path.join(node.folder, 'log'), 'utf8').slice(-2_000)}`,
      );
    await sleep(250);
  }
}

const ask = ({ socket }: Node, statements: string): string =>
  spawnSync('mariadb', ['-S', socket, '-uroot', '-Ne', statements], { encoding: 'utf8' }).stdout;

function run(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}
