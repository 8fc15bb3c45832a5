/** The versions of Fleetmend's own packages. */

/**
 * A version as dpkg and rpm take it: both keep `-` for the revision. 1.2.0-rc.1 is 1.2.0~rc.1, which they also sort before
 * 1.2.0.
 */
export const packageVersion = (version: string): string => version.replace('-', '~').replaceAll('-', '.');

/** The version of the installed package as the host's package manager names it: each version is packed once, release 1. */
export const installedVersionOf = (version: string, packageManager: string): string =>
  packageManager === 'apt' ? packageVersion(version) : `${packageVersion(version)}-1`;
