import { type Actor, AppError, type Context, type HostScope, paging, type Tx } from '#sdk';
import type { HostIds } from '#sdk/hosts.ts';
import type { components } from '#generated/manager.ts';
import type { ApprovalState } from '../api.ts';
import { ApprovalHostModel, ApprovalModel, AuthorModel } from '../models.ts';
import { independenceOf } from './independence.ts';

type Knex = Tx['knex'] | Context['db']['reader'];

/** Who looks, and which hosts that person sees. */
export interface Viewer {
  actor: Actor;
  scope: HostScope;
}

/** An approval as somebody sees it. */
export interface Seen {
  row: ApprovalModel;
  /** How many of its hosts the viewer sees. */
  hostsTotal: number;
  /** Why the viewer can neither approve nor deny it; null: the viewer can. */
  mayDecide: components['schemas']['Approval']['may_decide'];
  mayWithdraw: boolean;
}

export interface ApprovalQuery extends paging.Query, paging.StateQuery<ApprovalState> {
  name?: string;
  /** Only those that wait and that the viewer may approve. */
  waitsForMe?: boolean;
}

export interface ApprovalPage {
  items: Seen[];
  total: number;
  nextCursor: string | null;
}

export async function listApprovals(
  ctx: Context,
  { state, stateNot, name, waitsForMe, ...query }: ApprovalQuery,
  viewer: Viewer,
): Promise<ApprovalPage> {
  const ids = await ctx.core.hosts.idsIn(viewer.scope);
  const seen = seenBy(ctx.db.reader, ids);
  paging.whereState(seen, { state, stateNot });
  if (name !== undefined) void seen.where('name', name);
  if (waitsForMe && !isApprover(viewer.actor)) return { items: [], total: 0, nextCursor: null };
  const found = waitsForMe ? waitingFor(seen, viewer.actor, ids) : seen;
  if (waitsForMe) void found.whereNotIn('id', await dependentAmong(ctx, found.clone(), viewer.actor));
  const { rows, ...page } = await paging.page(found, query);
  return { items: await describe(ctx, rows, viewer, ids), ...page };
}

/** Throws APPROVAL_NOT_FOUND, also where the scope holds none of its hosts. */
export async function readOne(ctx: Context, id: string, viewer: Viewer): Promise<Seen> {
  const ids = await ctx.core.hosts.idsIn(viewer.scope);
  const row = await seenBy(ctx.db.reader, ids).findById(id);
  const [seen] = row ? await describe(ctx, [row], viewer, ids) : [];
  if (seen) return seen;
  throw new AppError('APPROVAL_NOT_FOUND', { details: { approval_id: id } });
}

const MOST_OF_JOB = 20;

/** For a plan, the approvals asked for it; for a run, the approval that it was made by. The latest first. */
export async function approvalsOf(ctx: Context, jobId: string, viewer: Viewer): Promise<Seen[]> {
  const ids = await ctx.core.hosts.idsIn(viewer.scope);
  const rows = await seenBy(ctx.db.reader, ids)
    .where((of) => void of.where('plan_job_id', jobId).orWhere('run_job_id', jobId))
    .orderBy('id', 'desc')
    .limit(MOST_OF_JOB);
  return describe(ctx, rows, viewer, ids);
}

/** The first hosts of an approval that the scope holds, in the order of the run. */
export async function hostsOf(
  ctx: Context,
  id: string,
  { scope, limit }: { scope: HostScope; limit: number },
): Promise<ApprovalHostModel[]> {
  const ids = await ctx.core.hosts.idsIn(scope);
  const query = ApprovalHostModel.query(ctx.db.reader).where('approval_id', id);
  if (ids) void query.whereIn('host_id', subselect(ids, ctx.db.reader));
  return query.orderBy('position').limit(limit);
}

/** The ids of all hosts of an approval, in the order of the run. */
export async function hostIdsOf(knex: Knex, id: string): Promise<string[]> {
  const rows = await ApprovalHostModel.query(knex)
    .select('host_id')
    .where('approval_id', id)
    .orderBy('position');
  return rows.map(({ hostId }) => hostId);
}

/** Objection also takes knex's builders, but its types name only its own. */
const subselect = (ids: HostIds, knex: Knex) =>
  ids(knex) as unknown as ReturnType<typeof ApprovalHostModel.query>;

function seenBy(knex: Knex, ids: HostIds | null) {
  const query = ApprovalModel.query(knex);
  if (!ids) return query;
  const own = ApprovalHostModel.query(knex).select('approval_id').whereIn('host_id', subselect(ids, knex));
  return query.whereIn('id', own);
}

function waitingFor(query: ReturnType<typeof seenBy>, actor: Actor, ids: HostIds | null) {
  const knex = query.knex();
  const made = AuthorModel.query(knex)
    .select('approval_id')
    .where('account_id', accountOf(actor) ?? '');
  void query.where('state', 'waiting').whereNotIn('id', made);
  if (!ids) return query;
  const beyond = ApprovalHostModel.query(knex)
    .select('approval_id')
    .whereNotIn('host_id', subselect(ids, knex));
  return query.whereNotIn('id', beyond);
}

