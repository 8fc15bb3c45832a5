import { gzipSync } from 'node:zlib';
import { seededSource } from './seedPackages.ts';

/** As many CVEs as the tracker has open in a release, and the number of sources that they are in. */
const CVES = 6_000;
const SOURCES = 400;
export const RELEASES = ['bookworm', 'trixie'] as const;
export const unfixedCve = (index: number): string => `CVE-2025-${10_000 + index}`;

/** A file of the Debian security tracker in which the CVEs of the sources of `seedPackages` have no fix in two releases. */
export function trackerFile(): Buffer {
  const file: Record<string, Record<string, object>> = {};
  for (let index = 0; index < CVES; index += 1) {
    const open = {
      status: 'open',
      repositories: {},
      urgency: index % 3 === 0 ? 'medium' : 'not yet assigned',
    };
    // Every fifth is fixed in unstable, by a version that hosts are compared with.
    const sid = { status: 'resolved', repositories: {}, urgency: open.urgency, fixed_version: '5.0-1' };
    const releases = {
      ...Object.fromEntries(RELEASES.map((release) => [release, open])),
      ...(index % 5 === 0 ? { sid } : {}),
    };
    // As in the real file, few sources have many: the kernel's has a quarter of all.
    const source = seededSource(index % 4 === 0 ? 1 : index % SOURCES);
    (file[source] ??= {})[unfixedCve(index)] = { releases };
  }
  return gzipSync(JSON.stringify(file));
}
