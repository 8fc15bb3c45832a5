import { compareDebian } from './debian.ts';
import { compareEvr } from './rpm.ts';

/** Orders two versions: negative when `left` is the older one, 0 when the package manager takes them for the same. */
export type CompareVersions = (left: string, right: string) => number;

/** How versions of a host are ordered, by its package manager (`apt`, `dnf`, `zypper`, …); null: that is not known. */
export function comparerOf(packageManager: string | null): CompareVersions | null {
  switch (packageManager) {
    case 'apt':
      return compareDebian;
    case 'dnf':
    case 'dnf5':
    case 'yum':
    case 'zypper':
      return compareEvr;
    default:
      return null;
  }
}
