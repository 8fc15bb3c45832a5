import { type Context, names, newId, type Tx } from '#sdk';
import { alignmentOf, isAligned, type Wanted } from '../domain/groupChecks.ts';
import { looksElsewhere } from '../domain/status.ts';
import { CheckModel, GroupCheckModel } from '../models.ts';
import { dropRows, noteChange, tellCheck, tellHost } from './record.ts';
import { due, fresh, newSpread, UNHELD } from './claim.ts';

/** Hosts whose rows are compared, and written, together. */
const PORTION = 100;

type Checks = readonly GroupCheckModel[];

/**
 * Gives hosts a row for each check of their groups, and takes away those of groups that they have left. Costs reads
 * alone where nothing has changed, and one where no group has checks. A host that waits to enter a group has its
 * checks too: what limits work on a group holds for it.
 */
export async function followHosts(ctx: Context, hostIds: readonly string[]): Promise<void> {
  const all = await GroupCheckModel.query(ctx.db.reader).orderBy(['created_at', 'id']);
  if (all.length > 0) await align(ctx, hostIds, all);
}

/**
 * The same for all hosts whose rows may be out of date: found by a few statements for each check of a group. Hosts that
 * joined, left or were edited since the last round; every manager may run it at any time.
 */
export async function followGroups(ctx: Context): Promise<void> {
  const all = await GroupCheckModel.query(ctx.db.reader).orderBy(['created_at', 'id']);
  const ids = new Set(await orphaned(ctx));
  for (const check of all) for (const id of await outOfDate(ctx, check)) ids.add(id);
  await align(ctx, [...ids], all);
}

/** Hosts with rows of checks that were deleted. */
async function orphaned({ db: { reader } }: Context): Promise<string[]> {
  const rows = await CheckModel.query(reader)
    .distinct('host_id')
    .whereNotNull('group_check_id')
    .whereNotIn('group_check_id', GroupCheckModel.query(reader).select('id'));
  return rows.map(({ hostId }) => hostId);
}

/** Hosts of the group without a row of this version, and hosts with a row that are not in the group. */
async function outOfDate(
  ctx: Context,
  { id, groupId, editVersion }: GroupCheckModel,
): Promise<readonly string[]> {
  const { reader } = ctx.db;
  const members = await ctx.core.hosts.idsIn({ groupIds: [groupId] });
  if (!members) return [];
  const rows = () => reader('health_checks_checks').select('host_id').where('group_check_id', id);
  const missing = (await reader
    .select('id')
    .from(members(reader).as('members'))
    .whereNotIn('id', rows().where('edit_version', editVersion))) as { id: string }[];
  const left = (await rows().whereNotIn('host_id', members(reader))) as { host_id: string }[];
  return [...missing.map((row) => row.id), ...left.map((row) => row.host_id)];
}

async function align(ctx: Context, hostIds: readonly string[], all: Checks): Promise<void> {
  const sorted = [...new Set(hostIds)].sort();
  for (let from = 0; from < sorted.length; from += PORTION)
    await alignPortion(ctx, sorted.slice(from, from + PORTION), all);
}

async function alignPortion(ctx: Context, hostIds: readonly string[], all: Checks): Promise<void> {
  const wanted = await wantedOf(ctx, hostIds, all);
  const rows = await CheckModel.query(ctx.db.reader).whereIn('host_id', [...hostIds]);
  const byHost = Map.groupBy(rows, ({ hostId }) => hostId);
  const behind = hostIds.filter((id) => !isAligned(compare(wanted.get(id) ?? [], byHost.get(id) ?? [])));
  if (behind.length === 0) return;
  await ctx.tx(
    async (tx) => {
      for (const id of behind) await alignHost(ctx, tx, id, wanted.get(id) ?? []);
    },
    { durable: false, name: 'health-checks.followGroups' },
  );
}

