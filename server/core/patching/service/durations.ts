import type { Knex } from 'knex';
import { fromTs } from '#server/kernel/db/database.ts';
import type { PastDuration } from '../api.ts';
import type { JobOperation } from '../domain/jobSpec.ts';
import { ENDED_JOB_STATES } from '../domain/jobStates.ts';
import { JobModel } from '../models.ts';

/** Operations that change packages: holds, unholds and restarts do not show how long a change takes. */
const OPERATIONS: readonly JobOperation[] = ['patch', 'install', 'update', 'remove'];
/** The latest runs of each host that count; the host may have changed since older ones. */
const MAX_RUNS = 20;
/** Hosts of one statement. */
const BATCH = 10;
/** The fleet's figure is computed from at most this many runs of this many latest jobs. */
const FLEET_RUNS = 2_000;
const FLEET_JOBS = 100;

interface RunRow {
  host_id: string;
  started_at: unknown;
  completed_at: unknown;
}

/**
 * How long earlier work on these hosts took, restarts included; see PatchingService. Only runs count that succeeded at
 * the first attempt, changed something and were not held before their restart: these show the time of the work itself.
 */
export async function pastDurations(
  knex: Knex,
  hostIds: readonly string[],
): Promise<ReadonlyMap<string, PastDuration>> {
  const found = new Map<string, PastDuration>();
  for (let at = 0; at < hostIds.length; at += BATCH) {
    const rows = await latestRuns(knex, hostIds.slice(at, at + BATCH));
    for (const [hostId, runs] of Map.groupBy(rows, ({ host_id: id }) => id))
      found.set(hostId, { p95Ms: p95(runs.map(durationMs)), runs: runs.length });
  }
  const unknown = hostIds.filter((hostId) => !found.has(hostId));
  if (unknown.length === 0) return found;
  const fleet = (await fleetRuns(knex)).map(durationMs);
  if (fleet.length > 0) for (const hostId of unknown) found.set(hostId, { p95Ms: p95(fleet), runs: 0 });
  return found;
}

/** For each host an index is read from its latest run on, until there are enough: a host may have run for years. */
async function latestRuns(knex: Knex, hostIds: readonly string[]): Promise<RunRow[]> {
  const each = hostIds.map((hostId) => {
    const latest = goodRuns(knex)
      .join('patching_jobs as jobs', 'jobs.id', 'runs.job_id')
      .whereIn('jobs.operation', [...OPERATIONS])
      .where('runs.host_id', hostId)
      .orderBy('runs.completed_at', 'desc')
      .limit(MAX_RUNS)
      .as('latest');
    return knex.select('host_id', 'started_at', 'completed_at').from(latest);
  });
  return knex.queryBuilder().unionAll(each) as unknown as Promise<RunRow[]>;
}

/** The latest jobs first, a statement each: most hosts of a job may have changed nothing, and all of them are read. */
async function fleetRuns(knex: Knex): Promise<RunRow[]> {
  const jobs = await JobModel.query(knex)
    .select('id')
    .whereIn('state', [...ENDED_JOB_STATES])
    .whereIn('operation', [...OPERATIONS])
    .orderBy('completed_at', 'desc')
    .limit(FLEET_JOBS);
  const found: RunRow[] = [];
  for (const { id } of jobs) {
    if (found.length >= FLEET_RUNS) break;
    found.push(
      ...(await goodRuns(knex)
        .where('runs.job_id', id)
        .limit(FLEET_RUNS - found.length)),
    );
  }
  return found;
}

/** A host without jobs to undo has changed nothing, like every host of a dry run. */
function goodRuns(knex: Knex): Knex.QueryBuilder<object, RunRow[]> {
  return knex('patching_job_hosts as runs')
    .select<RunRow[]>('runs.host_id', 'runs.started_at', 'runs.completed_at')
    .where({ 'runs.state': 'completed', 'runs.round': 1, 'runs.attempt': 1 })
    .whereNull('runs.reason')
    .whereNull('runs.gated_by')
    .whereNotNull('runs.undo_job_ids')
    .whereNotNull('runs.started_at');
}

const durationMs = ({ started_at: from, completed_at: to }: RunRow): number =>
  Math.max(0, (fromTs(to)?.getTime() ?? 0) - (fromTs(from)?.getTime() ?? 0));

/** By nearest rank: a time that at least 95 of 100 runs did not exceed. */
function p95(durations: readonly number[]): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0;
}
