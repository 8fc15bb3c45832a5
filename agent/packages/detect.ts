import { accessSync, constants, readFileSync } from 'node:fs';
import { AppError } from '../../server/shared/wire/appError.ts';
import { createAptBackend } from './apt/aptBackend.ts';
import type { AptOptions } from './apt/aptBackend.ts';
import type { PackageBackend } from './backend.ts';
import { createDnfBackend } from './dnf/dnfBackend.ts';
import { createZypperBackend } from './zypper/zypperBackend.ts';

const aptParts = ['/usr/bin/apt-get', '/usr/bin/dpkg-query', '/var/lib/dpkg/status'];
const dnfParts = ['/usr/bin/dnf', '/usr/bin/rpm'];
const zypperParts = ['/usr/bin/zypper', '/usr/bin/rpm'];

function exists(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function readRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

const systemName = (release: string): string =>
  /^PRETTY_NAME="?([^"\n]*)/m.exec(release)?.[1] ?? 'this system';
const isSuse = (release: string): boolean => /^ID(?:_LIKE)?=.*\bsuse\b/m.test(release);
const isRedHat = (release: string): boolean => /^ID(?:_LIKE)?=.*\b(?:fedora|rhel|centos)\b/m.test(release);

/**
 * Chooses the backend whose package database this host has. Throws UNSUPPORTED, naming the system, when there is
 * none; `has` and `release` (the text of os-release) are for tests.
 */
export function detectBackend(
  options: AptOptions,
  has: (file: string) => boolean = exists,
  release: string = readRelease(),
): PackageBackend {
  const hasDnf = dnfParts.every(has);
  const hasZypper = zypperParts.every(has);
  // A host may also have the package manager of another family, to build images with; its own one knows its packages.
  const isRpm = (hasDnf && isRedHat(release)) || (hasZypper && isSuse(release));
  if (!isRpm && aptParts.every(has)) return createAptBackend(options);
  if (hasZypper && (!hasDnf || isSuse(release))) return createZypperBackend(options);
  if (hasDnf) return createDnfBackend(options);
  throw new AppError('UNSUPPORTED', {
    message: `${systemName(release)} has no package manager that the agent knows (apt, dnf, zypper).`,
    details: { missing: aptParts.filter((file) => !has(file)) },
  });
}