/** The checks of the groups that hold each host, or that it waits to enter. */
async function wantedOf(
  { core: { hosts } }: Context,
  hostIds: readonly string[],
  all: Checks,
): Promise<ReadonlyMap<string, Checks>> {
  const [inside, entering] = await Promise.all([
    hosts.groupIdsOf(hostIds),
    hosts.enteringGroupIdsOf(hostIds),
  ]);
  return new Map(
    hostIds.map((id) => {
      const groups = new Set([...(inside.get(id) ?? []), ...(entering.get(id) ?? [])]);
      return [id, all.filter(({ groupId }) => groups.has(groupId))];
    }),
  );
}

function compare(wanted: Checks, rows: readonly CheckModel[]) {
  const own = rows.filter(({ groupCheckId }) => groupCheckId === null);
  const present = rows.filter(({ groupCheckId }) => groupCheckId !== null);
  return alignmentOf(
    wanted,
    own.map(({ name }) => name),
    present,
  );
}

/** Locks the host; one that was deleted meanwhile has no checks any more. */
async function alignHost(ctx: Context, tx: Tx, hostId: string, wanted: Checks): Promise<void> {
  if (!(await ctx.core.hosts.getIn(tx, hostId))) return;
  const { add, change, remove } = compare(wanted, await rowsOf(tx, hostId));
  for (const to of add) await insertRow(ctx, tx, hostId, to);
  for (const { row, to } of change) await changeRow(ctx, tx, row, to);
  await dropRows(ctx, tx, remove);
  await tellHost(ctx, tx, hostId);
}

/**
 * After an edit of a host's own checks, in its transaction and before the host's status is set: those of groups give way
 * to an own one of the same name, and come back when it is gone. The host is locked.
 */
export async function followReplaced(ctx: Context, tx: Tx, hostId: string): Promise<void> {
  const rows = await rowsOf(tx, hostId);
  const ids = rows.flatMap(({ groupCheckId }) => groupCheckId ?? []);
  if (ids.length === 0) return;
  const wanted = await GroupCheckModel.query(tx.knex).whereIn('id', ids);
  for (const { row, to } of compare(wanted, rows).change) await changeRow(ctx, tx, row, to);
}

const rowsOf = (tx: Tx, hostId: string): Promise<CheckModel[]> =>
  CheckModel.query(tx.knex).where('host_id', hostId).forUpdate().execute();

/** What a row takes over from the check of the group. */
const takenFrom = ({ check, replaced, enabled }: Wanted<GroupCheckModel>, hostId: string) => ({
  groupCheckId: check.id,
  replaced,
  enabled,
  kind: check.kind,
  name: check.name,
  nameKey: names.keyOf('health_check', `${hostId} ${check.id}`, check.name),
  serviceName: check.serviceName,
  targetHostId: null,
  url: check.url,
  expectedStatus: check.expectedStatus,
  expectedBody: check.expectedBody,
  timeoutSecs: check.timeoutSecs,
  intervalSecs: check.intervalSecs,
  editVersion: check.editVersion,
});

async function insertRow(ctx: Context, tx: Tx, hostId: string, to: Wanted<GroupCheckModel>): Promise<void> {
  const now = ctx.clock.now();
  await CheckModel.query(tx.knex).insert({
    id: newId(),
    hostId,
    ...takenFrom(to, hostId),
    ...(await fresh(ctx, to.enabled)),
    ...UNHELD,
    lane: 0,
    spread: newSpread(),
    createdAt: now,
    updatedAt: now,
  });
}

/** As an edit of a host's own check: what looks at something else now, or runs again, begins without a result. */
async function changeRow(
  ctx: Context,
  tx: Tx,
  before: CheckModel,
  to: Wanted<GroupCheckModel>,
): Promise<void> {
  const after = takenFrom(to, before.hostId);
  const isNew = looksElsewhere(before, { ...before, ...after }) || (after.enabled && !before.enabled);
  if (isNew && before.status !== 'unknown')
    await noteChange(ctx, tx, { check: before, to: 'unknown', message: 'The check was changed.' });
  const next = isNew ? await fresh(ctx, after.enabled) : await due(ctx, before, after);
  const set = { ...after, ...next, ...UNHELD, updatedAt: ctx.clock.now() };
  const changed = await CheckModel.query(tx.knex).patchAndFetchById(before.id, set);
  tellCheck(ctx, tx, changed);
}
