import type { Knex } from 'knex';
import type { HostInJob, HostPlan, HostStanding, HostTrouble, JobFacts, WaitingWork } from '../api.ts';
import { WAITING_STATES } from '../domain/jobHostStates.ts';
import { isJobEnded, OPEN_JOB_STATES } from '../domain/jobStates.ts';
import { JobHostModel, JobModel } from '../models.ts';
import { EMPTY_PLAN_HASH, PLAN_TOO_LARGE } from './waitingPlans.ts';
import { seenOnly, type Sight } from './visibility.ts';

const FACTS = ['name', 'operation', 'spec', 'state', 'reason', 'last_seq', 'hosts_total', 'counts', 'round'];
/** Ids of one statement. */
const BATCH = 500;

/** Null when there is no such job. Unless `isLocked` is false, its row is locked until the end of the transaction. */
export async function jobFacts(
  knex: Knex,
  jobId: string,
  { isLocked = true }: { isLocked?: boolean } = {},
): Promise<JobFacts | null> {
  const columns = [
    ...FACTS,
    'created_by_id',
    'created_by_owner_id',
    'created_by_name',
    'cancel_requested_at',
    'end_requested_at',
  ];
  const query = JobModel.query(knex).select(columns).findById(jobId);
  const row = await (isLocked ? query.forUpdate() : query);
  if (!row) return null;
  const {
    name,
    operation,
    spec,
    state,
    reason,
    lastSeq: seq,
    hostsTotal,
    counts,
    round,
    createdByName,
  } = row;
  const isDryRun = spec.dryRun;
  const hasEnded = isJobEnded(state);
  const wasStopped = row.cancelRequestedAt !== null || row.endRequestedAt !== null;
  return {
    reboot: spec.reboot,
    name,
    operation,
    isDryRun,
    state,
    reason,
    hasEnded,
    round,
    wasStopped,
    seq,
    hostsTotal,
    counts,
    createdById: row.createdByOwnerId ?? row.createdById,
    createdByName,
  };
}

/** All hosts of a job, in its order. */
export async function standingsOf(knex: Knex, jobId: string): Promise<HostStanding[]> {
  const rows = await JobHostModel.query(knex)
    .select('host_id', 'fqdn', 'state', 'reason')
    .where('job_id', jobId)
    .orderBy('position');
  return rows.map(({ hostId, fqdn, state, reason }) => ({ hostId, fqdn, state, reason }));
}

/** How one host stands in each of these jobs, by job id. */
export async function standingsIn(
  knex: Knex,
  jobIds: readonly string[],
  hostId: string,
): Promise<ReadonlyMap<string, HostInJob>> {
  const rows = await JobHostModel.query(knex)
    .select('job_id', 'fqdn', 'state', 'reason', 'message', 'error', 'plan_hash', 'updated_at')
    .where('host_id', hostId)
    .whereIn('job_id', [...jobIds]);
  const jobs = await JobModel.query(knex)
    .select('id', 'spec')
    .whereIn('id', [...jobIds]);
  const planned = new Set(jobs.flatMap(({ id, spec }) => (spec.dryRun ? [id] : [])));
  return new Map(
    rows.map(({ jobId, fqdn, state, reason, message, error, planHash, updatedAt }) => {
      const isDryRun = planned.has(jobId);
      const hasChanges =
        isDryRun && state === 'completed' && planHash !== null && planHash !== EMPTY_PLAN_HASH;
      const said = error?.message ?? message;
      const told = { hostId, fqdn, state, reason: reason ?? error?.code ?? null, message: said };
      return [jobId, { ...told, isDryRun, hasChanges, updatedAt }];
    }),
  );
}

/** The hosts of a dry run with their plans, in its order. */
export async function plansOf(knex: Knex, jobId: string): Promise<HostPlan[]> {
  const rows = await JobHostModel.query(knex)
    .select('host_id', 'fqdn', 'state', 'reason', 'error', 'plan_hash', 'run_job_id')
    .where('job_id', jobId)
    .orderBy('position');
  return rows.map(({ hostId, fqdn, state, reason: why, error, planHash: hash, runJobId }) => {
    const planHash = state === 'completed' ? hash : null;
    const hasChanges = planHash !== null && planHash !== EMPTY_PLAN_HASH;
    const reason = why ?? error?.code ?? null;
    return { hostId, fqdn, planHash, hasChanges, isCut: why === PLAN_TOO_LARGE, runJobId, state, reason };
  });
}

/** By host id: the code and message of the failure, or else the host's reason and last message. */
export async function troublesOf(
  knex: Knex,
  jobId: string,
  hostIds: readonly string[],
): Promise<ReadonlyMap<string, HostTrouble>> {
  const found = new Map<string, HostTrouble>();
  for (let at = 0; at < hostIds.length; at += BATCH) {
    const rows = await JobHostModel.query(knex)
      .select('host_id', 'reason', 'message', 'error')
      .where('job_id', jobId)
      .whereIn('host_id', hostIds.slice(at, at + BATCH));
    for (const { hostId, reason, message, error } of rows) {
      const code = error?.code ?? reason;
      if (code !== null) found.set(hostId, { code, message: error?.message ?? message });
    }
  }
  return found;
}

/** Waiting hosts, as far as they are seen, of open and scheduled jobs; not those of dry runs, rollbacks and ending jobs. */
export async function workInWaiting(knex: Knex, sight: Sight): Promise<WaitingWork[]> {
  const jobs = await JobModel.query(knex)
    .select('id', 'name', 'operation', 'spec', 'round', 'schedule_at', 'end_requested_at')
    .whereIn('state', [...OPEN_JOB_STATES, 'scheduled']);
  const gated = jobs.filter(
    ({ operation, spec, endRequestedAt }) =>
      operation !== 'rollback' && !spec.dryRun && endRequestedAt === null,
  );
  const byId = new Map(gated.map((job) => [job.id, job]));
  const ids = [...byId.keys()];
  const work: WaitingWork[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const waiting = JobHostModel.query(knex)
      .select('job_id', 'host_id', 'fqdn')
      .whereIn('job_id', ids.slice(at, at + BATCH))
      .whereIn('state', [...WAITING_STATES]);
    const rows = await seenOnly(waiting, knex, sight);
    for (const { jobId, hostId, fqdn } of rows) {
      const job = byId.get(jobId);
      if (!job) continue;
      const { name: jobName, operation, round, scheduleAt, spec } = job;
      const { reboot, respectWindows: keepsWindows } = spec;
      work.push({ jobId, jobName, operation, reboot, round, keepsWindows, hostId, fqdn, scheduleAt });
    }
  }
  return work;
}
