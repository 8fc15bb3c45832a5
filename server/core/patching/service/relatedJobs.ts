import type { Knex } from 'knex';
import { JobModel } from '../models.ts';
import { cutJobs, jobsSeen, type Sight } from './visibility.ts';
import { hostsToApprove } from './waitingPlans.ts';

/** The jobs made from a job: the runs of a plan, and the rollbacks; the newest first. */
export interface Related {
  runs: JobModel[];
  rollbacks: JobModel[];
  /** Hosts of a plan that wait for an approval; null: the job is no plan. */
  hostsToApprove: number | null;
}

/** The most jobs that one answer names, per job and in all. */
const MOST_OF_ONE = 100;
const MOST_IN_ALL = 10_000;
/** All columns that are needed; the spec can be long. */
const COLUMNS = [
  'id',
  'state',
  'counts',
  'hosts_total',
  'created_by_id',
  'created_by_name',
  'created_at',
  'from_plan_job_id',
  'rollback_of_job_id',
];

/** By the id of the job that they were made from; only visible jobs, with the counts of the visible hosts. */
export async function relatedJobs(
  knex: Knex,
  jobs: readonly Pick<JobModel, 'id' | 'spec'>[],
  sight: Sight,
): Promise<Map<string, Related>> {
  const plans = jobs.filter(({ spec }) => spec.dryRun);
  const waiting = await hostsToApprove(knex, plans, sight);
  const related = new Map(
    jobs.map(({ id, spec }): [string, Related] => [
      id,
      { runs: [], rollbacks: [], hostsToApprove: spec.dryRun ? (waiting.get(id) ?? 0) : null },
    ]),
  );
  if (jobs.length === 0) return related;
  const ids = jobs.map(({ id }) => id);
  const seen = jobsSeen(knex, sight);
  const rows = await JobModel.query(knex)
    .select(COLUMNS)
    .where((where) => void where.whereIn('from_plan_job_id', ids).orWhereIn('rollback_of_job_id', ids))
    .modify((query) => (seen ? void query.whereIn('id', seen) : undefined))
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(MOST_IN_ALL);
  for (const job of await cutJobs(knex, rows, sight)) {
    add(related.get(job.fromPlanJobId ?? '')?.runs, job);
    add(related.get(job.rollbackOfJobId ?? '')?.rollbacks, job);
  }
  return related;
}

function add(list: JobModel[] | undefined, job: JobModel): void {
  if (list && list.length < MOST_OF_ONE) list.push(job);
}
