import { readFile } from 'node:fs/promises';
import type { RebootState } from '../backend.ts';
import type { RpmContext } from './system.ts';
import { query } from './system.ts';
import { compareEvr } from './version.ts';

const kernelNames = ['kernel', 'kernel-core', 'kernel-rt-core', 'kernel-uek-core', 'kernel-default'];
/** What the distributions' own needs-restarting counts as reason for a reboot, apart from the kernel. */
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

interface Installed {
  name: string;
  arch: string;
  version: string;
  installedAtSecs: number;
}

/** The evidence for a reboot: a newer kernel than the running one, and core packages newer than the boot. */
export async function readRebootState(context: RpmContext): Promise<RebootState> {
  const format = '%{NAME}\\t%{ARCH}\\t%{VERSION}-%{RELEASE}\\t%{INSTALLTIME}\\n';
  const { stdout } = await query(context, ['rpm', '-q', '--qf', format, ...kernelNames, ...coreNames]);
  const installed = stdout.split('\n').flatMap((line): Installed[] => {
    const [name = '', arch = '', version = '', time] = line.split('\t');
    return time === undefined ? [] : [{ name, arch, version, installedAtSecs: Number(time) }];
  });
  const reasons = [
    ...kernelReasons(context.kernelRelease, installed),
    ...coreReasons(installed, await bootTimeSecs(context)),
  ];
  return { required: reasons.length > 0, reasons };
}

/** Only where the running kernel is an installed one: a container runs its host's, and says nothing. */
function kernelReasons(kernelRelease: string, installed: readonly Installed[]): string[] {
  const kernels = installed.filter(({ name }) => isKernel(name));
  const release = ({ version, arch }: Installed) => `${version}.${arch}`;
  const isRunning = (one: Installed) => release(one) === kernelRelease || one.version === kernelRelease;
  const running = kernels.find(isRunning);
  if (!running) return [];
  const newest = kernels.toSorted((a, b) => compareEvr(a.version, b.version)).at(-1);
  if (!newest || compareEvr(newest.version, running.version) <= 0) return [];
  return [`kernel ${release(newest)} is installed, ${kernelRelease} is running`];
}

function coreReasons(installed: readonly Installed[], bootedAtSecs: number): string[] {
  const newer = installed.filter(
    ({ name, installedAtSecs }) => coreNames.includes(name) && installedAtSecs > bootedAtSecs,
  );
  return newer.map(({ name, version }) => `${name} ${version} was installed after the boot`);
}

async function bootTimeSecs({ now }: RpmContext): Promise<number> {
  const uptimeSecs = Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0]);
  return Math.floor(now().getTime() / 1000 - uptimeSecs);
}
