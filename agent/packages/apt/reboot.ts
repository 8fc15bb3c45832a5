import { readdir, readFile } from 'node:fs/promises';
import type { RebootState } from '../backend.ts';
import { compareVersions } from '../version.ts';

const flagFile = '/run/reboot-required';

/** Releases of the kernels under /boot, newest first. */
async function installedKernels(): Promise<string[]> {
  const files = await readdir('/boot').catch(() => []);
  return files
    .filter((file) => file.startsWith('vmlinuz-'))
    .map((file) => file.slice('vmlinuz-'.length))
    .toSorted((a, b) => compareVersions(b, a));
}

/** What packages asked for since the boot (/run/reboot-required), and a kernel newer than the running one. */
export async function readRebootState(kernelRelease: string): Promise<RebootState> {
  const flag = await readFile(flagFile, 'utf8').catch(() => null);
  const packages = await readFile(`${flagFile}.pkgs`, 'utf8').catch(() => '');
  const names = [...new Set(packages.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const reasons = flag !== null && names.length === 0 ? ['reboot-required'] : names;
  const [newest] = await installedKernels();
  if (newest !== undefined && compareVersions(newest, kernelRelease) > 0) {
    reasons.push(`kernel ${newest} is installed, ${kernelRelease} is running`);
  }
  return { required: reasons.length > 0, reasons };
}
