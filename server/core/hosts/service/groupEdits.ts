import { v7 as uuid } from 'uuid';
import { AppError, validationError } from '../../../shared/wire/appError.ts';
import type { AuditEntry } from '../../../kernel/security/audit/audit.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import { insertChunked, isUniqueViolation } from '../../../kernel/db/database.ts';
import type { HostScope } from '../../../kernel/security/hostScope.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import { type IfMatch, requireMatch } from '../../../kernel/http/etag.ts';
import { fitsRule, type RuledHost } from '../groupRules.ts';
import { GroupModel } from '../models.ts';
import type { ActedBy, Group, GroupRule, GroupUse } from '../api.ts';
import { groupNotFound, toGroup } from './groups.ts';
import { visibleGroups } from './groupHosts.ts';
import { chunked, visibleIds } from './queries.ts';

/** The most that a manager keeps: each is judged for each host that is shown. */
const MAX_GROUPS = 500;
/** Of hosts, in one audit row. */
const MAX_NAMED = 100;

/** Who edits, and which hosts he may see. */
export interface Editor {
  by: ActedBy;
  scope: HostScope;
}

export interface GroupDraft {
  name: string;
  description: string | null;
  rule: GroupRule | null;
  /** Of a group without a rule. */
  hostIds: readonly string[];
}

/** Partial: what is absent keeps its value. */
export interface GroupChanges {
  name?: string;
  description?: string | null;
  rule?: GroupRule;
}

/** Throws FORBIDDEN (the editor is limited to some hosts), HOST_NOT_FOUND, GROUP_EXISTS, GROUP_LIMIT_REACHED. */
export async function createGroup(ctx: Context, draft: GroupDraft, { by, scope }: Editor): Promise<Group> {
  refuseLimited(scope);
  const { name, description, rule } = draft;
  return named(() =>
    ctx.tx(
      async (tx) => {
        const known = await GroupModel.query(tx.knex).resultSize();
        if (known >= MAX_GROUPS) throw new AppError('GROUP_LIMIT_REACHED', { details: { max: MAX_GROUPS } });
        await refuseTakenName(tx, name, null);
        const hostIds = await knownHosts(tx, draft.hostIds, scope);
        const id = uuid();
        const now = ctx.clock.now();
        const nameKey = name.toLowerCase();
        await GroupModel.query(tx.knex).insert({
          ...{ id, name, nameKey, description, rule },
          ...{ editVersion: 1, createdAt: now, updatedAt: now },
        });
        await list(tx, id, hostIds);
        const after = { name, description, rule, ...hostsForAudit(hostIds) };
        audit(ctx, tx, { by, action: 'group.created', group: { id, name }, after });
        return group(tx, id);
      },
      { name: 'hosts.createGroup' },
    ),
  );
}

/**
 * Compare-and-set on the edit version. Throws GROUP_NOT_FOUND,
 * GROUP_EXISTS, PRECONDITION_FAILED, VALIDATION_FAILED (a rule for a listed group), FORBIDDEN.
 */
export async function updateGroup(
  ctx: Context,
  { id, change, ifMatch }: { id: string; change: GroupChanges; ifMatch: IfMatch },
  editor: Editor,
): Promise<Group> {
  await refuseEdit(ctx, id, editor);
  refuseLimited(editor.scope);
  return named(() =>
    ctx.tx(
      async (tx) => {
        const before = await lockedGroup(tx, id, ifMatch);
        if (change.rule && before.rule === null)
          throw validationError([{ path: '/body/rule', message: 'The hosts of this group are listed.' }]);
        const after = { ...before, ...defined(change) };
        await refuseTakenName(tx, after.name, id);
        const { name, description, rule } = after;
        await touch(ctx, tx, before, { name, nameKey: name.toLowerCase(), description, rule });
        audit(ctx, tx, {
          by: editor.by,
          action: 'group.updated',
          group: after,
          before: { name: before.name, description: before.description, rule: before.rule },
          after: { name, description, rule },
        });
        return group(tx, id);
      },
      { name: 'hosts.updateGroup' },
    ),
  );
}

