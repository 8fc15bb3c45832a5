import type { Knex } from 'knex';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { JobSpec } from '../domain/jobSpec.ts';
import { JobHostModel, JobModel, LIGHT_COLUMNS } from '../models.ts';
import { JobTx } from './jobTx.ts';
import { WholeJob, type Sight } from './visibility.ts';
import { EMPTY_PLAN_HASH, PLAN_TOO_LARGE } from './waitingPlans.ts';

/** Hosts in one statement. */
const BATCH = 500;
const MAX_NAMED = 100;

/** A host of a plan, without the plan itself. */
export type PlannedHost = Omit<JobHostModel, 'plan' | 'changes'>;

/** Which hosts of a plan are to run, and for whom. */
interface Running {
  /** Null: all that have something to do. */
  hostIds: readonly string[] | null;
  /** When the run restarts hosts; null: as the plan says. */
  reboot: JobSpec['reboot'] | null;
  sight: Sight;
}

/**
 * The hosts of a dry run whose plans may be run as they are: the named ones, or all that have something to do in a whole
 * plan which nobody has run. Throws JOB_NOT_FOUND, JOB_OUT_OF_SCOPE, HOST_NOT_FOUND (not in the job), PLAN_NOT_APPROVABLE,
 * PLAN_TOO_LARGE, PLAN_ALREADY_RUN.
 */
export async function plannedHosts(
  knex: Knex,
  jobId: string,
  { hostIds, reboot, sight }: Running,
): Promise<{ plan: JobModel; planned: PlannedHost[] }> {
  const plan = await JobModel.query(knex).findById(jobId);
  if (!plan) throw new AppError('JOB_NOT_FOUND', { details: { job_id: jobId } });
  await WholeJob.require(knex, jobId, sight);
  if (!plan.spec.dryRun) throw notApprovable('The job is not a dry run.');
  const rows = await JobHostModel.query(knex)
    .select(LIGHT_COLUMNS)
    .where('job_id', jobId)
    .orderBy('position');
  const planned = hostIds === null ? allOf(rows, reboot ?? plan.spec.reboot) : namedOf(rows, hostIds);
  refuseRun(planned);
  return { plan, planned };
}

/**
 * All hosts whose plan can be run, without those that have nothing to do: where nothing changes, a run may still restart.
 * When there is none: throws, or returns hosts whose plans have run already.
 */
function allOf(rows: readonly PlannedHost[], reboot: JobSpec['reboot']): PlannedHost[] {
  const planned = rows.filter(hasPlan);
  if (planned.length === 0) throw notApprovable('No host of the job has a plan.');
  const whole = planned.filter((row) => !isCut(row));
  if (whole.length === 0) throw tooLarge(planned);
  const left = whole.filter(({ runJobId }) => runJobId === null);
  const changing = left.filter(({ planHash }) => planHash !== EMPTY_PLAN_HASH);
  if (changing.length > 0) return reboot === 'never' ? changing : left;
  if (left.length > 0 && reboot === 'always') return left;
  const ran = whole.filter(({ runJobId }) => runJobId !== null);
  if (ran.length === 0) throw notApprovable('The plan has nothing to do: it changes no host.');
  return ran;
}

function namedOf(rows: readonly PlannedHost[], hostIds: readonly string[]): PlannedHost[] {
  const byId = new Map(rows.map((row) => [row.hostId, row]));
  const unknown = [...new Set(hostIds)].filter((id) => !byId.has(id));
  if (unknown.length > 0)
    throw new AppError('HOST_NOT_FOUND', { details: { host_ids: unknown.slice(0, MAX_NAMED) } });
  const wanted = new Set(hostIds);
  const named = rows.filter(({ hostId }) => wanted.has(hostId));
  const unplanned = named.filter((row) => !hasPlan(row));
  if (unplanned.length > 0)
    throw notApprovable(
      `${namesOf(unplanned)} ${unplanned.length === 1 ? 'has' : 'have'} no plan.`,
      unplanned,
    );
  const cut = named.filter(isCut);
  if (cut.length > 0) throw tooLarge(cut);
  return named;
}

const hasPlan = ({ state, planHash }: PlannedHost): boolean => state === 'completed' && planHash !== null;
const isCut = ({ reason }: PlannedHost): boolean => reason === PLAN_TOO_LARGE;

/** A host's plan runs once; to run it again, retry that run. Throws PLAN_ALREADY_RUN. */
function refuseRun(rows: readonly PlannedHost[]): void {
  const ran = rows.filter(({ runJobId }) => runJobId !== null);
  const [first] = ran;
  if (!first) return;
  const runs = [...Map.groupBy(ran, ({ runJobId }) => runJobId)]
    .slice(0, MAX_NAMED)
    .map(([runJobId, hosts]) => ({ job_id: runJobId, host_ids: idsOf(hosts) }));
  const message = `The plan of ${namesOf(ran)} was approved already: job ${first.runJobId} runs it, and can be retried.`;
  throw new AppError('PLAN_ALREADY_RUN', { message, details: { runs } });
}

/**
 * Writes the id of the job that runs them to the plan's hosts, with events for clients that show the plan, in the
 * transaction that makes that job. The plan's row is locked first, so of two approvals at once one is refused. Throws
 * PLAN_ALREADY_RUN.
 */
export async function markRun(
  ctx: Pick<Context, 'db' | 'audit' | 'events' | 'steps' | 'instanceId' | 'tx'>,
  tx: Tx,
  run: { plan: Pick<JobModel, 'id'>; runJobId: string; planned: readonly PlannedHost[]; now: Date },
): Promise<void> {
  const { runJobId, planned, now } = run;
  const plan = await JobModel.query(tx.knex).findById(run.plan.id).forUpdate();
  if (!plan) throw new AppError('JOB_NOT_FOUND', { details: { job_id: run.plan.id } });
  const jobTx = new JobTx(ctx, tx, plan, now, { name: 'patching.createJob' });
  for (let at = 0; at < planned.length; at += BATCH) {
    const ids = planned.slice(at, at + BATCH).map(({ id }) => id);
    const rows = await JobHostModel.query(tx.knex)
      .select(LIGHT_COLUMNS)
      .whereIn('id', ids)
      .orderBy('position');
    refuseRun(rows);
    await JobHostModel.query(tx.knex).whereIn('id', ids).patch({ runJobId, updatedAt: now });
    for (const row of rows) jobTx.hostUpdated(Object.assign(row, { runJobId, updatedAt: now }));
  }
  await jobTx.finish();
}

const idsOf = (rows: readonly PlannedHost[]): string[] =>
  rows.slice(0, MAX_NAMED).map(({ hostId }) => hostId);

function namesOf(rows: readonly PlannedHost[]): string {
  const more = rows.length > 1 ? ` and ${rows.length - 1} more` : '';
  return `${rows[0]?.fqdn ?? ''}${more}`;
}

function notApprovable(message: string, rows: readonly PlannedHost[] = []): AppError {
  const details = rows.length > 0 ? { host_ids: idsOf(rows) } : undefined;
  return new AppError('PLAN_NOT_APPROVABLE', { message, details });
}

const tooLarge = (rows: readonly PlannedHost[]): AppError =>
  new AppError('PLAN_TOO_LARGE', { details: { host_ids: idsOf(rows) } });
