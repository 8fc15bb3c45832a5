import path from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { insertClosed, insertNight, type PastChange } from '../../test/support/pastNight.ts';
import { openDatabase } from '../../server/kernel/db/open.ts';
import { systemActor } from '../../server/kernel/security/actor.ts';
import { auditRow, type AuditHead, type AuditRow } from '../../server/kernel/security/audit/rows.ts';

const DAY_MS = 86_400_000;
const MONTHS = 12;
/** Packages that a patch night changes on a host. */
const CHANGES = 8;
/** Security patches that each host lacks, each with this many CVEs. */
const PENDING = 12;
const CVES = 3;
/** Security patches of a host that each patch night has closed, each with one CVE. */
const CLOSED = 3;
const AUDIT_ROWS_PER_HOST = 20;
/** Rows of one statement. */
const CHUNK = 200;

type Db = Awaited<ReturnType<typeof openDatabase>>;

/** How many rows of each kind there are after a year. */
export interface Year {
  changes: number;
  findings: number;
  /** CVEs on hosts that were closed within the year, and as many patches. */
  closed: number;
  auditRows: number;
}

/**
 * Gives the hosts of a stopped manager a year of history: a patch night a month over all hosts, lists of pending
 * security patches, and an audit log.
 */
export async function seedYear(dataDir: string): Promise<Year> {
  const db = await openDatabase({
    file: path.join(dataDir, 'fleetmend.sqlite'),
    log: pino({ level: 'silent' }),
  });
  try {
    const hosts = (await db.knex('hosts_hosts').select('id', 'fqdn')) as { id: string; fqdn: string }[];
    await seedLists(db, hosts);
    for (let month = 0; month < MONTHS; month += 1) {
      await seedNight(db, hosts, month);
      await seedClosed(db, hosts, month);
    }
    const auditRows = await seedAudit(db, hosts.length * AUDIT_ROWS_PER_HOST);
    return {
      changes: hosts.length * MONTHS * CHANGES,
      findings: hosts.length * PENDING * CVES,
      closed: hosts.length * MONTHS * CLOSED,
      auditRows,
    };
  } finally {
    await db.close();
  }
}

const SEVERITIES = ['critical', 'important', 'moderate', 'low', null];

function patchOf(index: number): object {
  const year = 2026;
  return {
    name: `library-${index}`,
    arch: 'amd64',
    current_version: `1.${index}-1`,
    available_version: `1.${index}-2`,
    security: true,
    security_version: null,
    severity: SEVERITIES[index % SEVERITIES.length],
    advisories: [
      {
        id: `ADV-${year}-${index}`,
        cves: Array.from({ length: CVES }, (_, nth) => `CVE-${year}-${1_000 + (index * CVES + nth)}`),
      },
    ],
    origin: 'security',
    download_size_bytes: 100_000,
    held: false,
    phased: false,
    kept_back_reason: null,
  };
}

async function seedLists({ knex }: Db, hosts: readonly { id: string }[]): Promise<void> {
  const now = Date.now();
  await knex.transaction(async (trx) => {
    const rows = hosts.map(({ id }, at) => {
      const indexes = Array.from({ length: PENDING }, (_, nth) => (at + nth) % 60);
      const seen = indexes.map((index) => [`library-${index}:amd64`, now - (index % 30) * DAY_MS]);
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
}

async function seedNight(
  { knex }: Db,
  hosts: readonly { id: string; fqdn: string }[],
  month: number,
): Promise<void> {
  const change = (index: number): PastChange => ({
    name: `library-${(month * CHANGES + index) % 60}`,
    arch: 'amd64',
    from: `1.${index}-1`,
    to: `1.${index}-2`,
  });
  const changes = Array.from({ length: CHANGES }, (_, index) => change(index));
  await knex.transaction((trx) =>
    insertNight(trx, {
      name: `Patch night ${month}`,
      startedAtMs: Date.now() - (month * 30 + 1) * DAY_MS,
      lastsMs: 3_600_000,
      by: 'olga',
      hosts: hosts.map((host) => ({ ...host, changes })),
    }),
  );
}

/** What the exposure has stored of a patch night: findings that were open for eleven days before it. */
async function seedClosed({ knex }: Db, hosts: readonly { id: string }[], month: number): Promise<void> {
  const closedAtMs = Date.now() - (month * 30 + 1) * DAY_MS;
  const openedAtMs = closedAtMs - 11 * DAY_MS;
  const times = { openedAtMs, closedAtMs, dueAtMs: openedAtMs + 7 * DAY_MS };
  const names = Array.from({ length: CLOSED }, (_, nth) => `library-${month * CLOSED + nth}`);
  await knex.transaction((trx) =>
    insertClosed(
      trx,
      hosts.flatMap(({ id }) =>
        names.map((name) => ({
          ...times,
          hostId: id,
          name,
          arch: 'amd64',
          cve: `CVE-2025-${name.slice(8).padStart(4, '0')}`,
        })),
      ),
    ),
  );
}

async function seedAudit({ knex }: Db, count: number): Promise<number> {
  const head = await knex<AuditHead>('kernel_audit_head').where('id', 1).first();
  let prevHash = head?.hash ?? '';
  let rowId = Number(head?.row_id ?? 0);
  const start = Date.now() - 364 * DAY_MS;
  await knex.transaction(async (trx) => {
    for (let made = 0; made < count; made += CHUNK) {
      const rows: AuditRow[] = [];
      for (let nth = made; nth < made + CHUNK; nth += 1) {
        const at = new Date(start + (nth * 364 * DAY_MS) / count);
        const resource = { kind: 'host' as const, id: uuid(), name: `srv-${nth % 9_973}.example.org` };
        const entry = { actor: systemActor, address: null, action: 'host.updated' as const, resource };
        const row = auditRow(
          { ...entry, after: { displayName: `srv ${nth}` } },
          { rowId: ++rowId, at, prevHash },
        );
        prevHash = row.hash;
        rows.push(row);
      }
      await trx('kernel_audit').insert(rows);
    }
    await trx('kernel_audit_head').where('id', 1).update({ row_id: rowId, hash: prevHash });
  });
  return rowId;
}