/** Its hosts stay. Throws GROUP_NOT_FOUND, PRECONDITION_FAILED, GROUP_IN_USE. */
export async function deleteGroup(
  ctx: Context,
  { id, ifMatch }: { id: string; ifMatch: IfMatch },
  { by, scope }: Editor,
): Promise<void> {
  if (!(await visibleGroups(ctx.db.reader, [id], scope)).has(id)) throw groupNotFound(id);
  refuseLimited(scope);
  const uses = await usesOf(ctx, id);
  if (uses.length > 0) throw groupInUse(uses);
  await ctx.tx(
    async (tx) => {
      const before = await lockedGroup(tx, id, ifMatch);
      await ctx.steps.join(tx, 'hosts.groupDeleted', { group: before, by });
      await tx.knex('hosts_group_hosts').where('group_id', id).delete();
      await GroupModel.query(tx.knex).deleteById(id);
      const { name, description, rule } = before;
      audit(ctx, tx, { by, action: 'group.deleted', group: before, before: { name, description, rule } });
    },
    { name: 'hosts.deleteGroup' },
  );
}

/** Those that are in it stay. Throws GROUP_NOT_FOUND, HOST_NOT_FOUND, GROUP_RULE_BASED, FORBIDDEN. */
export async function addGroupHosts(
  ctx: Context,
  { id, hostIds }: { id: string; hostIds: readonly string[] },
  editor: Editor,
): Promise<Group> {
  await refuseEdit(ctx, id, editor);
  return ctx.tx(
    async (tx) => {
      const before = await lockedList(tx, id);
      const wanted = await knownHosts(tx, hostIds, editor.scope);
      const there = await listedOf(tx, id, wanted);
      const fresh = wanted.filter((hostId) => !there.has(hostId));
      if (fresh.length === 0) return before;
      await list(tx, id, fresh);
      await touch(ctx, tx, before, {});
      const after = hostsForAudit(fresh);
      audit(ctx, tx, { by: editor.by, action: 'group.hosts_added', group: before, after });
      return group(tx, id);
    },
    { name: 'hosts.addGroupHosts' },
  );
}

/** Throws GROUP_NOT_FOUND, HOST_NOT_FOUND (also when it is not in the group), GROUP_RULE_BASED, FORBIDDEN. */
export async function removeGroupHost(
  ctx: Context,
  { id, hostId }: { id: string; hostId: string },
  editor: Editor,
): Promise<void> {
  await refuseEdit(ctx, id, editor);
  await ctx.tx(
    async (tx) => {
      const before = await lockedList(tx, id);
      await knownHosts(tx, [hostId], editor.scope);
      const rows = await tx.knex('hosts_group_hosts').where({ group_id: id, host_id: hostId }).delete();
      if (rows === 0) throw new AppError('HOST_NOT_FOUND', { details: { host_ids: [hostId] } });
      await touch(ctx, tx, before, {});
      const gone = hostsForAudit([hostId]);
      audit(ctx, tx, { by: editor.by, action: 'group.hosts_removed', group: before, before: gone });
    },
    { name: 'hosts.removeGroupHost' },
  );
}

/** Throws FORBIDDEN when new tags would move a host into or out of a group that limits what somebody sees. */
export async function refuseMove(
  ctx: Context,
  { before, after }: { before: RuledHost; after: RuledHost },
  scope: HostScope,
): Promise<void> {
  if (scope === 'all') return;
  const ids = (await usesOf(ctx, null)).filter(isScope).map(({ groupId }) => groupId);
  const groups = ids.length === 0 ? [] : await GroupModel.query(ctx.db.reader).whereIn('id', ids);
  const moving = groups.find(({ rule }) => rule && fitsRule(rule, before) !== fitsRule(rule, after));
  if (moving)
    throw new AppError('FORBIDDEN', {
      message: 'These tags would move the host into or out of a group that limits what people see.',
    });
}

/** Throws FORBIDDEN for who is limited to some hosts: what he makes or names concerns others too. */
export function refuseLimited(scope: HostScope): void {
  if (scope === 'all') return;
  throw new AppError('FORBIDDEN', { message: 'Only who sees all hosts may do this.' });
}

