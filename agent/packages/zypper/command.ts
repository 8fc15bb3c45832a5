import type { RpmCommand } from '../rpm/rpmDriver.ts';

/** How long zypper itself waits for its lock, after the agent has waited for it. */
export const lockTimeoutSecs = 10;

const prefix: readonly string[] = [
  'env',
  `ZYPP_LOCK_TIMEOUT=${lockTimeoutSecs}`,
  'zypper',
  '--non-interactive',
];

/** The arguments of a command that changes the host: it asks nothing, refreshes nothing and waits for the lock. */
export function zypperArgv(...argv: readonly string[]): string[] {
  return [...prefix, '--no-refresh', ...argv];
}

/** zypper's own refresh; unknown and changed keys are never accepted. */
export const refreshArgv: readonly string[] = [...prefix, 'refresh'];

/**
 * Turns `name-[epoch:]version-release.arch` into zypper's form for exactly one version:
 * `name.arch=[epoch:]version-release`. A bare name and version would also match capabilities and other architectures.
 */
export function exactArgument(nevra: string): string {
  const { name, arch, version } = parseNevra(nevra);
  return `${name}.${arch}=${version}`;
}

/** Splits `name-[epoch:]version-release.arch`. */
export function parseNevra(nevra: string): { name: string; arch: string; version: string } {
  const [, name = '', version = '', arch = ''] = /^(.+)-([^-]+-[^-]+)\.([^.]+)$/.exec(nevra) ?? [];
  if (name === '') throw new TypeError(`no name-version-release.arch: ${nevra}`);
  return { name, arch, version };
}

/**
 * The arguments after zypper's own options. They match names only, never capabilities; recommended packages do not
 * come along with a new one.
 */
export function commandArgv({ verb, targets }: RpmCommand): string[] {
  switch (verb) {
    case 'upgrade':
      return ['install', '--name', '--no-recommends', '--', ...targets.map(exactArgument)];
    case 'install':
      return ['install', '--name', '--no-recommends', '--oldpackage', '--', ...targets.map(exactArgument)];
    case 'files':
      return ['install', '--no-recommends', '--oldpackage', '--allow-unsigned-rpm', '--', ...targets];
    case 'remove':
      return ['remove', '--name', '--no-clean-deps', '--', ...targets.map(exactArgument)];
    case 'autoremove':
      return ['remove', '--name', '--clean-deps', '--', ...targets.map(exactArgument)];
    case 'sync':
    case 'verify':
      return ['verify', '--no-recommends'];
  }
}
