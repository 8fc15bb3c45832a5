import { readdir, readFile } from 'node:fs/promises';
import type { RebootState } from '../../backend.ts';
import { compareDebian } from '../../../../server/shared/versions/debian.ts';
import { ofRunningKind } from '../plan/kernels.ts';

const flagFile = '/run/reboot-required';

/** Releases of the kernels under /boot. */
async function installedKernels(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files.flatMap((file) => /^vmlinu[xz]-(.+)$/.exec(file)?.[1] ?? []);
}

/** What packages asked for since the boot (/run/reboot-required), and a newer kernel of the running kind. */
export async function readRebootState(kernelRelease: string, bootFolder = '/boot'): Promise<RebootState> {
  const flag = await readFile(flagFile, 'utf8').catch(() => null);
  const packages = await readFile(`${flagFile}.pkgs`, 'utf8').catch(() => '');
  const names = [...new Set(packages.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const reasons = flag !== null && names.length === 0 ? ['reboot-required'] : names;
  const kernels = ofRunningKind(await installedKernels(bootFolder), kernelRelease);
  const newest = kernels.toSorted(compareDebian).at(-1);
  if (newest !== undefined && compareDebian(newest, kernelRelease) > 0) {
    reasons.push(`kernel ${newest} is installed, ${kernelRelease} is running`);
  }
  return { required: reasons.length > 0, reasons };
}
