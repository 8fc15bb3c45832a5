import { newId, type Context, type Tx } from '#sdk';
import { OPEN_STATES, PolicyModel, RunJobModel, RunModel, type RunCause, type RunState } from '../models.ts';
import { SENTENCES, type RunReason } from '../reasons.ts';
import { tellPolicy } from './rows.ts';

/** The state of a run, and why. A message replaces the sentence of the reason. */
export interface Standing {
  state: RunState;
  reason: RunReason;
  message?: string;
}

/** Ended runs have no due time; what is open needs one. */
export type RunChange = Partial<
  Pick<
    RunModel,
    | 'frozen'
    | 'generation'
    | 'round'
    | 'planJobId'
    | 'plannedAt'
    | 'runJobId'
    | 'replanJobId'
    | 'rerunJobId'
    | 'runJobState'
    | 'approvalId'
    | 'lateAt'
    | 'localStart'
    | 'dueAt'
    | 'requestedById'
    | 'requestedByName'
  >
>;

const MAX_MESSAGE = 2_000;
const JOB_FIELDS = ['planJobId', 'runJobId', 'replanJobId', 'rerunJobId'] as const;
const isOpen = (state: RunState): boolean => OPEN_STATES.includes(state);

export interface NewRun {
  cause: RunCause;
  startsAt: Date;
  localStart: string | null;
  now: Date;
  requestedBy?: { id: string | null; name: string };
}

/** Writes a run of a policy whose row is locked, and which has no other open one. */
export async function insertRun(
  ctx: Context,
  tx: Tx,
  { policy, run, standing }: { policy: PolicyModel; run: NewRun; standing: Standing },
): Promise<RunModel> {
  const { cause, startsAt, localStart, now, requestedBy } = run;
  const open = isOpen(standing.state);
  const { target, scope, spec, authorIds } = policy;
  const made = await RunModel.query(tx.knex).insertAndFetch({
    id: newId(),
    policyId: policy.id,
    policyName: policy.name,
    cause,
    startsAt,
    localStart,
    lateAt: new Date(startsAt.getTime() + policy.maxLateSecs * 1_000),
    ...told(standing),
    version: 1,
    dueAt: open ? now : null,
    generation: 1,
    round: 1,
    frozen: { target, scope: scope.hosts, spec, authorIds },
    requestedById: requestedBy?.id ?? null,
    requestedByName: requestedBy?.name ?? null,
    createdAt: now,
    decidedAt: now,
    endedAt: open ? null : now,
  });
  await PolicyModel.query(tx.knex)
    .findById(policy.id)
    .patch(open ? { activeRunId: made.id } : { lastRunId: made.id });
  tellPolicy(ctx, tx, policy.id, made.id);
  return made;
}

const told = ({ state, reason, message }: Standing) => ({
  state,
  reason,
  message: (message ?? SENTENCES[reason]).slice(0, MAX_MESSAGE),
});

export interface Move {
  standing: Standing;
  set?: RunChange;
}

/**
 * Changes a run as it was read. Null: somebody else has changed it since, and nothing is written. The policy's row is
 * locked first, as everywhere that locks both.
 */
export async function moveRun(ctx: Context, seen: RunModel, move: Move): Promise<RunModel | null> {
  return ctx.tx(
    async (tx) => {
      await PolicyModel.query(tx.knex).select('id').findById(seen.policyId).forUpdate();
      const run = await RunModel.query(tx.knex).findById(seen.id).forUpdate();
      if (run?.version !== seen.version) return null;
      return writeRun(ctx, tx, run, { ...move, now: await ctx.db.now(tx.knex) });
    },
    { name: 'policies.moveRun' },
  );
}

/** In a transaction that has locked policy and run. */
export async function writeRun(
  ctx: Context,
  tx: Tx,
  run: RunModel,
  { standing, set = {}, now }: Move & { now: Date },
): Promise<RunModel> {
  const open = isOpen(standing.state);
  const isNews = run.state !== standing.state || run.reason !== standing.reason;
  const changed = await RunModel.query(tx.knex).patchAndFetchById(run.id, {
    ...set,
    ...told(standing),
    ...(isNews ? { decidedAt: now } : {}),
    ...(open ? { dueAt: set.dueAt ?? now } : { dueAt: null, endedAt: now }),
    version: run.version + 1,
  });
  for (const field of JOB_FIELDS) {
    const jobId = set[field];
    if (jobId && jobId !== run[field])
      await tx
        .knex(RunJobModel.tableName)
        .insert({ job_id: jobId, run_id: run.id })
        .onConflict('job_id')
        .ignore();
  }
  if (!open)
    await PolicyModel.query(tx.knex).findById(run.policyId).patch({ activeRunId: null, lastRunId: run.id });
  if (isNews) tellPolicy(ctx, tx, run.policyId, run.id);
  return changed;
}

/**
 * In the transaction that ends a job: makes the run that waits for it due. Raises its version, so that nobody who read
 * it before puts it off. False: no open run has this job.
 */
export async function noteJobEnded(tx: Tx, jobId: string, now: Date): Promise<boolean> {
  const found = await RunJobModel.query(tx.knex).findById(jobId);
  if (!found) return false;
  const run = await RunModel.query(tx.knex).findById(found.runId).forUpdate();
  if (!run || !isOpen(run.state)) return false;
  await RunModel.query(tx.knex)
    .findById(run.id)
    .patch({ dueAt: now, version: run.version + 1 });
  return true;
}
