import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import { DEFAULT_SPEC } from '#server/core/patching/domain/jobSpec.ts';

/** Rows of one statement. */
const CHUNK = 200;
const SPEC = JSON.stringify(DEFAULT_SPEC);

export interface PastChange {
  name: string;
  arch: string;
  from: string;
  to: string;
}

/** A patch job of the past, as the manager stores one that has ended. */
export interface PastNight {
  name: string;
  startedAtMs: number;
  lastsMs: number;
  by: string;
  hosts: readonly { id: string; fqdn: string; changes: readonly PastChange[] }[];
  /** Positions of hosts on which it failed, with nothing changed. */
  failed?: readonly number[];
}

/** Writes a night into the database of a manager that is stopped: it would take the API the time that has passed. */
export async function insertNight(trx: Knex, night: PastNight): Promise<string> {
  const jobId = uuid();
  const at = night.startedAtMs;
  const times = {
    version: 1,
    started_at: at,
    completed_at: at + night.lastsMs,
    updated_at: at + night.lastsMs,
  };
  const failed = new Set(night.failed);
  const completed = night.hosts.length - failed.size;
  await trx('patching_jobs').insert({
    ...times,
    created_at: at,
    id: jobId,
    name: night.name,
    operation: 'patch',
    state: failed.size === 0 ? 'completed' : 'partial',
    spec: SPEC,
    hosts_total: night.hosts.length,
    counts: JSON.stringify({ completed, ...(failed.size > 0 ? { failed: failed.size } : {}) }),
    last_seq: 1,
    created_by_name: night.by,
    search_text: night.name.toLowerCase(),
    round: 1,
  });
  const rows = night.hosts.map(({ id, fqdn, changes }, position) => ({
    ...times,
    id: uuid(),
    job_id: jobId,
    host_id: id,
    fqdn,
    position,
    state: failed.has(position) ? 'failed' : 'completed',
    changes: JSON.stringify(failed.has(position) ? [] : changes),
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
  return jobId;
}

export interface PastFinding {
  hostId: string;
  name: string;
  arch: string;
  cve: string;
  openedAtMs: number;
  closedAtMs: number;
  dueAtMs: number;
}

/** Security patches that were pending on hosts, and their CVEs, until a night installed them. */
export async function insertClosed(trx: Knex, findings: readonly PastFinding[]): Promise<void> {
  for (let from = 0; from < findings.length; from += CHUNK) {
    const some = findings.slice(from, from + CHUNK);
    const of = ({ hostId, openedAtMs, closedAtMs }: PastFinding) => ({
      id: uuid(),
      host_id: hostId,
      opened_at: openedAtMs,
      closed_at: closedAtMs,
    });
    await trx('exposure_findings').insert(
      some.map((one) => ({
        ...of(one),
        cve: one.cve,
        package: one.name,
        packages: JSON.stringify([one.name]),
        closed_by: 'PATCHED',
      })),
    );
    await trx('exposure_patches').insert(
      some.map((one) => ({
        ...of(one),
        name: one.name,
        arch: one.arch,
        // Of what is closed nobody asks for the advisory.
        advisory_id: '0'.repeat(32),
        severity_rank: 4,
        held: 0,
        current_version: '1',
        available_version: '2',
        due_at: one.dueAtMs,
      })),
    );
  }
}
