import { AppError, type Context, tables, type Tx } from '#sdk';
import type { GroupUse } from '#sdk/hosts.ts';
import type { CreateQuestion } from '#sdk/patching.ts';
import { OPEN_STATES, PolicyModel, RunJobModel, RunModel, TargetModel, type RunRows } from '../models.ts';
import { policyRetention } from '../settings.ts';
import { tellPolicy } from './rows.ts';
import { planJobOf } from './steps.ts';

const DAY_MS = 86_400_000;
const KEPT_OF_ONE = 500;
/** Rows that one transaction deletes. */
const BATCH = 500;

/**
 * Deletes runs that are older than their retention, or beyond the number kept of a policy. Running again is harmless.
 */
export async function cleanUp(ctx: Context): Promise<void> {
  const { runs_days: days } = await ctx.settings.get(policyRetention);
  const before = new Date((await ctx.db.now()).getTime() - days * DAY_MS);
  while ((await deleteSome(ctx, (query) => query.where('created_at', '<', before))) === BATCH);
  const crowded = { table: RunModel.tableName, column: 'policy_id', most: KEPT_OF_ONE };
  for (const policyId of await tables.excessOf(ctx.db.reader, crowded)) await thinOut(ctx, policyId);
}

async function deleteSome(ctx: Context, narrow: (query: RunRows) => RunRows): Promise<number> {
  return ctx.tx(
    async ({ knex }) => {
      const query = RunModel.query(knex)
        .select('id')
        .whereNotIn('state', [...OPEN_STATES])
        .limit(BATCH);
      const ids = (await narrow(query)).map(({ id }) => id);
      if (ids.length === 0) return 0;
      await RunJobModel.query(knex).whereIn('run_id', ids).delete();
      await PolicyModel.query(knex).whereIn('last_run_id', ids).patch({ lastRunId: null });
      await RunModel.query(knex).whereIn('id', ids).delete();
      return ids.length;
    },
    { name: 'policies.cleanUp', durable: false },
  );
}

async function thinOut(ctx: Context, policyId: string): Promise<void> {
  const [oldest] = await RunModel.query(ctx.db.reader)
    .select('created_at')
    .where('policy_id', policyId)
    .orderBy('created_at', 'desc')
    .offset(KEPT_OF_ONE - 1)
    .limit(1);
  if (!oldest) return;
  const { createdAt } = oldest;
  while (
    (await deleteSome(ctx, (query) =>
      query.where('policy_id', policyId).where('created_at', '<', createdAt),
    )) === BATCH
  );
}

/**
 * The policies that depend on a group (null: on any): by their target, or because whoever saved them sees only its
 * hosts.
 */
export async function groupUses(ctx: Context, groupId: string | null): Promise<GroupUse[]> {
  const { reader } = ctx.db;
  const rows = await TargetModel.query(reader)
    .whereIn('kind', ['group', 'scope'])
    .modify((query) => (groupId === null ? query : query.where('value', groupId)));
  const ids = [...new Set(rows.map(({ policyId }) => policyId))];
  const policies =
    ids.length === 0 ? [] : await PolicyModel.query(reader).select('id', 'name').whereIn('id', ids);
  const names = new Map(policies.map(({ id, name }) => [id, name]));
  return rows.flatMap(({ policyId, kind, value }) => {
    const name = names.get(policyId);
    const use = kind === 'scope' ? 'scope' : 'policy';
    return name === undefined ? [] : [{ groupId: value, kind: use, id: policyId, name } as const];
  });
}

/** Throws GROUP_IN_USE while a policy depends on the group, whose row is locked. */
export async function keepGroup(tx: Tx, groupId: string): Promise<void> {
  const use = await TargetModel.query(tx.knex)
    .whereIn('kind', ['group', 'scope'])
    .findOne({ value: groupId })
    .forUpdate();
  if (!use) return;
  const policy = await PolicyModel.query(tx.knex).select('id', 'name').findById(use.policyId);
  const message = `The policy ${policy?.name ?? ''} rests on this group; change or delete it first.`;
  const uses = [{ kind: 'policy', id: use.policyId, name: policy?.name ?? '' }];
  throw new AppError('GROUP_IN_USE', { message, details: { uses } });
}

/** In the transaction that deletes a host: takes it out of the policies that name it. */
export async function dropHost(ctx: Context, tx: Tx, hostId: string): Promise<void> {
  const rows = await TargetModel.query(tx.knex).where({ kind: 'host', value: hostId });
  for (const { policyId } of rows) {
    const policy = await PolicyModel.query(tx.knex).findById(policyId).forUpdate();
    if (!policy) continue;
    const hostIds = (policy.target.host_ids ?? []).filter((id) => id !== hostId);
    const target = { ...policy.target, host_ids: hostIds };
    await PolicyModel.query(tx.knex).findById(policyId).patch({ target });
    await TargetModel.query(tx.knex).deleteById([policyId, 'host', hostId]);
    tellPolicy(ctx, tx, policyId);
  }
}

/**
 * Refuses a job that the system makes from the plan of a run that was left out, after a late approval for example. A
 * person may still run that plan. With a transaction, the run is locked first. Throws POLICY_RUN_ENDED.
 */
export async function refuseLeftOut(
  ctx: Context,
  { actor, planJobId, spec }: CreateQuestion,
  tx?: Tx,
): Promise<void> {
  if (planJobId === null || spec.dryRun || actor.kind !== 'system') return;
  const knex = tx?.knex ?? ctx.db.reader;
  const found = await RunJobModel.query(knex).findById(planJobId);
  const asked = found && RunModel.query(knex).findById(found.runId);
  const run = await (tx ? asked?.forUpdate() : asked);
  // A run that was planned anew after an edit runs only its new plan.
  if (!run || (OPEN_STATES.includes(run.state) && planJobOf(run) === planJobId)) return;
  throw new AppError('POLICY_RUN_ENDED', { details: { run_id: run.id, reason: run.reason } });
}

/** In the transaction that removes an account: its policies go on, and name it by its name alone. */
export async function forgetAccount(tx: Tx, accountId: string): Promise<void> {
  for (const column of ['created_by_id', 'edited_by_id', 'paused_by_id', 'skipped_by_id'])
    await tx.knex(PolicyModel.tableName).where(column, accountId).update(column, null);
}
