import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writableBind, execInside, spawnInside, talkInside } from './hostProcess.ts';
import type { Answers, ExecOptions, HostPid, HostProcess, SpawnOptions } from './hostProcess.ts';
import { foldersOf, type Image } from './labImages.ts';
import { requestText } from './plainHttp.ts';
import { ChildOutput, runOrThrow } from './process.ts';
import type { RunResult } from './process.ts';
import { systemdLayer } from './systemdLayer.ts';

const root = path.resolve(import.meta.dirname, '../..');
const labScripts = path.join(root, 'test/lab');
const hostsScript = path.join(labScripts, 'hosts.sh');

/** Folder of the images; `test/lab/prepare.sh` builds them. */
export const labCache = process.env['FLEETMEND_LAB_CACHE'] ?? path.join(root, '.cache/lab');
/** The controller's side of the lab's bridge: bind what hosts must reach to this address. */
export const controllerAddress = '10.77.0.1';
/** The project's checkout as hosts see it (read only): `node /opt/fleetmend/agent/main.ts`. */
export const projectInHost = '/opt/fleetmend';

/** The path at which hosts see a file of the checkout. */
export const pathInHost = (file: string): string => path.join(projectInHost, path.relative(root, file));

const labEnv: NodeJS.ProcessEnv = {
  ...process.env,
  ...(writableBind && { LAB_RW_BIND: writableBind }),
  LAB_REPO: path.join(labCache, 'repo'),
  LAB_NODE: process.env['LAB_NODE'] ?? process.execPath,
};

/** Which repositories are served: Debian's (`deb`) or rpm-md (`rpm`). */
export type RepoFamily = 'deb' | 'rpm';
/**
 * `t0` is before the updates, `t1` after them (old files gone), `all` has both; the others are `t1` with one fault
 * (`t1-expired` and `t1-renamed` exist for Debian only, `t1-licence` for rpm-md only).
 */
export type RepoState =
  | 't0'
  | 't1'
  | 'all'
  | 't1-expired'
  | 't1-unsigned'
  | 't1-wrongkey'
  | 't1-renamed'
  | 't1-corrupt'
  | 't1-licence';

/**
 * `layer`: a folder that {@link LabHost.save} has filled, over the image. `isAlone`: neither the project's Node nor its
 * checkout is there; hosts.sh binds them else.
 */
export type UpOptions = { image?: Image; diskSize?: string; layer?: string; isAlone?: boolean };

const repoFolders: Record<RepoFamily, string> = { deb: 'repo', rpm: 'repo-rpm' };

/** A real Linux host of the lab, with its own disk, network address, process tree and boot id. */
export class LabHost {
  readonly name: string;
  #address: string;
  /** Folders of its image, the topmost first. */
  readonly #image: string[];
  readonly #pid: HostPid = () => Number(readFileSync(path.join(this.root, '../pid'), 'utf8'));

  constructor(name: string, address: string, image: string[]) {
    this.name = name;
    this.#address = address;
    this.#image = image;
  }

