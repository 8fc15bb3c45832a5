import {
  AppError,
  type Context,
  Editable,
  etags,
  type HostScope,
  http,
  type idempotent,
  search,
  type Tx,
} from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { CheckDraft } from '../domain/draft.ts';
import { looksElsewhere } from '../domain/status.ts';
import { CheckModel, GateModel, GroupCheckModel } from '../models.ts';
import { followReplaced } from './following.ts';
import { due, fresh, newSpread, UNHELD } from './claim.ts';
import { dropRows, noteChange, tellCheck, tellHost } from './record.ts';
import { requireFields, requireSeen, requireTarget } from './refusals.ts';

/** Who edits, and which hosts that person may see. */
export interface Editor {
  by: ActedBy;
  scope: HostScope;
}

/** The most that a manager keeps: of one host, and in all. */
const MOST_OF_HOST = 50;
export const MOST_CHECKS = 100_000;

const edits = new Editable(CheckModel, {
  kind: 'health_check',
  full: 'HEALTH_CHECK_LIMIT_REACHED',
  fields: [
    ...(['kind', 'name', 'enabled', 'serviceName', 'targetHostId', 'url'] as const),
    ...(['expectedStatus', 'expectedBody', 'timeoutSecs', 'intervalSecs'] as const),
  ],
  audited: ({ hostId }) => ({ hostId }),
  parentOf: ({ hostId }) => hostId,
  notFound: (id) => new AppError('HEALTH_CHECK_NOT_FOUND', { details: { check_id: id } }),
});

/** The checks of a host, its own and those of its groups, by name. Throws HOST_NOT_FOUND. */
export async function listChecks(ctx: Context, hostId: string, scope: HostScope): Promise<CheckModel[]> {
  await ctx.core.hosts.require(hostId, scope);
  return CheckModel.query(ctx.db.reader).where('host_id', hostId).orderBy(['name', 'id']);
}

/** Checks of all hosts by name. */
export const checkSearch = (ctx: Context): search.Source =>
  search.named({
    kind: 'health-check',
    permission: 'checks:read',
    async rows({ scope }, byName) {
      const { reader } = ctx.db;
      const ids = await ctx.core.hosts.idsIn(scope);
      // Those of a group are found as the one that they are made from.
      const query = CheckModel.query(reader).whereNull('group_check_id');
      // objection accepts knex's subselects, but its types do not.
      if (ids) query.whereIn('host_id', ids(reader) as never);
      return byName(query);
    },
    about: ({ enabled, status }) => (enabled ? status : 'disabled'),
    pagePath: ({ hostId }) => `/hosts/${hostId}?tab=checks`,
  });

/** Throws HOST_NOT_FOUND and HEALTH_CHECK_NOT_FOUND, also for a check of another host. */
export async function getCheck(
  ctx: Context,
  { hostId, checkId }: { hostId: string; checkId: string },
  scope: HostScope,
): Promise<CheckModel> {
  await ctx.core.hosts.require(hostId, scope);
  return edits.read(ctx.db.reader, checkId, isOf(hostId));
}

/** Throws HOST_NOT_FOUND, URL_REFUSED, TARGET_HOST_INVALID, HEALTH_CHECK_LIMIT_REACHED. */
export async function createCheck(
  ctx: Context,
  { call, hostId, draft }: { call: idempotent.Call; hostId: string; draft: CheckDraft },
  { by, scope }: Editor,
): Promise<CheckModel> {
  await ctx.core.hosts.require(hostId, scope);
  const given = { ...draft, targetHostId: ofAnother(hostId, draft.targetHostId) };
  if (given.url !== null) await http.requireCallable(ctx.outbound, given.url);
  await requireTarget(ctx, given.targetHostId, scope);
  return ctx.tx(
    (tx) => edits.once(ctx, tx, call, () => createCheckIn(ctx, tx, { hostId, draft: given }, by)),
    { name: 'health-checks.create' },
  );
}

/** Call it in a transaction, once address and target are judged. Throws HOST_NOT_FOUND, HEALTH_CHECK_LIMIT_REACHED. */
export async function createCheckIn(
  ctx: Context,
  tx: Tx,
  { hostId, draft }: { hostId: string; draft: CheckDraft },
  by: ActedBy,
): Promise<CheckModel> {
  await lockHost(ctx, tx, hostId);
  await edits.refuseFull(tx, MOST_OF_HOST, { host_id: hostId, group_check_id: null });
  await edits.refuseFull(tx, MOST_CHECKS);
  const of = { hostId, groupCheckId: null, replaced: false, lane: 0, spread: newSpread() };
  const row = { ...of, ...draft, ...(await fresh(ctx, draft.enabled)), ...UNHELD };
  const check = await edits.insert(ctx, tx, row, { by });
  await followReplaced(ctx, tx, hostId);
  await tellHost(ctx, tx, hostId);
  tellCheck(ctx, tx, check);
  return check;
}

/** Null when the target is the check's own host. */
const ofAnother = (hostId: string, targetHostId: string | null): string | null =>
  targetHostId === hostId ? null : targetHostId;

export interface CheckEdit {
  hostId: string;
  checkId: string;
  ifMatch: etags.IfMatch;
}

/**
 * Throws as createCheck, and VALIDATION_FAILED, HEALTH_CHECK_NOT_FOUND, PRECONDITION_FAILED, and HEALTH_CHECK_OF_GROUP for
 * a check that the host has of a group.
 */
