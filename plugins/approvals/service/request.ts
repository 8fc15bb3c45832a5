import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type Actor, AppError, type Context, type HostScope, newId, tables, type Tx } from '#sdk';
import type { JobRequest, RunDraft } from '#sdk/patching.ts';
import type { ApprovalRequest } from '../api.ts';
import { approvalHash } from '../domain/approvalHash.ts';
import { expiryOf, placeOf } from '../domain/states.ts';
import { ApprovalHostModel, ApprovalModel, AuthorModel } from '../models.ts';
import { rulesFor } from './rules.ts';
import { forAudit, tellChanged } from './telling.ts';

export interface Asking {
  request: ApprovalRequest;
  /** What whoever asks may see: it must hold all hosts of the run. */
  scope: HostScope;
  /** The caller's address; null when no API call asks. */
  address: string | null;
}

/** The request that makes the run, the same each time: the job's key compares it. */
export const runRequest = (
  planJobId: string,
  {
    name,
    hostIds,
    named,
    scheduleAt,
  }: Pick<ApprovalModel, 'name' | 'named' | 'scheduleAt'> & {
    hostIds: readonly string[] | null;
  },
): JobRequest => ({
  name: name ?? null,
  operation: null,
  target: null,
  fromPlanJobId: planJobId,
  planHostIds: hostIds === null ? null : [...hostIds],
  scheduleAt,
  spec: named,
});

/**
 * Asks for an approval, once per key; decides nothing and makes no job. Throws what POST /jobs answers for the run of a
 * plan, PLAN_NOT_APPROVABLE for one that is too old, APPROVAL_EXISTS, IDEMPOTENCY_MISMATCH.
 */
export async function requestApproval(ctx: Context, asking: Asking): Promise<ApprovalModel> {
  const { request, scope } = asking;
  const { planJobId, hostIds, name = null, spec: named, scheduleAt, requestedBy: actor } = request;
  const known = await askedBefore(ctx, request);
  if (known) return known;
  const words = runRequest(planJobId, { name, hostIds, named, scheduleAt });
  const draft = await ctx.core.patching.draftRun(words, { actor, scope });
  const expiresAt = requireCurrent(draft, ctx.clock.now());
  const ids = draft.question.hosts.map(({ hostId }) => hostId);
  const rules = await rulesFor(ctx, {
    operation: draft.question.operation,
    reboot: draft.question.spec.reboot,
    hostIds: ids,
  });
  const glance = await ctx.core.patching.glanceOf(planJobId, ids);
  return ctx.tx(
    async (tx) => {
      const earlier = await askedBefore(ctx, request, tx);
      if (earlier) return earlier;
      return insert(ctx, tx, { asking, draft, expiresAt, glance, rules });
    },
    { name: 'approvals.request' },
  );
}

/** Returns when the approval ends. Throws when that is past, or when the plan is still being made. */
function requireCurrent({ plan, question }: RunDraft, now: Date): Date {
  if (plan.completedAt === null)
    throw new AppError('PLAN_NOT_APPROVABLE', {
      message: 'The plan is still being made; ask again when it is ready.',
    });
  const expiresAt = expiryOf(plan.completedAt, question.scheduleAt);
  if (expiresAt > now) return expiresAt;
  const isStart = question.scheduleAt !== null && question.scheduleAt <= now;
  throw new AppError('PLAN_NOT_APPROVABLE', {
    message: isStart
      ? 'The start of the run has passed; leave the start out, or choose a later one.'
      : 'The plan is older than seven days; plan again.',
  });
}

/**
 * What the same caller asked under the same key; null: nothing. Throws IDEMPOTENCY_MISMATCH if it was something else.
 */
async function askedBefore(
  { db }: Context,
  request: ApprovalRequest,
  tx?: Tx,
): Promise<ApprovalModel | null> {
  const row = await ApprovalModel.query(tx?.knex ?? db.reader).findOne({ request_key: keyOf(request) });
  if (!row) return null;
  if (row.requestHash === hashOf(request)) return row;
  throw new AppError('IDEMPOTENCY_MISMATCH');
}

