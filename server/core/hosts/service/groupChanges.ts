import { v7 as uuid } from 'uuid';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { broughtInADay } from '#server/kernel/db/lastDay.ts';
import { keysetPage, whereState, type PageQuery, type StateQuery } from '#server/kernel/db/keyset.ts';
import { insertModels } from '#server/kernel/db/model.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { systemActor } from '#server/kernel/security/actor.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import { fitsRule } from '../groupRules.ts';
import { GroupChangeModel, GroupModel } from '../models.ts';
import type { ActedBy, GroupChange, Host, SystemFacts } from '../api.ts';
import { changesOf, visibleGroups } from './groupHosts.ts';
import { limitingGroups } from './groupRights.ts';
import { idsInScope } from './groupSql.ts';
import { chunked, getHosts } from './queries.ts';

/** A host before and after it said something else of itself, or somebody changed it. */
export interface Told {
  before: Host;
  after: Host;
}

/** Groups that do not follow what a host says of itself. */
export type Limiting = (groupId: string) => boolean;

const NONE: Limiting = () => false;
const BY_HOST: ActedBy = { actor: systemActor, address: null };
/** So often a day the audit log tells that a host would move by its own word: it could say something else at each poll. */
const MOST_TOLD_A_DAY = 24;

export const systemOf = ({ osFamily, osName, osVersion, arch }: SystemFacts): SystemFacts => ({
  osFamily,
  osName,
  osVersion,
  arch,
});

export const isSameSystem = (one: SystemFacts, other: SystemFacts): boolean =>
  one.osFamily === other.osFamily &&
  one.osName === other.osName &&
  one.osVersion === other.osVersion &&
  one.arch === other.arch;

/** Which groups limit now. All of them where that cannot be told: polls go on, and no host slips out of a limit. */
export async function readLimiting(ctx: Context): Promise<Limiting> {
  try {
    const ids = new Set(await limitingGroups(ctx));
    return (groupId) => ids.has(groupId);
  } catch (error) {
    ctx.log.warn({ error }, 'which groups limit could not be read, so changes of all groups wait');
    return () => true;
  }
}

/**
 * Begins and ends changes, so that a host has one exactly where it is not in the group as the rule says. Where hosts
 * are in groups stays as it was in those that limit; elsewhere, and for a host that is heard for the first time, it
 * follows. A change ends when the rule says again where the host is; that it was rejected is kept, for when the host
 * says the same once more.
 */
export async function settleGroups(
  ctx: Context,
  tx: Tx,
  told: readonly Told[],
  { limits = NONE, by = BY_HOST }: { limits?: Limiting; by?: ActedBy } = {},
): Promise<void> {
  const groups = await GroupModel.query(tx.knex).whereNotNull('rule').select('id', 'name', 'rule');
  const known = await changesOf(
    tx.knex,
    told.map(({ after }) => after.id),
  );
  const settled: Settled[] = [];
  for (const { before, after } of told) {
    const begun: GroupChange[] = [];
    const steps: Record<Step, GroupChangeModel[]> = { end: [], forget: [], hold: [], rest: [] };
    const wasHeard = !Object.values(systemOf(before)).includes(null);
    for (const { id, rule } of groups) {
      if (!rule) continue;
      const change = known.get(after.id)?.get(id);
      const wasIn = change ? change.direction === 'leaving' : fitsRule(rule, before);
      const isIn = fitsRule(rule, after);
      const isLimited = wasHeard && limits(id);
      const isByHost = by === BY_HOST;
      const step = change && stepOf(change, { after, isSettled: wasIn === isIn, isByHost, isLimited });
      if (step) steps[step].push(change);
      const isOpen = !change || (step === 'forget' && isByHost);
      if (isOpen && wasIn !== isIn && isLimited)
        begun.push({
          id: uuid(),
          hostId: after.id,
          groupId: id,
          state: 'waiting',
          since: ctx.clock.now(),
          direction: isIn ? 'entering' : 'leaving',
          before: change?.state === 'rejected' ? change.before : systemOf(before),
        });
    }
    const { end: ended, forget, hold, rest } = steps;
    await drop(tx, [...ended, ...forget]);
    await patchState(tx, hold, 'rejected');
    await patchState(tx, rest, 'withdrawn');
    await insertModels(GroupChangeModel, tx.knex, begun);
    if (begun.length + ended.length > 0) settled.push({ host: after, begun, ended });
  }
  await tell(ctx, tx, settled, { by, names: new Map(groups.map(({ id, name }) => [id, name])) });
}

