import type { Knex } from 'knex';
import type { components } from '#generated/manager.ts';
import type { JobHostState } from '../domain/jobHostStates.ts';
import { JobHostModel, JobModel } from '../models.ts';
import { cutJobs, jobsSeen, seenOnly, type Sight } from './visibility.ts';

type Schemas = components['schemas'];

const DAY_MS = 86_400_000;
const MAX_JOBS = 500;
const MAX_NAMED = 10;
/** Operations that change nothing a person would ask about the next morning. */
const QUIET = ['hold', 'unhold', 'refresh'];
const LIGHT = ['id', 'name', 'operation', 'state', 'spec', 'counts', 'hosts_total', 'completed_at'];

/** What the jobs that ended within a day of the latest end of one did on the visible hosts. */
export async function jobSummary(knex: Knex, sight: Sight): Promise<Schemas['JobSummary']> {
  const jobs = await lastRun(knex, sight);
  const last = jobs[0]?.completedAt;
  if (!last) return { from: null, to: null, jobs_total: 0, jobs: [], ...hostCounts([]) };
  return {
    from: new Date(last.getTime() - DAY_MS).toISOString(),
    to: last.toISOString(),
    jobs_total: jobs.length,
    jobs: (await cutJobs(knex, jobs.slice(0, MAX_NAMED), sight)).map(endedJob),
    ...hostCounts(await endings(knex, jobs, sight)),
  };
}

/** The jobs of the summary, the latest first. */
async function lastRun(knex: Knex, sight: Sight): Promise<JobModel[]> {
  const seen = jobsSeen(knex, sight);
  const ended = await JobModel.query(knex)
    .select(LIGHT)
    .whereNotNull('completed_at')
    .whereNotIn('operation', QUIET)
    .where((his) => seen && his.whereIn('id', seen))
    .orderBy([
      { column: 'completed_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(MAX_JOBS);
  const runs = ended.filter(({ spec }) => !spec.dryRun);
  const since = (runs[0]?.completedAt?.getTime() ?? 0) - DAY_MS;
  return runs.filter(({ completedAt }) => (completedAt?.getTime() ?? 0) >= since);
}

interface Ending {
  state: JobHostState;
  isChanged: boolean;
  isRestarted: boolean;
  hosts: number;
}

/** How the hosts ended, counted by the database: a night can have ten thousand of them. */
async function endings(knex: Knex, jobs: readonly JobModel[], sight: Sight): Promise<Ending[]> {
  const ids = jobs.map(({ id }) => id);
  const rows = await seenOnly(JobHostModel.query(knex).whereIn('job_id', ids), knex, sight)
    .select(
      'state',
      knex.raw("(changes is not null and changes <> '[]') as changed") as never,
      knex.raw('(step_job_id is not null) as restarted') as never,
    )
    .countDistinct('host_id as hosts')
    .groupBy('state', 'changed', 'restarted')
    .castTo<{ state: JobHostState; changed: number; restarted: number; hosts: number | string }[]>();
  return rows.map(({ state, changed, restarted, hosts }) => ({
    state,
    isChanged: Number(changed) === 1,
    isRestarted: Number(restarted) === 1,
    hosts: Number(hosts),
  }));
}

const FAILED: readonly JobHostState[] = ['failed', 'timedout', 'rollback_failed'];

type HostCounts = Omit<Schemas['JobSummary'], 'from' | 'to' | 'jobs_total' | 'jobs'>;

function hostCounts(rows: readonly Ending[]): HostCounts {
  const sum = (fits: (row: Ending) => boolean): number =>
    rows.filter(fits).reduce((total, { hosts }) => total + hosts, 0);
  const isDone = ({ state }: Ending): boolean => state === 'completed';
  return {
    hosts_changed: sum((row) => isDone(row) && row.isChanged),
    hosts_unchanged: sum((row) => isDone(row) && !row.isChanged && !row.isRestarted),
    hosts_failed: sum(({ state }) => FAILED.includes(state)),
    hosts_rolled_back: sum(({ state }) => state === 'rolled_back'),
    // A host that failed later may have restarted too: only hosts that completed are counted.
    hosts_rebooted: sum((row) => isDone(row) && row.isRestarted),
  };
}

function endedJob({ id, name, operation, state, completedAt, hostsTotal, counts }: JobModel) {
  return {
    id,
    name,
    operation,
    state,
    completed_at: (completedAt ?? new Date(0)).toISOString(),
    hosts_total: hostsTotal,
    hosts_completed: counts.completed ?? 0,
  };
}
