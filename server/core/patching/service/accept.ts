import { AppError } from '#server/shared/wire/appError.ts';
import { ACCEPTED, ENDED_STATES } from '../domain/jobHostStates.ts';
import { isJobEnded } from '../domain/jobStates.ts';
import type { AgentClient } from '../agentClient.ts';
import { JobHostModel, JobModel } from '../models.ts';
import type { Caller } from './caller.ts';
import { audit, hisRows, hostsNotFound, once, unknownHosts, type ChangeDeps } from './change.ts';
import { withJob, type JobTx } from './jobTx.ts';
import { requireSeen, sightOf, type Sight } from './visibility.ts';

/** What a person accepts: these hosts of a job, as they stand, and why. */
export interface Acceptance {
  hostIds: readonly string[];
  reason: string;
}

/** States in which a person may want a host to be left as it is. */
const STUCK: readonly string[] = ['failed', 'timedout', 'rollback_failed'];
/** Changes of a host that the audit row names. */
const TOLD = 50;

/**
 * Closes hosts that failed in a job, as they stand: the job, the one that it rolls back, and other rollbacks of that one
 * offer neither a retry nor a rollback of them any more, and their agents drop what they kept for it. Resolves once it is
 * written; agents that do not answer then drop it by its age. Throws JOB_NOT_FOUND, HOST_NOT_FOUND (not in the job),
 * JOB_NOT_ACCEPTABLE.
 */
export async function acceptHosts(
  { ctx, hosts, client }: ChangeDeps & { client: Pick<AgentClient, 'forget'> },
  jobId: string,
  acceptance: Acceptance,
  caller: Caller,
): Promise<void> {
  const sight = await sightOf(hosts, caller.scope);
  await requireSeen(ctx.db.reader, jobId, sight);
  const asked = await JobModel.query(ctx.db.reader).select('id', 'rollback_of_job_id').findById(jobId);
  if (!asked) throw new AppError('JOB_NOT_FOUND');
  const rootId = asked.rollbackOfJobId ?? jobId;
  const rollbacks = await JobModel.query(ctx.db.reader).select('id').where('rollback_of_job_id', rootId);
  const others = [rootId, ...rollbacks.map(({ id }) => id)].filter((id) => id !== jobId);
  await requireAtRest(ctx, others, acceptance);
  const closed: JobHostModel[] = [];
  const name = 'patching.acceptJobHosts';
  const request = { jobId, ...acceptance };
  await withJob(ctx, jobId, { name, by: caller }, (jobTx) =>
    once(ctx, jobTx, { caller, operationId: 'acceptJobHosts', request }, async () => {
      if (!isJobEnded(jobTx.job.state) && jobTx.job.state !== 'paused')
        throw notAcceptable('The job has not ended.');
      const rows = await stuckRows(jobTx, acceptance, sight);
      await close(jobTx, rows);
      closed.push(...rows);
      audit(ctx, jobTx, { caller, action: 'job.accepted', after: toldOf(rows, acceptance) });
    }),
  );
  const ids = closed.map(({ hostId }) => hostId);
  for (const other of ids.length > 0 ? others : [])
    await withJob(ctx, other, { name, by: caller }, async (jobTx) => {
      const rows = await endedRows(jobTx, ids);
      await close(jobTx, rows);
      closed.push(...rows);
    });
  await forget({ ctx, hosts, client }, closed);
}

async function requireAtRest(
  { db }: Pick<ChangeDeps['ctx'], 'db'>,
  jobIds: readonly string[],
  { hostIds }: Acceptance,
): Promise<void> {
  const open = await JobHostModel.query(db.reader)
    .select('id')
    .whereIn('job_id', [...jobIds])
    .whereIn('host_id', [...hostIds])
    .whereNotIn('state', [...ENDED_STATES])
    .first();
  if (open) throw notAcceptable('The host is being rolled back; see first how that ends.');
}

async function stuckRows(jobTx: JobTx, { hostIds }: Acceptance, sight: Sight): Promise<JobHostModel[]> {
  const { knex } = jobTx.tx;
  const unknown = await unknownHosts(knex, { jobId: jobTx.job.id, hostIds, sight });
  if (unknown.length > 0) throw hostsNotFound(unknown);
  const rows = await hisRows(knex, jobTx.job.id, sight).whereIn('host_id', [...hostIds]);
  const stuck = rows.filter(({ state, reason }) => STUCK.includes(state) && reason !== ACCEPTED);
  if (jobTx.job.spec.dryRun || stuck.length < rows.length)
    throw notAcceptable('A host of these has not failed in this job, or was accepted already.');
  return stuck;
}

function endedRows({ tx, job }: JobTx, hostIds: readonly string[]): Promise<JobHostModel[]> {
  return Promise.resolve(
    JobHostModel.query(tx.knex)
      .where('job_id', job.id)
      .whereIn('host_id', [...hostIds])
      .whereIn('state', [...ENDED_STATES]),
  );
}

/** They keep their states, errors and changes: that is what happened. Only what could still be done about it goes. */
async function close(jobTx: JobTx, rows: readonly JobHostModel[]): Promise<void> {
  for (const state of new Set(rows.map((row) => row.state)))
    await jobTx.changeHosts(
      rows.filter((row) => row.state === state),
      state,
      { set: { reason: ACCEPTED, undoJobIds: null } },
    );
}

function toldOf(rows: readonly JobHostModel[], { reason }: Acceptance): object {
  const hosts = rows.map(({ hostId, fqdn, error, changes }) => ({
    id: hostId,
    name: fqdn,
    error: error?.code ?? null,
    changed: (changes ?? [])
      .slice(0, TOLD)
      .map(({ name, from, to }) => `${name} ${from ?? '-'} > ${to ?? '-'}`),
    changed_total: changes?.length ?? 0,
  }));
  return { reason, hosts };
}

/** Best effort: what an agent does not drop now it drops by its age. */
async function forget(
  { ctx, hosts, client }: ChangeDeps & { client: Pick<AgentClient, 'forget'> },
  rows: readonly JobHostModel[],
): Promise<void> {
  const known = await hosts.getMany([...new Set(rows.map(({ hostId }) => hostId))]);
  await Promise.all(
    known.map(async ({ id, target }) => {
      const jobs = rows
        .filter(({ hostId }) => hostId === id)
        .flatMap(({ undoJobIds, agentJobId, stepJobId }) => [...(undoJobIds ?? []), agentJobId, stepJobId]);
      for (const jobId of new Set(jobs.flatMap((one) => one ?? [])))
        await client.forget(target, jobId).catch((error: unknown) => {
          ctx.log.info({ hostId: id, error }, 'an accepted job stays with its agent until it is old');
        });
    }),
  );
}

const notAcceptable = (message: string): AppError => new AppError('JOB_NOT_ACCEPTABLE', { message });
