import { AppError } from '#server/shared/wire/appError.ts';
import type { PackageChange } from '../../backend.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import { nativeArch, rpmKey } from '../read/inventory.ts';
import { isRunning } from '../read/reboot.ts';
import type { RpmContext } from '../rpmContext.ts';

const everywhere = ['rpm', 'glibc', 'filesystem', 'systemd'];
/** Without these packages no job could repair the host. dnf protects itself, and whatever its configuration names. */
const lifelines: Readonly<Record<RpmDriver['name'], readonly string[]>> = {
  dnf: everywhere,
  zypper: [...everywhere, 'libzypp', 'zypper'],
};

/** Names of packages to be removed that are needed to manage packages, and of the running kernel. */
export function lifelinesIn(
  { kernelRelease }: Pick<RpmContext, 'kernelRelease'>,
  { name: manager }: Pick<RpmDriver, 'name'>,
  changes: readonly PackageChange[],
): string[] {
  return changes.flatMap(({ name, arch, from, to }) => {
    if (from === null || to !== null) return [];
    const runs = isRunning({ name, arch, version: from.replace(/^\d+:/, '') }, kernelRelease);
    // In another architecture they are only libraries.
    const needed = lifelines[manager].includes(name) && rpmKey({ name, arch }) === `${name}:${nativeArch}`;
    return runs || needed ? [name] : [];
  });
}

/** Throws CONFLICT for the packages that {@link lifelinesIn} finds. */
export function assertManageable(...parameters: Parameters<typeof lifelinesIn>): void {
  const names = lifelinesIn(...parameters);
  if (names.length === 0) return;
  const message = `This would remove ${names.join(', ')}, without which this host could not be managed any more.`;
  throw new AppError('CONFLICT', { message, details: { packages: names } });
}