/** Those of some that wait that the actor cannot decide, being a second self of somebody who asks. */
async function dependentAmong(
  ctx: Context,
  query: ReturnType<typeof seenBy>,
  actor: Actor,
): Promise<string[]> {
  const waiting = await query.select('id', 'state', 'created_at').limit(MOST_WAITING);
  const ids = waiting.map(({ id }) => id);
  const authors = await AuthorModel.query(ctx.db.reader).whereIn('approval_id', ids);
  return [...(await dependentOn(ctx, waiting, { actor, authors }))];
}

/** Of more that wait, a viewer is told of some that somebody else has to decide; their cards say so. */
const MOST_WAITING = 500;

/** The account of a person, or of the owner of a tool. */
export const accountOf = ({ id, ownerId }: Actor): string | null => ownerId ?? id;

/** The permission to approve and deny. */
export const DECIDING = 'approvals:decide';

const isApprover = ({ kind, permissions }: Actor): boolean =>
  kind === 'user' && permissions.includes(DECIDING);

async function describe(
  ctx: Context,
  rows: readonly ApprovalModel[],
  { actor }: Viewer,
  ids: HostIds | null,
): Promise<Seen[]> {
  const { db } = ctx;
  if (rows.length === 0) return [];
  const rowIds = rows.map(({ id }) => id);
  const authors = await AuthorModel.query(db.reader).whereIn('approval_id', rowIds);
  const own = authors.filter(({ accountId }) => accountId === accountOf(actor));
  const authored = new Set(own.map(({ approvalId }) => approvalId));
  const dependent = await dependentOn(ctx, rows, { actor, authors });
  const counts = ids ? await seenCounts(db.reader, rowIds, ids) : null;
  return rows.map((row) => {
    const hostsTotal = counts ? (counts.get(row.id) ?? 0) : row.hostsTotal;
    const whole = hostsTotal === row.hostsTotal;
    return {
      row,
      hostsTotal,
      mayDecide: whyNot(row, {
        actor,
        isAuthor: authored.has(row.id),
        isDependent: dependent.has(row.id),
        whole,
      }),
      mayWithdraw: row.state === 'waiting' && mayWithdraw(row, actor),
    };
  });
}

/** Those of the approvals that wait of which an author may be one person with the viewer. */
async function dependentOn(
  ctx: Context,
  rows: readonly Pick<ApprovalModel, 'id' | 'state' | 'createdAt'>[],
  { actor, authors }: { actor: Actor; authors: readonly AuthorModel[] },
): Promise<ReadonlySet<string>> {
  const waiting = new Map(rows.flatMap((row) => (row.state === 'waiting' ? [[row.id, row] as const] : [])));
  if (waiting.size === 0 || !isApprover(actor) || actor.id === null) return new Set();
  const accountId = actor.id;
  const others = authors.filter((one) => waiting.has(one.approvalId) && one.accountId !== accountId);
  const earliest = Math.min(...[...waiting.values()].map(({ createdAt }) => createdAt.getTime()));
  const authorIds = new Set(others.map((author) => author.accountId));
  const judge = await independenceOf(ctx, [accountId, ...authorIds], new Date(earliest));
  const dependent = others.filter(({ approvalId, accountId: authorId }) => {
    const askedAt = waiting.get(approvalId)?.createdAt;
    return askedAt !== undefined && !judge.isIndependent({ accountId, authorId, askedAt });
  });
  return new Set(dependent.map(({ approvalId }) => approvalId));
}

async function seenCounts(knex: Knex, rowIds: readonly string[], ids: HostIds): Promise<Map<string, number>> {
  const rows = (await ApprovalHostModel.query(knex)
    .whereIn('approval_id', [...rowIds])
    .whereIn('host_id', subselect(ids, knex))
    .groupBy('approval_id')
    .select('approval_id')
    .count('* as hosts')) as unknown as { approvalId: string; hosts: number | string }[];
  return new Map(rows.map(({ approvalId, hosts }) => [approvalId, Number(hosts)]));
}

function whyNot(
  { state }: ApprovalModel,
  {
    actor,
    isAuthor,
    isDependent,
    whole,
  }: Record<'isAuthor' | 'isDependent' | 'whole', boolean> & { actor: Actor },
): Seen['mayDecide'] {
  if (state !== 'waiting') return 'NOT_WAITING';
  if (!actor.permissions.includes(DECIDING)) return 'NO_PERMISSION';
  if (actor.kind !== 'user') return 'NOT_A_PERSON';
  if (isAuthor) return 'AUTHOR';
  if (isDependent) return 'MADE_BY_AUTHOR';
  return whole ? null : 'OUT_OF_SCOPE';
}

const mayWithdraw = ({ requester }: ApprovalModel, actor: Actor): boolean =>
  actor.permissions.includes('approvals:manage') || (requester.ownerId ?? requester.id) === accountOf(actor);