/** A group that he cannot see is not there; one that limits what somebody sees is the administrators'. */
async function refuseEdit(ctx: Context, id: string, { by, scope }: Editor): Promise<void> {
  if (!(await visibleGroups(ctx.db.reader, [id], scope)).has(id)) throw groupNotFound(id);
  if (by.actor.role === 'admin') return;
  if (!(await usesOf(ctx, id)).some(isScope)) return;
  throw new AppError('FORBIDDEN', {
    message: 'This group limits what people see; only administrators change it.',
  });
}

async function usesOf(ctx: Context, groupId: string | null): Promise<GroupUse[]> {
  const answers = await ctx.hooks.ask('hosts.groupUses', { groupId });
  return answers.flatMap(({ answer }) => answer.uses);
}

const isScope = ({ kind }: GroupUse): boolean => kind === 'scope';

function groupInUse(uses: readonly GroupUse[]): AppError {
  const told = uses.slice(0, MAX_NAMED).map(({ kind, id, name }) => ({ kind, id, name }));
  return new AppError('GROUP_IN_USE', { details: { uses: told } });
}

async function lockedGroup(tx: Tx, id: string, ifMatch: IfMatch): Promise<Group> {
  const row = await GroupModel.query(tx.knex).findById(id).forUpdate();
  if (!row) throw groupNotFound(id);
  requireMatch(ifMatch, row.editVersion);
  return toGroup(row);
}

async function lockedList(tx: Tx, id: string): Promise<Group> {
  const found = await lockedGroup(tx, id, null);
  if (found.rule !== null) throw new AppError('GROUP_RULE_BASED');
  return found;
}

/** Raises the edit version; the row is locked. */
async function touch(ctx: Context, tx: Tx, before: Group, set: Partial<GroupModel>): Promise<void> {
  const values = { ...set, editVersion: before.editVersion + 1, updatedAt: ctx.clock.now() };
  await GroupModel.query(tx.knex).findById(before.id).patch(values);
}

/** Each once; throws HOST_NOT_FOUND for those that do not live or are not in the scope. */
async function knownHosts(tx: Tx, hostIds: readonly string[], scope: HostScope): Promise<string[]> {
  const known = await visibleIds(tx.knex, hostIds, scope);
  const missing = hostIds.filter((id) => !known.has(id));
  if (missing.length > 0)
    throw new AppError('HOST_NOT_FOUND', { details: { host_ids: missing.slice(0, MAX_NAMED) } });
  return [...known];
}

async function listedOf(tx: Tx, groupId: string, hostIds: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (const chunk of chunked(hostIds)) {
    const rows = (await tx
      .knex('hosts_group_hosts')
      .select('host_id')
      .where('group_id', groupId)
      .whereIn('host_id', chunk)) as { host_id: string }[];
    for (const { host_id: hostId } of rows) there.add(hostId);
  }
  return there;
}

async function list(tx: Tx, groupId: string, hostIds: readonly string[]): Promise<void> {
  const rows = hostIds.map((hostId) => ({ group_id: groupId, host_id: hostId }));
  await insertChunked(tx.knex, 'hosts_group_hosts', rows);
}

async function refuseTakenName(tx: Tx, name: string, ownId: string | null): Promise<void> {
  const taken = await GroupModel.query(tx.knex).select('id').findOne({ name_key: name.toLowerCase() });
  if (taken && taken.id !== ownId) throw new AppError('GROUP_EXISTS', { details: { group_id: taken.id } });
}

/** Two managers may give a name at once: the unique key tells the second. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('GROUP_EXISTS', {}, { cause: error });
    throw error;
  }
}

async function group(tx: Tx, id: string): Promise<Group> {
  const row = await GroupModel.query(tx.knex).findById(id);
  if (!row) throw new Error('the group vanished inside its own transaction');
  return toGroup(row);
}

interface Act {
  by: ActedBy;
  action: AuditEntry['action'];
  group: Pick<Group, 'id' | 'name'>;
  before?: object;
  after?: object;
}

function audit(ctx: Context, tx: Tx, { by, action, group: { id, name }, before, after }: Act): void {
  ctx.audit.record(tx, { ...by, action, resource: { kind: 'group', id, name }, before, after });
}

const hostsForAudit = (hostIds: readonly string[]) => ({
  hosts: hostIds.length,
  hostIds: hostIds.slice(0, MAX_NAMED),
});

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
