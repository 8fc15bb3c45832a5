import path from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../server/kernel/db/open.ts';

const DAY_MS = 86_400_000;
/** Packages of the fleet that lack a security patch somewhere. */
const PACKAGES = 300;
/** How many of them each host lacks. */
const PENDING = 25;
const CVES = 4;
/** Rows of one statement. */
const CHUNK = 200;
const SEVERITIES = ['critical', 'important', 'moderate', 'low', null];

/** The CVEs that the lists of `seedExposure` name. */
export const SEEDED_CVES = PACKAGES * CVES;
export const seededCve = (index: number): string => `CVE-2026-${10_000 + index}`;

/**
 * Gives the hosts of a stopped manager lists of pending security patches, as polls would have stored them: 25 of 300
 * packages on each, with four CVEs each, first seen within the last 60 days. None of it is taken in.
 */
export async function seedExposure(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'fleetmend.sqlite');
  const db = await openDatabase({ file, log: pino({ level: 'silent' }) });
  try {
    const now = Date.now();
    const hosts = (await db.knex('hosts_hosts').select('id')) as { id: string }[];
    await db.knex.transaction(async (trx) => {
      const rows = hosts.map(({ id }, at) => {
        const indexes = Array.from({ length: PENDING }, (_, nth) => (at * 7 + nth) % PACKAGES);
        // No two hosts have the same moment: each was polled in its own second of half an hour.
        const seen = indexes.map((index) => [
          `library-${index}:amd64`,
          now - (index % 60) * DAY_MS - (at % 1_800) * 1_000 - at,
        ]);
        return {
          host_id: id,
          patches: JSON.stringify(indexes.map(patchOf)),
          first_seen: JSON.stringify(Object.fromEntries(seen)),
        };
      });
      for (let from = 0; from < rows.length; from += CHUNK)
        await trx('hosts_patches').insert(rows.slice(from, from + CHUNK));
      await trx('hosts_hosts').update({
        patches_security: PENDING,
        patches_total: PENDING,
        patches_polled_at: now,
        reboot_required: 0,
      });
    });
  } finally {
    await db.close();
  }
}

function patchOf(index: number): object {
  return {
    name: `library-${index}`,
    arch: 'amd64',
    current_version: '1.0-1',
    available_version: '1.0-2',
    security: true,
    security_version: null,
    severity: SEVERITIES[index % SEVERITIES.length],
    advisories: [
      {
        id: `ADV-2026-${index}`,
        cves: Array.from({ length: CVES }, (_, nth) => seededCve(index * CVES + nth)),
      },
    ],
    origin: 'security',
    download_size_bytes: 100_000,
    held: false,
    phased: false,
    kept_back_reason: null,
  };
}