/**
 * What becomes of a change. `rest` and `hold`: one that was rejected waits for the host to say the same once more, and
 * holds again; neither is told, since the audit log has the decision. `forget`: it counts no more, and what the host says
 * now is another question, or followed.
 */
type Step = 'end' | 'forget' | 'hold' | 'rest';

function stepOf(
  { state, rejected }: GroupChangeModel,
  {
    after,
    isSettled,
    isByHost,
    isLimited,
  }: { after: Host; isSettled: boolean; isByHost: boolean; isLimited: boolean },
): Step | null {
  const isSaidAgain = rejected !== null && isSameSystem(rejected, after);
  if (state === 'waiting') return isSettled ? 'end' : null;
  if (state === 'rejected') {
    if (isSettled) return isByHost ? 'rest' : 'end';
    return isByHost && isLimited && !isSaidAgain ? 'forget' : null;
  }
  if (isSettled) return null;
  return isByHost && isLimited && isSaidAgain ? 'hold' : 'forget';
}

type Change = Omit<GroupChange, 'state'>;

interface Settled {
  host: Host;
  begun: readonly Change[];
  ended: readonly Change[];
}

/** What people settle is always told; what hosts say, so often a day, and the last time that it is the last. */
async function tell(
  ctx: Context,
  tx: Tx,
  settled: readonly Settled[],
  { by, names }: Pick<Act, 'by' | 'names'>,
): Promise<void> {
  if (settled.length === 0) return;
  const day = { table: 'kernel_audit', host: 'resource_id', at: 'at', now: ctx.clock.now() };
  const hostIds = settled.map(({ host }) => host.id);
  const only = { action: 'host.group_change_waits' };
  const told = by === BY_HOST ? await broughtInADay(tx.knex, { ...day, hostIds, only }) : null;
  for (const { host, begun, ended } of settled) {
    const left = MOST_TOLD_A_DAY - (told?.get(host.id) ?? 0);
    if (left <= 0) continue;
    const act = { by, host, names };
    if (begun.length > 0)
      audit(ctx, tx, { ...act, action: 'host.group_change_waits', changes: begun, isLast: left === 1 });
    if (ended.length > 0) audit(ctx, tx, { ...act, action: 'host.group_change_ended', changes: ended });
  }
}

/** For hosts or a group that people have changed: ends the changes that this has settled. */
export async function settleChanged(
  ctx: Context,
  tx: Tx,
  hosts: readonly Host[],
  by: ActedBy,
): Promise<void> {
  await settleGroups(
    ctx,
    tx,
    hosts.map((host) => ({ before: host, after: host })),
    { by },
  );
}

/** Like `settleChanged`, for the hosts that wait to enter or leave the group. */
export async function settleGroup(ctx: Context, tx: Tx, groupId: string, by: ActedBy): Promise<void> {
  const rows = await GroupChangeModel.query(tx.knex).where('group_id', groupId).select('host_id');
  if (rows.length === 0) return;
  await settleChanged(
    ctx,
    tx,
    await getHosts(
      tx.knex,
      rows.map(({ hostId }) => hostId),
    ),
    by,
  );
}

/** A change with what people know its host and group by. */
export interface ShownChange extends GroupChange {
  fqdn: string;
  displayName: string | null;
  groupName: string;
  after: SystemFacts;
}

export interface ChangesQuery extends PageQuery, StateQuery<GroupChange['state']> {
  groupId?: string;
  hostId?: string;
}

/** One page of changes of hosts in the scope and of groups that it lets see. */
export async function listGroupChanges(
  ctx: Context,
  { groupId, hostId, state, stateNot, ...page }: ChangesQuery,
  scope: HostScope,
): Promise<{ changes: ShownChange[]; total: number; nextCursor: string | null }> {
  const { reader } = ctx.db;
  const inScope = await idsInScope(reader, scope);
  const seen = scope === 'all' ? null : [...(await visibleGroups(reader, await changing(reader), scope))];
  const found = GroupChangeModel.query(reader).where((q) => {
    q.whereNot('state', 'withdrawn');
    if (groupId !== undefined) q.where('group_id', groupId);
    if (hostId !== undefined) q.where('host_id', hostId);
    whereState(q, { state, stateNot });
    if (inScope) q.whereIn('host_id', inScope(reader) as never);
    if (seen) q.whereIn('group_id', seen);
  });
  const { rows, ...more } = await keysetPage(found, page);
  return { changes: await shown(ctx, rows), ...more };
}

