import type { RpmCommand } from '../rpm/rpmDriver.ts';

/** How long zypper itself waits for its lock, after our own look at it. */
export const lockTimeoutSecs = 10;

const prefix: readonly string[] = [
  'env',
  `ZYPP_LOCK_TIMEOUT=${lockTimeoutSecs}`,
  'zypper',
  '--non-interactive',
];

/** A command that changes the host: no questions, what the lists say now, the lock waited for. */
export function zypperArgv(...argv: readonly string[]): string[] {
  return [...prefix, '--no-refresh', ...argv];
}

/** zypper's own refresh; unknown and changed keys are never accepted. */
export const refreshArgv: readonly string[] = [...prefix, 'refresh'];

/**
 * `name-[epoch:]version-release.arch` as zypper tells one version apart: `name.arch=[epoch:]version-release`. A bare
 * name and version would also match capabilities and other architectures.
 */
export function exactArgument(nevra: string): string {
  const { name, arch, version } = parseNevra(nevra);
  return `${name}.${arch}=${version}`;
}

/** Takes `name-[epoch:]version-release.arch` apart. */
export function parseNevra(nevra: string): { name: string; arch: string; version: string } {
  const [, name = '', version = '', arch = ''] = /^(.+)-([^-]+-[^-]+)\.([^.]+)$/.exec(nevra) ?? [];
  if (name === '') throw new TypeError(`no name-version-release.arch: ${nevra}`);
  return { name, arch, version };
}

/**
 * The words after zypper's own options. Only names are matched, never capabilities; a new package brings nothing
 * along that it merely recommends.
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
  }
}
