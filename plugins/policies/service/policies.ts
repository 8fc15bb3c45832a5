import {
  AppError,
  type Context,
  etags,
  type HostScope,
  type idempotent,
  newId,
  paging,
  recurrence,
  type Tx,
} from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { JobSpec, JobTarget } from '#sdk/patching.ts';
import { requireSchedule, startOf, timesOf, type Schedule, type Start } from '../domain/schedule.ts';
import { PolicyModel, TargetModel } from '../models.ts';
import { nextOf } from './due.ts';
import { dropPrepared, planAnew } from './prepared.ts';
import { policyEdits, tellPolicy } from './rows.ts';
import { accountOf, requirePolicy, requireWhole, seenPolicies, type Viewer } from './visibility.ts';
import { requireTarget, writeTargets } from './targets.ts';
import { operationOf, type PolicySpec } from '../work.ts';

/** The fields of a policy that people set. */
export interface PolicyDraft extends Schedule {
  name: string;
  target: JobTarget;
  spec: JobSpec & Pick<PolicySpec, 'operation'>;
  catchUp: boolean;
  maxLateSecs: number;
  planLeadSecs: number;
}

/** Who edits, and the hosts that this person may see: the policy is limited to them. */
export interface Editor {
  by: ActedBy;
  scope: HostScope;
}

export const MOST_POLICIES = 5_000;
const MOST_AUTHORS = 50;

export interface PolicyQuery extends paging.Query, paging.StateQuery<'active' | 'paused'> {
  search?: string;
  name?: string;
  groupId?: string;
}

export interface PolicyPage {
  policies: PolicyModel[];
  total: number;
  nextCursor: string | null;
}

/** The policies that the viewer may see. */
export async function listPolicies(ctx: Context, query: PolicyQuery, viewer: Viewer): Promise<PolicyPage> {
  const { search, name, state, stateNot, groupId, ...page } = query;
  const { reader } = ctx.db;
  const filtered = PolicyModel.query(reader);
  if (name !== undefined) filtered.where({ name });
  const seen = await seenPolicies(ctx, viewer);
  if (seen) filtered.whereIn('id', seen);
  if (search !== undefined)
    filtered.whereRaw('lower(name) like ? escape ?', [
      `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`,
      '\\',
    ]);
  const isAsked = (one: 'active' | 'paused'): boolean => paging.isInState({ state, stateNot }, one);
  if (!isAsked('active')) filtered.whereNotNull('paused_at');
  if (!isAsked('paused')) filtered.whereNull('paused_at');
  if (groupId !== undefined)
    filtered.whereIn(
      'id',
      TargetModel.query(reader).select('policy_id').where({ kind: 'group', value: groupId }),
    );
  const { rows: policies, ...more } = await paging.page(filtered, page);
  return { policies, ...more };
}

/** Throws POLICY_INVALID for a schedule that yields no start. */
export function requireTimes(schedule: Schedule, now: Date): void {
  try {
    requireSchedule(schedule, now);
  } catch (error) {
    throw invalid(error);
  }
}

/** The starts of a schedule that nobody has saved. Throws POLICY_INVALID, and as previewTimes. */
export const previewOf = async (
  { computing }: Pick<Context, 'computing'>,
  schedule: Schedule,
  options: Parameters<typeof recurrence.previewTimes>[2],
): Promise<Start[]> =>
  recurrence.previewTimes(computing, timesOf(schedule), options).then(
    (found) => found.map(startOf),
    (error: unknown) => {
      throw invalid(error);
    },
  );

const invalid = (error: unknown): unknown =>
  error instanceof recurrence.RecurrenceRefused
    ? new AppError('POLICY_INVALID', { message: error.message }, { cause: error })
    : error;

async function requireDraft(ctx: Context, draft: PolicyDraft, { by, scope }: Editor): Promise<void> {
  requireTimes(draft, ctx.clock.now());
  await ctx.core.patching.requireMakeable({
    operation: operationOf(draft.spec),
    spec: draft.spec,
    actor: by.actor,
  });
  await requireTarget(ctx, draft.target, scope);
}

/**
 * The same key gives the same policy. Throws POLICY_INVALID, VALIDATION_FAILED, FIELD_DISABLED, HOST_NOT_FOUND,
 * GROUP_NOT_FOUND, POLICY_LIMIT_REACHED, IDEMPOTENCY_MISMATCH.
 */
export async function createPolicy(
  ctx: Context,
  { call, draft, isPaused }: { call: idempotent.Call; draft: PolicyDraft; isPaused: boolean },
  editor: Editor,
): Promise<PolicyModel> {
  await requireDraft(ctx, draft, editor);
  return ctx.tx(
    (tx) => policyEdits.once(ctx, tx, call, () => createPolicyIn(ctx, tx, { draft, isPaused }, editor)),
    { name: 'policies.create' },
  );
}