/** The ids of the groups that hosts wait to enter or leave. */
async function changing(reader: Context['db']['reader']): Promise<string[]> {
  const rows = await GroupChangeModel.query(reader).distinct('group_id');
  return rows.map(({ groupId }) => groupId);
}

async function shown({ db: { reader } }: Context, rows: readonly GroupChangeModel[]): Promise<ShownChange[]> {
  const hosts = new Map(
    (
      await getHosts(
        reader,
        rows.map(({ hostId }) => hostId),
      )
    ).map((host) => [host.id, host]),
  );
  const names = await groupNames(reader, rows);
  // Hosts and groups take their changes with them, but one may have gone since the rows were read.
  return rows.flatMap((row) => {
    const host = hosts.get(row.hostId);
    const groupName = names.get(row.groupId);
    if (!host || groupName === undefined) return [];
    const { fqdn, displayName } = host;
    const { rejected: _, ...change } = row.toJSON() as GroupChange & Pick<GroupChangeModel, 'rejected'>;
    return [{ ...change, fqdn, displayName, groupName, after: systemOf(host) }];
  });
}

async function groupNames(
  knex: Tx['knex'] | Context['db']['reader'],
  rows: readonly Change[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ groupId }) => groupId))];
  const groups = await GroupModel.query(knex).select('id', 'name').whereIn('id', ids);
  return new Map(groups.map(({ id, name }) => [id, name]));
}

/**
 * `confirm`: the groups follow what the hosts say. `reject`: the hosts stay where they were. Throws
 * GROUP_CHANGE_NOT_FOUND, and then decides nothing.
 */
export async function decideGroupChanges(
  ctx: Context,
  { decision, ids }: { decision: 'confirm' | 'reject'; ids: readonly string[] },
  by: ActedBy,
): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const rows = await GroupChangeModel.query(tx.knex)
        .whereIn('id', [...ids])
        .whereNot('state', 'withdrawn')
        .forUpdate();
      const found = new Set(rows.map(({ id }) => id));
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length > 0) throw new AppError('GROUP_CHANGE_NOT_FOUND', { details: { ids: missing } });
      if (decision === 'confirm') await drop(tx, rows);
      const names = await groupNames(tx.knex, rows);
      const action = decision === 'confirm' ? 'host.group_change_confirmed' : 'host.group_change_rejected';
      for (const host of await getHosts(
        tx.knex,
        rows.map(({ hostId }) => hostId),
      )) {
        const changes = rows.filter(({ hostId }) => hostId === host.id);
        if (decision === 'reject') await patchState(tx, changes, 'rejected', { rejected: systemOf(host) });
        audit(ctx, tx, { by, action, host, changes, names });
        ctx.events.emit(tx, 'hosts.hostUpdated', { hostId: host.id });
      }
    },
    { name: 'hosts.decideGroupChanges' },
  );
}

async function patchState(
  tx: Tx,
  changes: readonly GroupChangeModel[],
  state: GroupChangeModel['state'],
  more: Partial<GroupChangeModel> = {},
): Promise<void> {
  for (const { id } of changes)
    await GroupChangeModel.query(tx.knex)
      .findById(id)
      .patch({ state, ...more });
}

async function drop(tx: Tx, changes: readonly Pick<GroupChange, 'id'>[]): Promise<void> {
  for (const chunk of chunked(changes))
    await GroupChangeModel.query(tx.knex)
      .whereIn(
        'id',
        chunk.map(({ id }) => id),
      )
      .delete();
}

interface Act {
  by: ActedBy;
  action:
    | 'host.group_change_waits'
    | 'host.group_change_ended'
    | 'host.group_change_confirmed'
    | 'host.group_change_rejected';
  host: Host;
  changes: readonly Change[];
  names: ReadonlyMap<string, string>;
  /** Nothing more of this kind is told of the host within the day. */
  isLast?: boolean;
}

const NO_MORE = `The host said something else ${MOST_TOLD_A_DAY} times within a day. More of it on this day is not recorded here.`;

/** One row a host: an upgrade of its system may move it in many groups. */
function audit(ctx: Context, tx: Tx, { by, action, host, changes, names, isLast }: Act): void {
  const [first] = changes;
  ctx.audit.record(tx, {
    ...by,
    action,
    resource: { kind: 'host', id: host.id, name: host.fqdn },
    before: first?.before,
    after: {
      ...systemOf(host),
      groups: changes
        .slice(0, 100)
        .map(({ groupId: id, direction }) => ({ id, name: names.get(id), direction })),
      ...(isLast ? { note: NO_MORE } : {}),
    },
  });
}
