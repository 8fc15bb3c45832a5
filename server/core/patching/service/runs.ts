import type { Knex } from 'knex';
import { ts } from '#server/kernel/db/database.ts';
import { readQueryOf } from '#server/kernel/db/reading/readQuery.ts';
import type { ReadQuery } from '#server/kernel/db/reading/types.ts';
import type { RunsAsked } from '../api.ts';
import type { JobOperation } from '../domain/jobSpec.ts';
import { dryRunOf } from '../models.ts';
import type { Sight } from './visibility.ts';

/** The only operations that install, remove or change the version of a package. */
const OPERATIONS: readonly JobOperation[] = ['patch', 'install', 'update', 'remove', 'rollback'];

/**
 * See PatchingService.runs; hostRun.ts converts the rows. Starts from the jobs, ordered by their creation and the
 * hosts' names, so that indexes lead to the rows and no rows with long texts are sorted.
 */
export function runs(knex: Knex, { from, to }: Pick<RunsAsked, 'from' | 'to'>, sight: Sight): ReadQuery {
  const found = knex('patching_jobs as jobs')
    .join('patching_job_hosts as hosts', 'hosts.job_id', 'jobs.id')
    .where('jobs.created_at', '<', ts(to))
    .where((job) => job.whereNull('jobs.completed_at').orWhere('jobs.completed_at', '>=', ts(from)))
    .whereIn('jobs.operation', [...OPERATIONS])
    .whereRaw(`${dryRunOf('jobs')} = 0`)
    .where('hosts.completed_at', '>=', ts(from))
    .where('hosts.completed_at', '<', ts(to))
    .modify((query) => sight.ids && query.whereIn('hosts.host_id', sight.ids(knex)))
    .orderBy(['jobs.created_at', 'jobs.id', 'hosts.fqdn'])
    .select(
      'hosts.job_id',
      'jobs.name',
      'jobs.operation',
      'jobs.created_by_name',
      'jobs.created_at as job_created_at',
      'hosts.host_id',
      'hosts.fqdn',
      'hosts.state',
      'hosts.reason',
      'hosts.started_at',
      'hosts.completed_at',
      'hosts.changes',
    );
  return readQueryOf(found);
}
