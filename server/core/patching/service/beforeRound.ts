import type { Context } from '#server/kernel/boot/feature.ts';
import type { JobHostState } from '../domain/jobHostStates.ts';
import type { JobState } from '../domain/jobStates.ts';
import { JobHostModel, JobModel } from '../models.ts';

interface Which {
  jobId: string;
  /** Null: all of the job in these states. */
  hostIds: readonly string[] | null;
  states: readonly JobHostState[];
}

/**
 * Asks the plugins whether a person may begin another round of a job, outside of any transaction; not if the job is in
 * none of the states from which the act begins one. Throws the error with which a plugin refuses: better than hosts
 * that are left out one by one. The gates are asked again at each host all the same.
 */
export async function askBeforeRound(
  { db, hooks }: Pick<Context, 'db' | 'hooks'>,
  { jobId, hostIds, states }: Which,
  begins: readonly JobState[],
): Promise<void> {
  const job = await JobModel.query(db.reader).findById(jobId);
  if (!job || !begins.includes(job.state)) return;
  const rows = await JobHostModel.query(db.reader)
    .select('host_id')
    .where('job_id', jobId)
    .whereIn('state', [...states])
    .orderBy('position');
  const named = hostIds && new Set(hostIds);
  const ids = rows.flatMap((row) => (named === null || named.has(row.hostId) ? [row.hostId] : []));
  const { operation, spec, round } = job;
  await hooks.ask('patching.beforeRound', { jobId, operation, spec, round: round + 1, hostIds: ids });
}
