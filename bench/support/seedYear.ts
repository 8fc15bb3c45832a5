import path from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
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
/** Hosts of one statement, each with several rows: SQLite takes 500 rows. */
const CLOSED_CHUNK = 150;

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

const SPEC = JSON.stringify({ packages: [], mode: 'all', dryRun: false, waves: [] });

async function seedNight(
  { knex }: Db,
  hosts: readonly { id: string; fqdn: string }[],
  month: number,
): Promise<void> {
  const at = Date.now() - (month * 30 + 1) * DAY_MS;
  const jobId = uuid();
  const base = { version: 1, created_at: at, started_at: at, completed_at: at + 3_600_000, updated_at: at };
  const change = (index: number) => ({
    name: `library-${(month * CHANGES + index) % 60}`,
    arch: 'amd64',
    from: `1.${index}-1`,
    to: `1.${index}-2`,
  });
  const changes = JSON.stringify(Array.from({ length: CHANGES }, (_, index) => change(index)));
  await knex.transaction(async (trx) => {
    await trx('patching_jobs').insert({
      id: jobId,
      name: `Patch night ${month}`,
      operation: 'patch',
      state: 'completed',
      spec: SPEC,
      hosts_total: hosts.length,
      counts: JSON.stringify({ completed: hosts.length }),
      last_seq: 1,
      created_by_name: 'olga',
      search_text: `patch night ${month}`,
      round: 1,
      ...base,
    });
    const { created_at: _created, ...own } = base;
    const rows = hosts.map(({ id, fqdn }, position) => ({
      id: uuid(),
      job_id: jobId,
      host_id: id,
      fqdn,
      position,
      state: 'completed',
      changes,
      ...own,
      round: 1,
      attempt: 1,
      retries_used: 0,
      repetition: 0,
      agent_seq: 1,
      progress: 100,
      message: '',
      log_seq: 0,
      log_bytes: 0,
      log_head_seq: 0,
      log_cut_seq: 0,
    }));
    for (let from = 0; from < rows.length; from += CHUNK)
      await trx('patching_job_hosts').insert(rows.slice(from, from + CHUNK));
  });
}

/** What the exposure has stored of a patch night: findings that were open for eleven days before it. */
async function seedClosed({ knex }: Db, hosts: readonly { id: string }[], month: number): Promise<void> {
  const closedAt = Date.now() - (month * 30 + 1) * DAY_MS;
  const openedAt = closedAt - 11 * DAY_MS;
  const times = { opened_at: openedAt, closed_at: closedAt };
  await knex.transaction(async (trx) => {
    for (let from = 0; from < hosts.length; from += CLOSED_CHUNK) {
      const some = hosts.slice(from, from + CLOSED_CHUNK).flatMap(({ id }) =>
        Array.from({ length: CLOSED }, (_, nth) => ({
          host_id: id,
          name: `library-${month * CLOSED + nth}`,
        })),
      );
      await trx('exposure_findings').insert(
        some.map(({ host_id: hostId, name }) => ({
          ...times,
          id: uuid(),
          host_id: hostId,
          cve: `CVE-2025-${name.slice(8).padStart(4, '0')}`,
          package: name,
          packages: JSON.stringify([name]),
          closed_by: 'PATCHED',
        })),
      );
      await trx('exposure_patches').insert(
        some.map((row) => ({
          ...times,
          ...row,
          id: uuid(),
          arch: 'amd64',
          severity_rank: 4,
          held: 0,
          current_version: '1',
          available_version: '2',
          due_at: openedAt + 7 * DAY_MS,
        })),
      );
    }
  });
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