const keyOf = ({ key, requestedBy: { kind, id } }: ApprovalRequest): string => sha256([kind, id, key]);

const hashOf = ({ planJobId, hostIds, name, spec, scheduleAt, note }: ApprovalRequest): string =>
  sha256({ planJobId, hostIds, name: name ?? null, spec, scheduleAt, note: note ?? '' });

const sha256 = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalize(JSON.parse(JSON.stringify(value))) ?? '')
    .digest('hex');

interface Insert {
  asking: Asking;
  draft: RunDraft;
  expiresAt: Date;
  glance: ApprovalModel['glance'];
  rules: readonly { id: string; name: string }[];
}

async function insert(ctx: Context, tx: Tx, parts: Insert): Promise<ApprovalModel> {
  const { asking, draft } = parts;
  const { request, address } = asking;
  const hash = approvalHash(draft.question);
  const same = await ApprovalModel.query(tx.knex).findOne({ waiting_hash: hash });
  if (same) throw new AppError('APPROVAL_EXISTS', { details: { approval_id: same.id } });
  const row = await ApprovalModel.query(tx.knex).insertAndFetch(rowOf(ctx, parts, hash));
  const { question } = draft;
  const hosts = question.hosts.map(({ hostId, fqdn, planHash }, position) => ({
    approvalId: row.id,
    hostId,
    fqdn,
    planHash: planHash ?? '',
    position,
  }));
  await tables.insertModels(ApprovalHostModel, tx.knex, hosts);
  const authors = authorsOf(request, draft).map((accountId) => ({ approvalId: row.id, accountId }));
  if (authors.length > 0) await tables.insertModels(AuthorModel, tx.knex, authors);
  ctx.audit.record(tx, {
    actor: request.requestedBy,
    address,
    action: 'approval.requested',
    resource: { kind: 'approval', id: row.id, name: row.name },
    after: forAudit(row),
  });
  await tellChanged(ctx, tx, row);
  return row;
}

function rowOf(ctx: Context, parts: Insert, hash: string): Partial<ApprovalModel> {
  const { asking, draft, expiresAt, glance, rules } = parts;
  const { planJobId, policyId, spec: named, scheduleAt, note = '', requestedBy } = asking.request;
  const { question, plan } = draft;
  return {
    id: newId(),
    state: 'waiting',
    reason: null,
    message: '',
    place: placeOf('waiting', expiresAt),
    planJobId,
    runJobId: null,
    policyId,
    operation: question.operation,
    name: draft.name,
    named,
    spec: question.spec,
    scheduleAt,
    note,
    hostsTotal: question.hosts.length,
    glance,
    rules: rules.map(({ id, name }) => ({ id, name })),
    approvalHash: hash,
    waitingHash: hash,
    requestKey: keyOf(asking.request),
    requestHash: hashOf(asking.request),
    requester: requesterOf(requestedBy),
    plannedById: plan.createdByOwnerId ?? plan.createdById,
    plannedByName: plan.createdByName,
    plannedAt: plan.completedAt,
    createdAt: ctx.clock.now(),
    expiresAt,
    decidedById: null,
    decidedByName: null,
    decidedAt: null,
    overridden: false,
    retriesUntil: null,
  };
}

const requesterOf = ({ kind, id, ownerId, name, role }: Actor): ApprovalModel['requester'] => ({
  kind,
  id,
  name,
  role,
  ...(ownerId === undefined ? {} : { ownerId }),
});

/** The accounts that cannot approve. A tool counts as its owner. */
function authorsOf({ requestedBy, authorIds }: ApprovalRequest, { plan }: RunDraft): string[] {
  const ids = [
    requestedBy.ownerId ?? requestedBy.id,
    plan.createdByOwnerId ?? plan.createdById,
    ...authorIds,
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}