export async function updateCheck(
  ctx: Context,
  { hostId, checkId, ifMatch, change }: CheckEdit & { change: Partial<CheckDraft> },
  { by, scope }: Editor,
): Promise<CheckModel> {
  const before = await getCheck(ctx, { hostId, checkId }, scope);
  await refuseOfGroup(ctx.db.reader, before);
  requireFields(before.kind, change);
  const given = { ...change };
  if (given.targetHostId !== undefined) given.targetHostId = ofAnother(hostId, given.targetHostId);
  if (given.url) await http.requireCallable(ctx.outbound, given.url);
  await requireTarget(ctx, given.targetHostId ?? null, scope);
  const isOther = given.serviceName !== undefined && given.serviceName !== before.serviceName;
  // Else the editor would ask about any service of a host that somebody else has named here.
  if (isOther && given.targetHostId === undefined) await requireSeen(ctx, before.targetHostId, scope);
  return ctx.tx((tx) => updateCheckIn(ctx, tx, { hostId, checkId, ifMatch, change: given }, by), {
    name: 'health-checks.update',
  });
}

/** As createCheckIn; throws HEALTH_CHECK_NOT_FOUND and PRECONDITION_FAILED, too. */
export async function updateCheckIn(
  ctx: Context,
  tx: Tx,
  { hostId, checkId, ifMatch, change: given }: CheckEdit & { change: Partial<CheckDraft> },
  by: ActedBy,
): Promise<CheckModel> {
  await lockHost(ctx, tx, hostId);
  const before = await edits.locked(tx, checkId, ifMatch, isOf(hostId));
  await refuseOfGroup(tx.knex, before);
  const after = { ...edits.draftOf(before), ...given };
  if (etags.changesNothing(before, after)) return before;
  const isNew = looksElsewhere(before, { ...before, ...after }) || (after.enabled && !before.enabled);
  if (isNew && before.status !== 'unknown')
    await noteChange(ctx, tx, { check: before, to: 'unknown', message: 'The check was changed.' });
  const next = isNew ? await fresh(ctx, after.enabled) : await due(ctx, before, after);
  const set = { ...after, ...next, ...UNHELD };
  const changed = await edits.update(ctx, tx, { before, set }, { by });
  await followReplaced(ctx, tx, hostId);
  await tellHost(ctx, tx, hostId);
  tellCheck(ctx, tx, changed);
  return changed;
}

/** Throws HOST_NOT_FOUND, HEALTH_CHECK_NOT_FOUND, HEALTH_CHECK_OF_GROUP, PRECONDITION_FAILED. */
export async function deleteCheck(
  ctx: Context,
  { hostId, checkId, ifMatch }: CheckEdit,
  { by, scope }: Editor,
): Promise<void> {
  await ctx.core.hosts.require(hostId, scope);
  await ctx.tx((tx) => deleteCheckIn(ctx, tx, { hostId, checkId, ifMatch }, by), {
    name: 'health-checks.delete',
  });
}

/** Throws as deleteCheck. */
export async function deleteCheckIn(
  ctx: Context,
  tx: Tx,
  { hostId, checkId, ifMatch }: CheckEdit,
  by: ActedBy,
): Promise<void> {
  await lockHost(ctx, tx, hostId);
  const check = await edits.locked(tx, checkId, ifMatch, isOf(hostId));
  await refuseOfGroup(tx.knex, check);
  await dropChecks(ctx, tx, [check], by);
  await followReplaced(ctx, tx, hostId);
  await tellHost(ctx, tx, hostId);
}

/**
 * In the transaction that deletes a host. Other hosts' checks that asked its agent then ask the agent of their own
 * host.
 */
export async function dropChecksOfHost(ctx: Context, tx: Tx, hostId: string, by: ActedBy): Promise<void> {
  await dropChecks(ctx, tx, await CheckModel.query(tx.knex).where('host_id', hostId).forUpdate(), by);
  await GateModel.query(tx.knex).where('host_id', hostId).delete();
  const nextCheckAt = (await ctx.db.now()).getTime();
  const asking = () => CheckModel.query(tx.knex).where('target_host_id', hostId);
  await asking().where('enabled', 1).patch({ nextCheckAt });
  await asking().patch({ targetHostId: null, leaseOwner: null, leaseUntil: null });
}

async function dropChecks(ctx: Context, tx: Tx, checks: readonly CheckModel[], by: ActedBy): Promise<void> {
  const { own = [], ofGroups = [] } = Object.groupBy(checks, ({ groupCheckId }) =>
    groupCheckId === null ? 'own' : 'ofGroups',
  );
  await edits.delete(ctx, tx, own, { by });
  await dropRows(ctx, tx, [...own, ...ofGroups]);
}

/** Throws HEALTH_CHECK_OF_GROUP for a check that the host has of a group. */
async function refuseOfGroup(knex: Context['db']['reader'], { groupCheckId }: CheckModel): Promise<void> {
  if (groupCheckId === null) return;
  const of = await GroupCheckModel.query(knex).findById(groupCheckId);
  const details = { check_id: groupCheckId, group_id: of?.groupId };
  throw new AppError('HEALTH_CHECK_OF_GROUP', { details });
}

/**
 * Locks the host, so that it is not deleted meanwhile, that one transaction at a time counts its checks, and that its
 * status follows from all of them.
 */
async function lockHost({ core }: Context, tx: Tx, hostId: string): Promise<void> {
  if (await core.hosts.getIn(tx, hostId)) return;
  throw new AppError('HOST_NOT_FOUND', { details: { host_id: hostId } });
}

/** A check of another host is not found. */
const isOf =
  (hostId: string) =>
  (check: CheckModel): boolean =>
    check.hostId === hostId;
