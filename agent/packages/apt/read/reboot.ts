import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RebootState } from '../../backend.ts';
import { bootedAtMs } from '#agent/clock.ts';
import { compareDebian } from '#server/shared/versions/debian.ts';
import { ofRunningKind } from './kernelReleases.ts';

const flagFile = '/run/reboot-required';

interface BootKernel {
  release: string;
  /** When it came to this disk. */
  cameAtMs: number;
}

/** The kernels under /boot. */
async function installedKernels(folder: string): Promise<BootKernel[]> {
  const files = await readdir(folder).catch(() => []);
  const kernels = await Promise.all(
    files.map(async (file): Promise<BootKernel[]> => {
      const release = /^vmlinu[xz]-(.+)$/.exec(file)?.[1];
      const found = release && (await stat(path.join(folder, file)).catch(() => null));
      return release && found ? [{ release, cameAtMs: found.ctimeMs }] : [];
    }),
  );
  return kernels.flat();
}

/**
 * What packages asked for since the boot (/run/reboot-required), and a newer kernel of the running kind that came after
 * the boot: one that was there already was not chosen, because the boot loader pins another or because this is a
 * container on its host's kernel, and the next boot will not choose it either.
 */
export async function readRebootState(
  kernelRelease: string,
  { bootFolder = '/boot', bootedAt }: { bootFolder?: string; bootedAt?: number } = {},
): Promise<RebootState> {
  const flag = await readFile(flagFile, 'utf8').catch(() => null);
  const packages = await readFile(`${flagFile}.pkgs`, 'utf8').catch(() => '');
  const names = [...new Set(packages.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const reasons = flag !== null && names.length === 0 ? ['reboot-required'] : names;
  const kernels = await installedKernels(bootFolder);
  const own = ofRunningKind(
    kernels.map(({ release }) => release),
    kernelRelease,
  );
  const sinceMs = bootedAt ?? (await bootedAtMs(new Date()));
  const came = kernels.filter(({ release, cameAtMs }) => cameAtMs > sinceMs && own.includes(release));
  const newest = came
    .map(({ release }) => release)
    .toSorted(compareDebian)
    .at(-1);
  if (newest !== undefined && compareDebian(newest, kernelRelease) > 0) {
    reasons.push(`kernel ${newest} is installed, ${kernelRelease} is running`);
  }
  return { required: reasons.length > 0, reasons };
}
