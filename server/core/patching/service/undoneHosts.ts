import type { Knex } from 'knex';
import { isJobEnded } from '../domain/jobStates.ts';
import { JobHostModel, JobModel } from '../models.ts';

export interface UndoneBy {
  jobId: string;
  isAtWork: boolean;
}

/**
 * The hosts of a job, of these rows, that an earlier rollback restored or still works on, by host id, each with that
 * rollback. What a host has changed since, by a retry, is not undone: it is no part of what that rollback had to undo.
 */
export async function undoneHosts(
  knex: Knex,
  jobId: string,
  rows: readonly Pick<JobHostModel, 'hostId' | 'undoJobIds'>[],
): Promise<Map<string, UndoneBy>> {
  const earlier = await JobModel.query(knex).select('id', 'state').where('rollback_of_job_id', jobId);
  const atWork = new Set(earlier.filter(({ state }) => !isJobEnded(state)).map(({ id }) => id));
  const rollbacks = await JobHostModel.query(knex)
    .select('job_id', 'host_id', 'state', 'undo_job_ids')
    .whereIn(
      'job_id',
      earlier.map(({ id }) => id),
    );
  // A rollback goes from the last job to the first, which stays in its row; a retry after it begins a new list.
  const firstOf = new Map(rows.map(({ hostId, undoJobIds }) => [hostId, undoJobIds?.[0]]));
  return new Map(
    rollbacks
      .filter(({ jobId: by, state }) => state === 'completed' || atWork.has(by))
      .filter(({ hostId, undoJobIds }) => firstOf.has(hostId) && firstOf.get(hostId) === undoJobIds?.[0])
      .map((row) => [row.hostId, { jobId: row.jobId, isAtWork: atWork.has(row.jobId) }]),
  );
}
