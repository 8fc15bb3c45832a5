/** Facts about the real host, from files, system calls and (for services) systemctl. */
import { readFile, statfs } from 'node:fs/promises';
import os from 'node:os';
import { domainToASCII } from 'node:url';
import { AppError } from '../../server/shared/wire/appError.ts';
import { runCommand } from '../process/command.ts';
import { hasSystemd } from '../process/detached.ts';

/** Facts about the host, apart from its packages. Sizes in bytes. */
export interface SystemFacts {
  machineId: string;
  hostname: string;
  fqdn: string;
  osFamily: string;
  osName: string;
  osVersion: string;
  arch: string;
  kernel: string;
  bootedAt: Date;
  cpuCount: number;
  memoryBytes: number;
  rootDisk: { totalBytes: number; freeBytes: number };
}

export interface ServiceState {
  name: string;
  activeState: string;
  subState: string;
  /** Whether it starts at boot. */
  enabled: boolean;
}

export interface HostFacts {
  /** Whether the state of services can be read (systemd runs here). */
  readonly hasServices: boolean;
  facts(): Promise<SystemFacts>;
  /** Throws SERVICE_NOT_FOUND, or UNSUPPORTED without systemd. */
  service(name: string): Promise<ServiceState>;
}

const SYSTEMCTL_TIMEOUT_MS = 10_000;
const ACTIVE_STATES = new Set([
  'active',
  'reloading',
  'refreshing',
  'inactive',
  'failed',
  'activating',
  'deactivating',
  'maintenance',
]);
const ENABLED_STATES = new Set(['enabled', 'enabled-runtime', 'alias']);
/** Debian's names of architectures, by the kernel's. */
const DEBIAN_ARCH: Readonly<Record<string, string>> = {
  x86_64: 'amd64',
  aarch64: 'arm64',
  armv7l: 'armhf',
  i686: 'i386',
  ppc64le: 'ppc64el',
};

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Lines `KEY=value` with optional quotes, as in os-release(5). */
export function parseOsRelease(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const match = /^([A-Z_]+)=(["']?)(.*)\2$/.exec(line.trim());
    return match ? [[match[1] as string, (match[3] as string).replace(/\\(["$`\\])/g, '$1')]] : [];
  });
  return Object.fromEntries(pairs);
}

/** Family by packaging, from ID and ID_LIKE. */
export function osFamilyOf(release: Readonly<Record<string, string>>): string {
  const ids = `${release['ID'] ?? ''} ${release['ID_LIKE'] ?? ''}`.toLowerCase().split(/\s+/);
  const families: [string, string[]][] = [
    ['debian', ['debian', 'ubuntu']],
    ['rhel', ['rhel', 'fedora', 'centos', 'rocky', 'almalinux']],
    ['suse', ['suse', 'opensuse', 'sles']],
    ['arch', ['arch']],
  ];
  const known = families.find(([, members]) => members.some((member) => ids.includes(member)));
  return known?.[0] ?? (ids[0]?.replace(/[^a-z0-9_-]/g, '').slice(0, 32) || 'unknown');
}

/**
 * A name that the manager takes: labels of letters, digits, `-` and `_`, and names of other scripts as DNS has them
 * (`büro` is `xn--bro-hoa`). Hosts are called `db1.example.org.` or `db-` all the same. `(none)` is the kernel's word
 * for no name; where nothing is left, the machine id has to do.
 */
export function usableName(name: string, machineId: string): string {
  const isAscii = /^[ -~]*$/.test(name);
  const labels = (isAscii ? name.replace(/^\(none\)/, '') : domainToASCII(name))
    .split('.')
    .map((label) => label.replace(/[^A-Za-z0-9_-]/g, '').replace(/^-+|-+$/g, ''))
    .filter((label) => label !== '');
  const usable = labels
    .join('.')
    .slice(0, 253)
    .replace(/[-.]+$/, '');
  return usable || `host-${machineId.replace(/[^A-Za-z0-9]/g, '').slice(0, 12)}`;
}

/** The name in /etc/hosts that begins with the host's short name and a dot; else the host name. */
export function fqdnOf(hostname: string, hosts: string): string {
  if (hostname.includes('.')) return hostname;
  const names = hosts.split('\n').flatMap((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1));
  return names.find((name) => name.startsWith(`${hostname}.`)) ?? hostname;
}

async function bootedAt(): Promise<Date> {
  const seconds = /^btime (\d+)$/m.exec(await readText('/proc/stat'))?.[1];
  return seconds ? new Date(Number(seconds) * 1000) : new Date(Date.now() - os.uptime() * 1000);
}

type FixedFacts = Pick<SystemFacts, 'machineId' | 'kernel' | 'cpuCount' | 'memoryBytes'>;

/** Reads facts that cannot change while the agent runs only once. */
function createFacts(osReleaseFiles: readonly string[]): () => Promise<SystemFacts> {
  let fixed: Promise<FixedFacts> | null = null;
  return async () => {
    fixed ??= readFixed();
    const { machineId } = await fixed;
    const hostname = usableName(os.hostname(), machineId);
    const fqdn = usableName(fqdnOf(hostname, await readText('/etc/hosts')), machineId);
    return {
      ...(await fixed),
      ...(await readRelease(osReleaseFiles)),
      hostname: hostname.split('.')[0] as string,
      fqdn,
      bootedAt: await bootedAt(),
      rootDisk: await diskSpace('/'),
    };
  };
}

async function readFixed(): Promise<FixedFacts> {
  return {
    machineId: (await readText('/etc/machine-id')).trim() || 'unknown',
    kernel: os.release(),
    cpuCount: os.cpus().length || 1,
    memoryBytes: os.totalmem(),
  };
}

type ReleaseFacts = Pick<SystemFacts, 'osFamily' | 'osName' | 'osVersion' | 'arch'>;

/** From the first of these files that is there: any patch job may bring the host to its next minor release. */
async function readRelease(files: readonly string[]): Promise<ReleaseFacts> {
  const texts = await Promise.all(files.map(readText));
  const release = parseOsRelease(texts.find((text) => text !== '') ?? '');
  const osFamily = osFamilyOf(release);
  const machine = os.machine();
  return {
    osFamily,
    osName: release['PRETTY_NAME'] ?? release['NAME'] ?? 'Linux',
    osVersion: release['VERSION_ID'] ?? '',
    arch: osFamily === 'debian' ? (DEBIAN_ARCH[machine] ?? machine) : machine,
  };
}

/** Free space is what users other than root may still use. */
export async function diskSpace(path: string): Promise<{ totalBytes: number; freeBytes: number }> {
  const { bsize, blocks, bavail } = await statfs(path);
  return { totalBytes: bsize * blocks, freeBytes: bsize * bavail };
}

const hasSuffix = (name: string): boolean =>
  /\.(service|socket|timer|target|mount|path|slice|scope|swap|device|automount)$/.test(name);

/** Parses the output of `systemctl show`. Throws SERVICE_NOT_FOUND. */
export function parseService(name: string, output: string): ServiceState {
  const values = Object.fromEntries(
    output.split('\n').map((line) => [line.split('=')[0], line.split('=').slice(1).join('=')]),
  );
  if (values['LoadState'] === 'not-found' || !ACTIVE_STATES.has(values['ActiveState'] ?? '')) {
    throw new AppError('SERVICE_NOT_FOUND', { message: `There is no unit ${name}.` });
  }
  return {
    name,
    activeState: values['ActiveState'] ?? '',
    subState: values['SubState'] ?? '',
    enabled: ENABLED_STATES.has(values['UnitFileState'] ?? ''),
  };
}

async function serviceState(name: string): Promise<ServiceState> {
  const unit = hasSuffix(name) ? name : `${name}.service`;
  const property = '--property=LoadState,ActiveState,SubState,UnitFileState';
  const result = await runCommand(['systemctl', 'show', property, '--', unit], {
    timeoutMs: SYSTEMCTL_TIMEOUT_MS,
  });
  if (result.exitCode !== 0) throw new AppError('UNSUPPORTED', { message: 'systemd does not answer.' });
  return parseService(name, result.stdout);
}

const osReleasePlaces = ['/etc/os-release', '/usr/lib/os-release'];

/** The facts of this host. */
export function createHostFacts(osReleaseFiles: readonly string[] = osReleasePlaces): HostFacts {
  return { hasServices: hasSystemd(), facts: createFacts(osReleaseFiles), service: serviceState };
}
