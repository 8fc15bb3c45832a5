import { activeOf, isJobOpen } from '../domain/jobStates.ts';
import { JobHostModel, type JobModel } from '../models.ts';
import type { HostInfo } from '../ports.ts';
import type { JobTx } from '../service/jobTx.ts';
import { isNews, type Judged } from './verdicts.ts';

export interface Started {
  row: JobHostModel;
  job: JobModel;
  host: HostInfo;
}

/** What became of a batch: hosts that start, and those that could but found no place in `max_parallel`. */
export interface Batch {
  started: Started[];
  unplaced: JobHostModel[];
}

/** Carries the verdicts out, in one transaction. What would not change for anybody to see is not written. */
export async function startHosts(jobTx: JobTx, judged: readonly Judged[]): Promise<Batch> {
  const batch: Batch = { started: [], unplaced: [] };
  if (!isJobOpen(jobTx.job.state)) return batch;
  const busy = await busyHosts(
    jobTx,
    judged.map(({ row }) => row.hostId),
  );
  let places = jobTx.job.spec.maxParallel - activeOf(jobTx.job.counts);
  for (const { row, verdict } of judged) {
    if (verdict.to !== 'dispatching') await change(jobTx, row, verdict);
    else if (busy.has(row.hostId)) await change(jobTx, row, HOST_BUSY);
    else if (places <= 0) batch.unplaced.push(row);
    else {
      const next = await jobTx.changeHost(row, 'dispatching', firstColumns(row, jobTx.now));
      if (!next) continue;
      places -= 1;
      batch.started.push({ row: next, job: jobTx.job, host: verdict.host });
    }
  }
  return batch;
}

const HOST_BUSY = {
  to: 'pending',
  set: { reason: 'HOST_BUSY', message: '', nextAttemptAt: null },
} as const;

type Change = Pick<Extract<Judged['verdict'], { set: unknown }>, 'to' | 'set'>;

async function change(jobTx: JobTx, row: JobHostModel, { to, set }: Change): Promise<void> {
  if (isNews(row, to, set)) await jobTx.changeHost(row, to, set);
}

async function busyHosts(jobTx: JobTx, hostIds: readonly string[]): Promise<Set<string>> {
  const rows = await JobHostModel.query(jobTx.tx.knex)
    .select('active_host_id')
    .whereIn('active_host_id', [...hostIds]);
  return new Set(rows.map(({ activeHostId }) => activeHostId ?? ''));
}

/** A new attempt starts from nothing but what earlier ones changed. */
function firstColumns(row: JobHostModel, now: Date): Partial<JobHostModel> {
  return {
    attempt: row.attempt + 1,
    repetition: 0,
    reason: null,
    nextAttemptAt: null,
    stepDeadlineAt: null,
    agentJobId: null,
    agentJobStatus: null,
    agentSeq: 0,
    stepJobId: null,
    bootId: null,
    progress: 0,
    message: '',
    startedAt: row.startedAt ?? now,
  };
}
