/** Versions of packages, compared as dpkg and rpm do. */
export { comparerOf } from '../server/shared/versions/compare.ts';
export type { CompareVersions as Compare } from '../server/shared/versions/compare.ts';
export { compareDebian } from '../server/shared/versions/debian.ts';
export { compareEvr } from '../server/shared/versions/rpm.ts';
