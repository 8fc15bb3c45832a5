import { AppError, type Context, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { PolicyModel, RunModel } from '../models.ts';
import { activeRun, endPrepared, holdPrepared, isPrepared } from './prepared.ts';
import type { Editor, PolicyEdit } from './policies.ts';
import { lockPolicy, policyEdits, tellPolicy } from './rows.ts';
import { insertRun } from './runs.ts';
import { accountOf, requireWhole } from './visibility.ts';

/** Something that a person does to a policy, besides editing it. */
export interface Act {
  policy: PolicyModel;
  by: ActedBy;
  now: Date;
}

/** Does the work with the policy's row locked. Throws POLICY_NOT_FOUND, POLICY_OUT_OF_SCOPE, PRECONDITION_FAILED. */
async function act(
  ctx: Context,
  { id, ifMatch }: PolicyEdit,
  { by, scope }: Editor,
  work: (tx: Tx, act: Act) => Promise<void>,
): Promise<PolicyModel> {
  await requireWhole(ctx, id, { actor: by.actor, scope });
  return ctx.tx(
    async (tx) => {
      const policy = await policyEdits.locked(tx, id, ifMatch);
      await work(tx, { policy, by, now: await ctx.db.now(tx.knex) });
      return lockPolicy(tx, id);
    },
    { name: 'policies.act' },
  );
}

/** An edit; pausing a paused one is harmless. Throws POLICY_NOT_FOUND, POLICY_OUT_OF_SCOPE, PRECONDITION_FAILED. */
export const pausePolicy = (ctx: Context, edit: PolicyEdit, editor: Editor): Promise<PolicyModel> =>
  act(ctx, edit, editor, (tx, done) => pause(ctx, tx, done));

/** In a transaction that has locked the policy. */
export async function pause(ctx: Context, tx: Tx, { policy, by, now }: Act): Promise<void> {
  if (policy.pausedAt !== null) return;
  const set = { pausedAt: now, pausedById: accountOf(by.actor), pausedByName: by.actor.name };
  await policyEdits.patch(ctx, tx, { before: policy, set, now });
  await holdPrepared(ctx, tx, { policy, by, now });
  ctx.audit.record(tx, { ...by, action: 'policy.paused', resource: policyEdits.resourceOf(policy) });
  tellPolicy(ctx, tx, policy.id);
}

/** Pauses the policies that the account made, when whoever restricts the account asks for it. */
export async function pausePoliciesOf(ctx: Context, tx: Tx, accountId: string, by: Act['by']): Promise<void> {
  const now = await ctx.db.now(tx.knex);
  const his = { created_by_id: accountId };
  const policies = await PolicyModel.query(tx.knex).where(his).orderBy('id').forUpdate();
  for (const policy of policies) await pause(ctx, tx, { policy, by, now });
}

/** An edit; resuming an active one is harmless. Throws POLICY_NOT_FOUND, POLICY_OUT_OF_SCOPE, PRECONDITION_FAILED. */
export const resumePolicy = (ctx: Context, edit: PolicyEdit, editor: Editor): Promise<PolicyModel> =>
  act(ctx, edit, editor, (tx, done) => resume(ctx, tx, done));

/** In a transaction that has locked the policy. */
export async function resume(ctx: Context, tx: Tx, { policy, by, now }: Act): Promise<void> {
  if (policy.pausedAt === null) return;
  const set = { pausedAt: null, pausedById: null, pausedByName: null };
  await policyEdits.patch(ctx, tx, { before: policy, set, now });
  ctx.audit.record(tx, { ...by, action: 'policy.resumed', resource: policyEdits.resourceOf(policy) });
  tellPolicy(ctx, tx, policy.id);
}

/**
 * Leaves out the next start, or the run that is prepared for it. Doing it twice is harmless. Throws POLICY_NOT_FOUND,
 * POLICY_OUT_OF_SCOPE, POLICY_START_PASSED.
 */
export const skipNext = (ctx: Context, id: string, startsAt: Date, editor: Editor): Promise<PolicyModel> =>
  act(ctx, { id, ifMatch: null }, editor, async (tx, { policy, by, now }) => {
    const audit = (): void =>
      ctx.audit.record(tx, {
        ...by,
        action: 'policy.next_run_skipped',
        resource: policyEdits.resourceOf(policy),
        after: { starts_at: startsAt.toISOString() },
      });
    const run = await activeRun(tx, policy);
    if (isPrepared(run, now) && isSame(run.startsAt, startsAt)) {
      const standing = { state: 'skipped', reason: 'SKIPPED_BY_PERSON', message: skippedText(by) } as const;
      if (await endPrepared(ctx, tx, { run, standing, by, now })) return audit();
      throw startPassed(policy);
    }
    if (await isLeftOut(tx, id, startsAt)) return;
    if (!isSame(policy.nextStartAt, startsAt)) throw startPassed(policy);
    if (isSame(policy.skipStartAt, startsAt)) return;
    const set = { skipStartAt: startsAt, skippedById: accountOf(by.actor), skippedByName: by.actor.name };
    await PolicyModel.query(tx.knex).findById(id).patch(set);
    audit();
    tellPolicy(ctx, tx, id);
  });

export const skippedText = ({ actor }: ActedBy): string => `${actor.name} skipped this run.`;

const isSame = (one: Date | null, other: Date): boolean => one?.getTime() === other.getTime();

async function isLeftOut(tx: Tx, policyId: string, startsAt: Date): Promise<boolean> {
  const where = { policy_id: policyId, starts_at: startsAt, reason: 'SKIPPED_BY_PERSON' };
  return (await RunModel.query(tx.knex).findOne(where)) !== undefined;
}

const startPassed = ({ nextStartAt }: PolicyModel): AppError =>
  new AppError('POLICY_START_PASSED', { details: { next_start_at: nextStartAt?.toISOString() ?? null } });

/** Throws POLICY_NOT_FOUND, POLICY_OUT_OF_SCOPE. */
export const unskipNext = (ctx: Context, id: string, editor: Editor): Promise<PolicyModel> =>
  act(ctx, { id, ifMatch: null }, editor, async (tx, { policy, by }) => {
    const { nextStartAt, skipStartAt } = policy;
    if (skipStartAt === null || !isSame(nextStartAt, skipStartAt)) return;
    await PolicyModel.query(tx.knex)
      .findById(id)
      .patch({ skipStartAt: null, skippedById: null, skippedByName: null });
    ctx.audit.record(tx, {
      ...by,
      action: 'policy.next_run_kept',
      resource: policyEdits.resourceOf(policy),
      after: { starts_at: skipStartAt.toISOString() },
    });
    tellPolicy(ctx, tx, id);
  });

/**
 * Starts a run now; the same key gives the same run. Throws POLICY_NOT_FOUND, POLICY_OUT_OF_SCOPE, POLICY_RUN_ACTIVE,
 * IDEMPOTENCY_MISMATCH.
 */
export async function runNow(
  ctx: Context,
  { id, key }: { id: string; key: string | null },
  editor: Editor,
): Promise<RunModel> {
  const call = { key, operationId: 'runPolicy', actor: editor.by.actor, request: { id } };
  let runId = '';
  await act(ctx, { id, ifMatch: null }, editor, async (tx, { policy, by, now }) => {
    const { resourceId } = await ctx.idempotency.once(tx, call, async () => {
      const active = await activeRun(tx, policy);
      if (active) throw new AppError('POLICY_RUN_ACTIVE', { details: { run_id: active.id } });
      const requestedBy = { id: accountOf(by.actor), name: by.actor.name };
      const run = { cause: 'person', startsAt: now, localStart: null, now, requestedBy } as const;
      const made = await insertRun(ctx, tx, {
        policy,
        run,
        standing: { state: 'planning', reason: 'PLANNING' },
      });
      ctx.audit.record(tx, {
        ...by,
        action: 'policy.run_requested',
        resource: policyEdits.resourceOf(policy),
        after: { run_id: made.id },
      });
      return made.id;
    });
    runId = resourceId;
  });
  const run = await RunModel.query(ctx.db.knex).findById(runId);
  if (!run) throw new AppError('POLICY_NOT_FOUND', { details: { policy_id: id } });
  return run;
}
