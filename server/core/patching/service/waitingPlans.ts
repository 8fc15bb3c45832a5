import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { ts } from '#server/kernel/db/database.ts';
import { JobHostModel, type JobModel, type Rows } from '../models.ts';
import { seenOnly, type Sight } from './visibility.ts';

/** An older plan rests on package lists that are too old for an approval. */
const WAIT_MS = 7 * 86_400_000;
/** The reason of a host whose plan was cut. */
export const PLAN_TOO_LARGE = 'PLAN_TOO_LARGE';
/** The hash of a plan without entries: such a plan does not wait for an approval. */
export const EMPTY_PLAN_HASH = createHash('sha256').update('[]').digest('hex');

/**
 * Narrows a query of jobs to dry runs that ended within seven days and hold a plan with changes that nobody has run.
 * A run of a plan has the plan's hash too, and is excluded by its `from_plan_job_id`.
 */
export function awaitingApproval(
  jobs: Rows<JobModel>,
  knex: Knex,
  { now, sight }: { now: Date; sight: Sight },
): Rows<JobModel> {
  const left = whole(seenOnly(JobHostModel.query(knex), knex, sight))
    .select('id')
    .whereColumn('patching_job_hosts.job_id', 'patching_jobs.id')
    .whereNot('plan_hash', EMPTY_PLAN_HASH);
  return (
    jobs
      // Nearly all jobs run no plan, so their index must not be preferred to that of the time.
      .whereRaw("coalesce(??, '') = ''", ['from_plan_job_id'])
      .where('completed_at', '>=', ts(now.getTime() - WAIT_MS))
      .whereExists(left)
  );
}

/** Narrows a query of a dry run's hosts to those with a whole plan that nobody has run. */
function whole(hosts: Rows<JobHostModel>): Rows<JobHostModel> {
  return hosts
    .whereNull('run_job_id')
    .whereNotNull('plan_hash')
    .where('state', 'completed')
    .where((kept) => kept.whereNull('reason').orWhereNot('reason', PLAN_TOO_LARGE));
}

/**
 * By job id, where there are any: how many visible hosts of these dry runs wait for an approval, because their plan
 * changes something, or the run restarts every host.
 */
export async function hostsToApprove(
  knex: Knex,
  plans: readonly Pick<JobModel, 'id' | 'spec'>[],
  sight: Sight,
): Promise<ReadonlyMap<string, number>> {
  if (plans.length === 0) return new Map();
  const restarting = new Set(plans.flatMap(({ id, spec }) => (spec.reboot === 'always' ? [id] : [])));
  const ids = plans.map(({ id }) => id);
  const rows = await whole(seenOnly(JobHostModel.query(knex).whereIn('job_id', ids), knex, sight))
    .select(
      'job_id',
      knex.raw('sum(case when plan_hash = ? then 0 else 1 end) as changing', [EMPTY_PLAN_HASH]) as never,
    )
    .count('* as hosts')
    .groupBy('job_id')
    .castTo<{ jobId: string; changing: number | string; hosts: number | string }[]>();
  return new Map(
    rows.map(({ jobId, changing, hosts }) => [jobId, Number(restarting.has(jobId) ? hosts : changing)]),
  );
}