  /**
   * Runs a command as root inside and collects its output; it is killed inside after `timeoutMs` (default 120,000),
   * code 137.
   */
  exec(argv: string[], options?: ExecOptions): Promise<RunResult> {
    return execInside(this.#pid, argv, options);
  }

  /** Like {@link exec}, but throws with the output unless the command exits 0; returns standard output. */
  async run(argv: string[], options?: ExecOptions): Promise<string> {
    const { code, stdout, stderr } = await this.exec(argv, options);
    if (code !== 0) throw new Error(`${this.name}: ${argv.join(' ')} ended with ${code}\n${stdout}${stderr}`);
    return stdout;
  }

  /** Runs a shell script in a terminal and answers its questions; throws with what it printed unless it exits 0. */
  async talk(script: string, answers: Answers, timeoutMs = 300_000): Promise<string> {
    const { code, stdout } = await talkInside(this.#pid, script, answers, timeoutMs);
    if (code !== 0) throw new Error(`${this.name}: ${script} ended with ${code}\n${stdout}`);
    return stdout;
  }

  /**
   * Starts a long-running process inside, e.g. the agent; resolves once it has its process id. `under` is a command
   * outside of the host that runs the rest, such as strace.
   */
  spawn(argv: string[], options?: SpawnOptions): Promise<HostProcess> {
    return spawnInside(this.#pid, argv, options);
  }

  /** Power cut: every process of the host is gone at once, its disk stays as it is. */
  async cut(): Promise<void> {
    await this.#control('cut');
  }

  /** Starts it again from its disk: a new boot id, an empty /run. After a running host: a hard reset. */
  async boot(): Promise<void> {
    await this.#control('boot');
  }

  /**
   * Resets it to the fresh image, as after `lab.up`; `layer` is a folder that {@link save} has filled after such a
   * reset, and lies over the image.
   */
  async reset(layer?: string): Promise<void> {
    await this.#control('reset', layersOf(this.#image, layer));
  }

  /** Keeps what differs from its image as a layer (`lab.up`, {@link reset}); cut it first. */
  async save(folder: string): Promise<void> {
    await runOrThrow([hostsScript, 'save', this.name, folder], { env: labEnv });
  }

  /** Its root folder as this process sees it, without /run, /proc and /dev. */
  get root(): string {
    return path.join(process.env['LAB_DIR'] ?? '', 'hosts', this.name, 'root');
  }

  /**
   * Begins a power cut: pid 1 and all others get their SIGKILL before this returns; {@link cut} waits for their end.
   */
  pullThePlug(): void {
    process.kill(this.#pid(), 'SIGKILL');
  }

  /** Takes the network cable out: packets vanish, open connections hang. */
  async unplug(): Promise<void> {
    await this.#control('unplug');
  }

  async plug(): Promise<void> {
    await this.#control('plug');
  }

  get address(): string {
    return this.#address;
  }

  /** Gives it another address in place of its own, as a DHCP server does. */
  async move(address: string): Promise<void> {
    await this.#control('move', address);
    this.#address = address;
  }

  /** Cuts it and throws its disk away. */
  async down(): Promise<void> {
    await this.#control('down');
  }

  /**
   * The version dpkg knows of, whatever its state (`ii`, `iF`, `iU`); null if not installed or only its conffiles are
   * left.
   */
  async dpkgVersion(packageName: string): Promise<string | null> {
    const entry = await this.#dpkgEntry(packageName);
    return entry && entry.version !== '' && !'nc'.includes(entry.status[1] ?? 'n') ? entry.version : null;
  }

  /** dpkg's two or three letters for a package, such as `ii`, `hi`, `iF`, `rc`; null if dpkg has never heard of it. */
  async dpkgStatus(packageName: string): Promise<string | null> {
    return (await this.#dpkgEntry(packageName))?.status ?? null;
  }

  /** Every installed package as `name:arch` → version, for a comparison before and after. */
  async dpkgVersions(): Promise<Record<string, string>> {
    const format = '${db:Status-Abbrev}\t${Package}:${Architecture}\t${Version}\n';
    const lines = (await this.run(['dpkg-query', '-W', '-f', format])).trimEnd().split('\n');
    const fields = lines.map((line) => line.split('\t'));
    return Object.fromEntries(
      fields
        .filter(([status = '']) => status[1] !== 'n' && status[1] !== 'c')
        .map(([, name, version]) => [name, version]),
    ) as Record<string, string>;
  }

  /** Every installed rpm as `name:arch` → `[epoch:]version-release`; of several versions the newest installed last. */
  async rpmVersions(): Promise<Record<string, string>> {
    const format = '%{NAME}:%{ARCH}\t%|EPOCH?{%{EPOCH}:}|%{VERSION}-%{RELEASE}\t%{INSTALLTIME}\n';
    const lines = (await this.run(['rpm', '-qa', '--qf', format])).trimEnd().split('\n');
    const fields = lines.map((line) => line.split('\t')).filter(([key]) => !key?.startsWith('gpg-pubkey:'));
    const byTime = fields.toSorted(([, , a], [, , b]) => Number(a) - Number(b));
    return Object.fromEntries(byTime.map(([key, version]) => [key, version])) as Record<string, string>;
  }

  async readFile(file: string): Promise<string> {
    return this.run(['cat', file]);
  }

  /** Writes a file, making its directories; `mode` is octal, such as `600`. */
  async writeFile(file: string, content: string, mode = '644'): Promise<void> {
    const script = 'mkdir -p "$(dirname "$1")" && cat >"$1" && chmod "$2" "$1"';
    await this.run(['sh', '-c', script, 'sh', file, mode], { input: content });
  }

  /** Holds dpkg's frontend lock as another package manager would; release it by killing the process returned. */
  async holdDpkgLock(file = '/var/lib/dpkg/lock-frontend'): Promise<HostProcess> {
    const script =
      'use Fcntl; $| = 1; open(F, ">>", $ARGV[0]) or die; my $l = pack("ssx4qqi", F_WRLCK, 0, 0, 0, 0);' +
      'fcntl(F, F_SETLK, $l) or die "taken"; print "lock held\\n"; sleep';
    const holder = await this.spawn(['perl', '-e', script, file]);
    await holder.waitForOutput(/lock held/);
    return holder;
  }

  async #dpkgEntry(packageName: string): Promise<{ status: string; version: string } | null> {
    const format = '${db:Status-Abbrev}\t${Version}';
    const { code, stdout } = await this.exec(['dpkg-query', '-W', '-f', format, packageName]);
    if (code !== 0) return null;
    const [status = '', version = ''] = stdout.split('\t');
    return { status: status.trim(), version };
  }

  async #control(command: string, ...args: string[]): Promise<void> {
    await runOrThrow([hostsScript, command, this.name, ...args], { env: labEnv });
  }
}

const hosts = new Map<string, LabHost>();
let repoServer: ChildProcess | undefined;

/** Serves the signed repositories of one family to the hosts, at state `t0` at first. */
async function startRepo(state: RepoState = 't0', family: RepoFamily = 'deb'): Promise<void> {
  requireLab();
  const script = path.join(labScripts, 'repo-server.mjs');
  const folder = path.join(labCache, repoFolders[family]);
  if (!existsSync(folder)) throw new Error(`${folder} is missing: see test/lab/prepare.sh`);
  repoServer = spawn(process.execPath, [script, folder, controllerAddress], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new ChildOutput(repoServer).waitFor(/^repo .* on http/m);
  await publish(state);
}

/** Changes what the repositories hold; hosts notice at their next refresh. */
async function publish(state: RepoState): Promise<void> {
  await requestText(`http://${controllerAddress}:8080/publish?${state}`, { method: 'POST' });
}

/** The requests that the repository server answered so far, as `GET /current/... 200`. */
async function repoRequests(): Promise<string[]> {
  return (await requestText(`http://${controllerAddress}:8080/log`)).trimEnd().split('\n');
}

/**
 * Boots a fresh host (0.1 s; with systemd 0.5 s). `address` is one of 10.77.0.2 to 10.77.0.254; `diskSize` as in `64m`.
 */
async function up(
  name: string,
  address: string,
  { image = 'debian12', diskSize = '512m', layer, isAlone = false }: UpOptions = {},
): Promise<LabHost> {
  requireLab();
  const folders = foldersOf(image).map((name) => path.join(labCache, name));
  const isSystemd = image.endsWith('-systemd');
  if (isSystemd && !image.startsWith('debian')) folders.unshift(await systemdLayer(folders.at(-1) ?? ''));
  const init = isSystemd ? 'systemd' : 'mini';
  await runOrThrow([hostsScript, 'up', name, address, layersOf(folders, layer), diskSize], {
    env: { ...labEnv, HOST_INIT: init, ...(isAlone && { HOST_BIND: '' }) },
  });
  const host = new LabHost(name, address, layer === undefined ? folders : [layer, ...folders]);
  hosts.set(name, host);
  return host;
}

function layersOf(image: string[], layer?: string): string {
  return [...(layer === undefined ? [] : [layer]), ...image].join(':');
}

/** Ends every host and the repository server; call it in `test.after`, or the test process does not end. */
async function down(): Promise<void> {
  await Promise.all([...hosts.values()].map((host) => host.cut()));
  hosts.clear();
  const server = repoServer;
  repoServer = undefined;
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  // Only then is its address free for the next one.
  await once(server, 'exit');
}

function requireLab(): void {
  if (process.env['LAB_INSIDE']) return;
  throw new Error('this test drives lab hosts: run it with `npm test -- <its name>`');
}

/** Real hosts for `*.lab.test.ts` files, each of which has a lab (network, mounts, processes) of its own. */
export const lab = { startRepo, publish, repoRequests, up, down };