/** Call it in a transaction, once the draft is judged. Throws GROUP_NOT_FOUND, POLICY_LIMIT_REACHED. */
export async function createPolicyIn(
  ctx: Context,
  tx: Tx,
  { draft, isPaused }: { draft: PolicyDraft; isPaused: boolean },
  { by, scope }: Editor,
): Promise<PolicyModel> {
  await policyEdits.refuseFull(tx, MOST_POLICIES);
  const now = await ctx.db.now(tx.knex);
  const author = accountOf(by.actor);
  const id = newId();
  await writeTargets(ctx, tx, { policyId: id, target: draft.target, scope });
  const row = {
    id,
    ...draft,
    ...nextOf(ctx, draft, { after: now, now }),
    scope: { hosts: scope },
    ...(isPaused ? pausedBy(by, now) : {}),
    createdById: author,
    createdByName: by.actor.name,
    ...editedBy(by),
    authorIds: author === null ? [] : [author],
    createdAt: now,
    updatedAt: now,
  };
  const policy = await policyEdits.insert(ctx, tx, row, { by });
  tellPolicy(ctx, tx, id);
  return policy;
}

const pausedBy = ({ actor }: ActedBy, now: Date) => ({
  pausedAt: now,
  pausedById: accountOf(actor),
  pausedByName: actor.name,
});

const editedBy = ({ actor }: ActedBy) => ({ editedById: accountOf(actor), editedByName: actor.name });

export interface PolicyEdit {
  id: string;
  ifMatch: etags.IfMatch;
}

/** Throws as createPolicy, and POLICY_NOT_FOUND, POLICY_OUT_OF_SCOPE, PRECONDITION_FAILED. */
export async function updatePolicy(
  ctx: Context,
  { id, ifMatch, changeOf }: PolicyEdit & { changeOf: (before: PolicyModel) => PolicyDraft },
  editor: Editor,
): Promise<PolicyModel> {
  const { by, scope } = editor;
  await requireWhole(ctx, id, { actor: by.actor, scope });
  const seen = await requirePolicy(ctx, id);
  etags.requireMatch(ifMatch, seen.editVersion);
  await requireDraft(ctx, changeOf(seen), editor);
  return ctx.tx(
    async (tx) => {
      const before = await policyEdits.locked(tx, id, ifMatch);
      // Only what was checked outside the transaction may be written: an edit in between makes this one stale, as
      // If-Match does.
      etags.requireMatch([String(seen.editVersion)], before.editVersion);
      return writeUpdate(ctx, tx, { before, draft: changeOf(before), editor });
    },
    { name: 'policies.update' },
  );
}

/**
 * Call it in a transaction that has locked the policy, once the draft is judged. Nothing is written if it is as before,
 * with the same scope. Who sees all hosts and leaves the target as it is leaves it its hosts too: a new name must not let
 * the policy of a limited person reach others. Throws GROUP_NOT_FOUND.
 */
export async function writeUpdate(
  ctx: Context,
  tx: Tx,
  { before, draft, editor }: { before: PolicyModel; draft: PolicyDraft; editor: Editor },
): Promise<PolicyModel> {
  const { by } = editor;
  const isKept = editor.scope === 'all' && etags.changesNothing(before, { target: draft.target });
  const scope = isKept ? before.scope.hosts : editor.scope;
  if (etags.changesNothing(before, { ...draft, scope: { hosts: scope } })) return before;
  const now = await ctx.db.now(tx.knex);
  const author = accountOf(by.actor);
  await writeTargets(ctx, tx, { policyId: before.id, target: draft.target, scope });
  const authorIds = [...new Set([...before.authorIds, ...(author === null ? [] : [author])])];
  const set = {
    ...draft,
    ...(isRescheduled(before, draft) ? nextOf(ctx, draft, { after: now, now }) : {}),
    scope: { hosts: scope },
    ...editedBy(by),
    authorIds: authorIds.slice(-MOST_AUTHORS),
  };
  const changed = await policyEdits.patch(ctx, tx, { before, set, now });
  await planAnew(ctx, tx, { before, after: changed, by, now });
  policyEdits.record(ctx, tx, 'updated', { of: changed, by, before, after: changed });
  tellPolicy(ctx, tx, before.id);
  return (await PolicyModel.query(tx.knex).findById(before.id)) ?? changed;
}

const isRescheduled = (before: PolicyDraftLike, after: PolicyDraftLike): boolean =>
  before.rrule !== after.rrule ||
  before.timezone !== after.timezone ||
  before.daysAfter !== after.daysAfter ||
  before.planLeadSecs !== after.planLeadSecs;

type PolicyDraftLike = Schedule & Pick<PolicyDraft, 'planLeadSecs'>;

/** Throws POLICY_NOT_FOUND, POLICY_OUT_OF_SCOPE, PRECONDITION_FAILED. */
export async function deletePolicy(
  ctx: Context,
  { id, ifMatch }: PolicyEdit,
  { by, scope }: Editor,
): Promise<void> {
  await requireWhole(ctx, id, { actor: by.actor, scope });
  await ctx.tx((tx) => deletePolicyIn(ctx, tx, { id, ifMatch }, by), { name: 'policies.delete' });
}

/** Throws POLICY_NOT_FOUND, PRECONDITION_FAILED. */
export async function deletePolicyIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch }: PolicyEdit,
  by: ActedBy,
): Promise<void> {
  const policy = await policyEdits.locked(tx, id, ifMatch);
  await dropPrepared(ctx, tx, { policy, by, now: await ctx.db.now(tx.knex) });
  await TargetModel.query(tx.knex).where('policy_id', id).delete();
  await policyEdits.delete(ctx, tx, [policy], { by });
  tellPolicy(ctx, tx, id);
}
