import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ManagerProcess } from './manager.ts';
import { ChildOutput, runOrThrow } from './process.ts';
import { waitFor } from './wait.ts';

/** Where the lab's hosts find the proxy: another address than the manager's. */
export const proxyAddress = '10.77.0.2';
export const proxyPort = 3128;

export interface SquidOptions {
  /** Lines of its configuration, before its rules; none if absent. */
  settings?: readonly string[];
  /** Of its user; default the right one. */
  password?: string;
  /** Where it lets its users CONNECT to, as an `acl` says it; default anywhere. */
  allowed?: string;
}

/** Debian's Squid on an address of the lab, which asks for a user name and a password. */
export class Squid {
  readonly user = 'fleet';
  /** Has characters that a URL must escape. */
  readonly password = 'seven/quiet@otters%';
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #output: ChildOutput | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** As `https_proxy` has it; `password`: another one than the right one. */
  url(password = this.password): string {
    return `http://${this.user}:${encodeURIComponent(password)}@${this.name}`;
  }

  get name(): string {
    return `${proxyAddress}:${proxyPort}`;
  }

  /** What it has let through and refused: status and target of each call, once it is over. */
  get log(): string {
    return readFileSync(path.join(this.#folder, 'access.log'), 'utf8');
  }

  async start({
    settings = [],
    allowed = 'all',
    password = this.password,
  }: SquidOptions = {}): Promise<void> {
    // Squid drops root for Debian's user.
    await runOrThrow(['chown', 'proxy', this.#folder]);
    const file = (name: string): string => path.join(this.#folder, name);
    const hash = (await runOrThrow(['openssl', 'passwd', '-apr1', password])).trim();
    writeFileSync(file('users'), `${this.user}:${hash}\n`, { mode: 0o644 });
    const lines = [
      `http_port ${this.name}`,
      'visible_hostname squid.lab',
      'pid_filename none',
      'cache deny all',
      'shutdown_lifetime 0 seconds',
      `coredump_dir ${this.#folder}`,
      `access_log stdio:${file('access.log')}`,
      `cache_log ${file('cache.log')}`,
      'netdb_filename none',
      `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${file('users')}`,
      'auth_param basic children 1 startup=1 idle=1',
      'auth_param basic realm lab',
      'acl users proxy_auth REQUIRED',
      `acl managers ${allowed === 'all' ? 'src all' : `dst ${allowed}`}`,
      'acl CONNECT method CONNECT',
      ...settings,
      'http_access deny !users',
      'http_access allow CONNECT managers',
      'http_access deny all',
    ];
    writeFileSync(file('squid.conf'), `${lines.join('\n')}\n`);
    // Its shared memory has fixed names, and would stay after a kill.
    const inOwnMemory = 'mount -t tmpfs tmpfs /dev/shm && exec squid -N -f "$0"';
    const argv = ['--mount', '--propagation', 'private', 'sh', '-c', inOwnMemory, file('squid.conf')];
    this.#child = spawn('unshare', argv, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#output = new ChildOutput(this.#child);
    await waitFor(() => this.#accepts(), { what: 'squid' });
  }

  /** SIGKILL, as a crash; its connections are reset. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#output?.exited;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #accepts(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(proxyPort, proxyAddress, () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
  }
}

/** The environment of an agent that dials the manager through the proxy; `url`: with other credentials or at another port. */
export const throughProxy = (
  squid: Squid,
  manager: ManagerProcess,
  url = squid.url(),
): Record<string, string> => ({
  FLEETMEND_AGENT_CONNECTION: 'dial',
  FLEETMEND_AGENT_ADVERTISE_ADDRESS: '',
  FLEETMEND_AGENT_MANAGER_URL: manager.url,
  HTTPS_PROXY: url,
});

/** Gives the lab the proxy's address; the proxy is still to be started. */
export async function createSquid(): Promise<Squid> {
  await runOrThrow(['ip', 'address', 'add', `${proxyAddress}/24`, 'dev', 'labbr0']);
  return new Squid(mkdtempSync(path.join(tmpdir(), 'fleetmend-squid-')));
}

/** Takes {@link wallOff} back. */
export const openWall = (): Promise<string> => runOrThrow(['nft', 'delete', 'table', 'inet', 'wall']);

/**
 * From now on hosts of the lab reach nothing of the controller but the proxy and the package repositories, and nothing
 * reaches them. Called again, it changes the rules; `more` are further ones, before these.
 */
export async function wallOff(more: readonly string[] = []): Promise<void> {
  const hosts = '10.77.0.11-10.77.0.99';
  const rules = `
    table inet wall
    delete table inet wall
    table inet wall {
      chain in {
        type filter hook input priority 0
        ${more.join('\n')}
        ip saddr ${hosts} ip daddr ${proxyAddress} tcp dport ${proxyPort} accept
        ip saddr ${hosts} tcp dport 8080 accept
        ip saddr ${hosts} ct state established accept
        ip saddr ${hosts} drop
      }
      chain out {
        type filter hook output priority 0
        ip daddr ${hosts} ct state established accept
        ip daddr ${hosts} drop
      }
    }`;
  await runOrThrow(['nft', '-f', '-'], { input: rules });
}
