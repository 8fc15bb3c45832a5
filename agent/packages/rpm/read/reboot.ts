import { access } from 'node:fs/promises';
import type { RebootState } from '../../backend.ts';
import type { RpmContext } from '../rpmContext.ts';
import { query } from '../rpmContext.ts';
import { bootedAtMs } from '#agent/clock.ts';
import { compareEvr } from '#server/shared/versions/rpm.ts';

const kernelNames = [
  'kernel',
  'kernel-core',
  'kernel-debug-core',
  'kernel-rt-core',
  'kernel-64k-core',
  'kernel-uek-core',
  'kernel-default',
  'kernel-azure',
  'kernel-rt',
  'kernel-64kb',
  'kernel-longterm',
  'kernel-vanilla',
  'kernel-lt',
  'kernel-ml',
];
/** Packages for which the distributions' own needs-restarting asks for a restart, apart from the kernel. */
const coreNames = [
  'glibc',
  'linux-firmware',
  'systemd',
  'dbus',
  'dbus-broker',
  'dbus-daemon',
  'openssl-libs',
  'gnutls',
  'microcode_ctl',
];

export function isKernel(name: string): boolean {
  return kernelNames.includes(name);
}

/** Whether a newer version of this package needs a restart of the host. */
export function asksForReboot(name: string): boolean {
  return isKernel(name) || coreNames.includes(name);
}

interface Installed {
  name: string;
  arch: string;
  version: string;
  installedAtSecs: number;
}

/** The evidence for a restart: a kernel newer than the running one, and core packages installed since the boot. */
export async function readRebootState(context: RpmContext): Promise<RebootState> {
  const format = '%{NAME}\\t%{ARCH}\\t%{VERSION}-%{RELEASE}\\t%{INSTALLTIME}\\n';
  const { stdout } = await query(context, ['rpm', '-q', '--qf', format, ...kernelNames, ...coreNames]);
  const installed = stdout.split('\n').flatMap((line): Installed[] => {
    const [name = '', arch = '', version = '', time] = line.split('\t');
    return time === undefined ? [] : [{ name, arch, version, installedAtSecs: Number(time) }];
  });
  const bootedAtSecs = Math.floor((await bootedAtMs(context.now())) / 1000);
  const reasons = [
    ...kernelReasons(context.kernelRelease, installed, bootedAtSecs),
    ...coreReasons(installed, bootedAtSecs),
  ];
  // libzypp's own flag, set by packages that ask for a restart themselves; a restart removes it.
  const flagged = await access('/run/reboot-needed').then(
    () => true,
    () => false,
  );
  if (flagged && reasons.length === 0) reasons.push('a package asks for a reboot (/run/reboot-needed)');
  return { required: reasons.length > 0, reasons };
}

const releaseOf = ({ version, arch }: Pick<Installed, 'version' | 'arch'>) => `${version}.${arch}`;

/** Whether this kernel package (version without epoch) is the running one, by the release of `uname -r`. */
export function isRunning(one: Omit<Installed, 'installedAtSecs'>, kernelRelease: string): boolean {
  if (!isKernel(one.name)) return false;
  // Red Hat: 5.14.0-427.el9.x86_64+rt is kernel-rt-core.
  const [, plain = kernelRelease, kind = ''] = /^(.+)\+(\w+)$/.exec(kernelRelease) ?? [];
  if ((releaseOf(one) === plain && one.name.includes(kind)) || one.version === kernelRelease) return true;
  // SUSE: 5.14.21-150500.55.7-default runs, and kernel-default-5.14.21-150500.55.7.1 is installed.
  const [, rebuilt] = /^(.+)-[a-z]\w*$/.exec(kernelRelease) ?? [];
  return rebuilt !== undefined && one.version.replace(/\.\d+$/, '') === rebuilt;
}

/**
 * A kernel asks for a restart if it came after the boot: one that was there already was not chosen, because the boot
 * loader pins another or because this is a container on its host's kernel, and the next boot will not choose it either.
 * A kernel of another kind (Oracle's own, real time) beside the running one is not a newer version of it. If the running
 * kernel is not installed (where kernels are not kept side by side), a new one has replaced it.
 */
function kernelReasons(
  kernelRelease: string,
  installed: readonly Installed[],
  bootedAtSecs: number,
): string[] {
  const kernels = installed.filter(({ name }) => isKernel(name));
  const since = kernels.filter(({ installedAtSecs }) => installedAtSecs > bootedAtSecs);
  const running = kernels.filter((one) => isRunning(one, kernelRelease));
  const [known] = running;
  if (!known) {
    return since.map((one) => `kernel ${releaseOf(one)} was installed after the boot`);
  }
  const sameKind = since.filter(({ name }) => running.some((one) => one.name === name));
  const newest = sameKind.toSorted((a, b) => compareEvr(a.version, b.version)).at(-1);
  if (!newest || compareEvr(newest.version, known.version) <= 0) return [];
  return [`kernel ${releaseOf(newest)} is installed, ${kernelRelease} is running`];
}

function coreReasons(installed: readonly Installed[], bootedAtSecs: number): string[] {
  const newer = installed.filter(
    ({ name, installedAtSecs }) => coreNames.includes(name) && installedAtSecs > bootedAtSecs,
  );
  return newer.map(({ name, version }) => `${name} ${version} was installed after the boot`);
}
