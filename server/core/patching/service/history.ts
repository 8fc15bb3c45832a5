import type { Knex } from 'knex';
import type { HistoryPage, HostHistory, JobHistory } from '../api.ts';
import { HostStepModel, JobHostModel, JobModel } from '../models.ts';

const JOB = ['operation', 'spec', 'state', 'schedule_at', 'created_at', 'completed_at', 'counts', 'waves'];
const HOST = ['host_id', 'fqdn', 'wave', 'position', 'error'];

/** See PatchingService.historyOf. */
export async function jobHistory(knex: Knex, jobId: string): Promise<JobHistory | null> {
  const job = await JobModel.query(knex)
    .select([...JOB, 'hosts_total', 'round'])
    .findById(jobId);
  if (!job) return null;
  const { operation, spec, state, scheduleAt, createdAt, completedAt, hostsTotal, counts, round } = job;
  const waves = (job.waves ?? []).map(({ startedAt, passedAt }, index) => ({
    number: index + 1,
    startedAt: startedAt === null ? null : new Date(startedAt),
    passedAt: passedAt === null ? null : new Date(passedAt),
  }));
  const beginsAt = scheduleAt !== null && scheduleAt > createdAt ? scheduleAt : createdAt;
  return { operation, isDryRun: spec.dryRun, state, round, beginsAt, completedAt, hostsTotal, counts, waves };
}

/** See PatchingService.hostHistories. */
export async function hostHistories(
  knex: Knex,
  jobId: string,
  { after, limit }: HistoryPage,
): Promise<HostHistory[]> {
  const hosts = await JobHostModel.query(knex)
    .select(HOST)
    .where('job_id', jobId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit);
  const steps = await HostStepModel.query(knex)
    .where('job_id', jobId)
    .whereIn(
      'host_id',
      hosts.map(({ hostId }) => hostId),
    )
    .orderBy(['host_id', 'version']);
  const byHost = Map.groupBy(steps, ({ hostId }) => hostId);
  return hosts.map(({ hostId, fqdn, wave, position, error }) => ({
    hostId,
    fqdn,
    errorCode: error?.code ?? null,
    wave: wave ?? null,
    position,
    steps: (byHost.get(hostId) ?? []).map(({ state, reason, attempt, at }) => ({
      state,
      reason: reason ?? null,
      attempt,
      at,
    })),
  }));
}
