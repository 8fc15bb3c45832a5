import { AppError, type Context, type Tx } from '#sdk';
import type { CreateQuestion } from '#sdk/patching.ts';
import { approvalHash } from '../domain/approvalHash.ts';
import { EXPIRED } from '../domain/states.ts';
import { ApprovalHostModel, ApprovalModel } from '../models.ts';
import { approvalRetention } from '../settings.ts';
import { expire, expireIn, requesterActor, wordsOf } from './moves.ts';
import { hostIdsOf } from './read.ts';
import { runRequest } from './request.ts';
import { tellChanged } from './telling.ts';

/** The most approvals that one round of the sweep handles. */
const BATCH = 100;

/**
 * Makes the run of an approval, with the approval's id as its key: doing it again gives the same job. A final refusal
 * ends the approval; after any other error the sweep tries again.
 */
export async function makeRun(ctx: Context, row: ApprovalModel): Promise<void> {
  const words = runRequest(row.planJobId, { ...row, hostIds: await hostIdsOf(ctx.db.reader, row.id) });
  try {
    // Whether the requester may still do it was judged when it was approved.
    const by = { actor: requesterActor(row), scope: 'all' } as const;
    // Refuses if a host may get no work: without that host it would not be the run that was approved.
    await ctx.core.patching.draftRun(words, by);
    await ctx.core.patching.create(words, { ...by, key: row.id });
  } catch (error) {
    if (error instanceof AppError && ctx.errors[error.code]?.retryable !== true) {
      await expire(ctx, row.id, {
        reason: error.code,
        message: `Its run cannot be made: ${wordsOf(ctx, error)}`,
      });
      return;
    }
    ctx.log.warn(
      { error, approvalId: row.id },
      'the run of an approval could not be made; it is tried again',
    );
  }
}

/** Finishes what a crash left between an approval and its run, and ends what nobody has decided in time. */
export async function sweepApprovals(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await ApprovalModel.query(ctx.db.reader)
    .where('state', 'waiting')
    .where('expires_at', '<=', now)
    .limit(BATCH);
  for (const { id, scheduleAt } of due) {
    const reason = scheduleAt !== null && scheduleAt <= now ? 'START_PASSED' : 'PLAN_EXPIRED';
    await expire(ctx, id, { reason, message: EXPIRED[reason] });
  }
  const unmade = await ApprovalModel.query(ctx.db.reader)
    .where('state', 'approved')
    .whereNull('run_job_id')
    .orderBy('id')
    .limit(BATCH);
  for (const row of unmade) await makeRun(ctx, row);
}

/**
 * In the transaction that writes a job: gives the run of a plan its approval, and ends other approvals for the same
 * hosts of the plan. So no job runs by an approval that is not known to be its own.
 */
export async function noteRun(
  ctx: Context,
  tx: Tx,
  { jobId, ...run }: { jobId: string } & CreateQuestion,
): Promise<void> {
  if (run.planJobId === null || run.spec.dryRun) return;
  const rows = await ApprovalModel.query(tx.knex)
    .where('plan_job_id', run.planJobId)
    .whereIn('state', ['waiting', 'approved'])
    .whereNull('run_job_id')
    .orderBy('id')
    .forUpdate();
  if (rows.length === 0) return;
  const hash = approvalHash(run);
  const own = rows.find((row) => row.state === 'approved' && row.approvalHash === hash);
  if (own) {
    const after = await ApprovalModel.query(tx.knex).patchAndFetchById(own.id, { runJobId: jobId });
    await tellChanged(ctx, tx, after);
  }
  const hostIds = new Set(run.hosts.map(({ hostId }) => hostId));
  for (const row of rows) {
    if (row === own || !(await sharesHost(tx, row, hostIds))) continue;
    const reason = 'PLAN_ALREADY_RUN';
    await expireIn(ctx, tx, row, { reason, message: EXPIRED[reason] });
  }
}

async function sharesHost(tx: Tx, { id }: ApprovalModel, hostIds: ReadonlySet<string>): Promise<boolean> {
  const hosts = await ApprovalHostModel.query(tx.knex).select('host_id').where('approval_id', id);
  return hosts.some(({ hostId }) => hostIds.has(hostId));
}

const DAY_MS = 86_400_000;

/**
 * Deletes decided approvals that are older than their retention. One whose run has not ended is kept: without it no host
 * of the run would get its work any more. Runs daily.
 */
export async function cleanUpApprovals(ctx: Context): Promise<void> {
  const { decided_days: days } = await ctx.settings.get(approvalRetention);
  const before = new Date(ctx.clock.now().getTime() - days * DAY_MS);
  const batchAfter = (id: string): Promise<ApprovalModel[]> =>
    ApprovalModel.query(ctx.db.reader)
      .select('id', 'run_job_id')
      .whereNot('state', 'waiting')
      .where('decided_at', '<', before)
      .where('id', '>', id)
      .orderBy('id')
      .limit(BATCH)
      .execute();
  for (let rows = await batchAfter(''); rows.length > 0; rows = await batchAfter(rows.at(-1)?.id ?? '')) {
    const ids: string[] = [];
    for (const { id, runJobId } of rows) if (!(await isUnderWay(ctx, runJobId))) ids.push(id);
    await ctx.tx(({ knex }) => deleteAll(knex, ids), { name: 'approvals.cleanUp', durable: false });
  }
}

async function isUnderWay({ core }: Context, runJobId: string | null): Promise<boolean> {
  const run = runJobId === null ? null : await core.patching.factsOf(runJobId);
  return run !== null && !run.hasEnded;
}

async function deleteAll(knex: Tx['knex'], ids: readonly string[]): Promise<void> {
  for (const table of ['approvals_hosts', 'approvals_authors'])
    await knex(table)
      .whereIn('approval_id', [...ids])
      .delete();
  await ApprovalModel.query(knex)
    .whereIn('id', [...ids])
    .delete();
}
