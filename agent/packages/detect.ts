import { accessSync, constants, readFileSync } from 'node:fs';
import { AppError } from '../../server/contract/appError.ts';
import { createAptBackend } from './apt.ts';
import type { AptOptions } from './apt.ts';
import type { PackageBackend } from './backend.ts';
import { createDnfBackend } from './dnf.ts';
import { createZypperBackend } from './zypper.ts';

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

function systemName(): string {
  try {
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'this system';
  } catch {
    return 'this system';
  }
}

function isSuse(): boolean {
  try {
    return /^ID(?:_LIKE)?=.*\bsuse\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Chooses the backend by the package manager whose database is there. Throws UNSUPPORTED, naming the system,
 * where none is known; `has` is for tests.
 */
export function detectBackend(options: AptOptions, has: (file: string) => boolean = exists): PackageBackend {
  if (aptParts.every(has)) return createAptBackend(options);
  const hasDnf = dnfParts.every(has);
  // Either family can have the other's package manager too; its own one knows its patches and locks.
  if (zypperParts.every(has) && (!hasDnf || isSuse())) return createZypperBackend(options);
  if (hasDnf) return createDnfBackend(options);
  throw new AppError('UNSUPPORTED', {
    message: `${systemName()} has no package manager that the agent knows (apt, dnf, zypper).`,
    details: { missing: aptParts.filter((file) => !has(file)) },
  });
}
