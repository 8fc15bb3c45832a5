import { AppError } from '../../../shared/wire/appError.ts';
import type { AuditEntry } from '../../../kernel/security/audit/audit.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import { insertChunked } from '../../../kernel/db/database.ts';
import type { HostScope } from '../../../kernel/security/hostScope.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import { type IfMatch, requireMatch } from '../../../kernel/http/etag.ts';
import { GroupModel } from '../models.ts';
import type { ActedBy, Group } from '../api.ts';
import { groupNotFound, toGroup } from './groups.ts';
import { visibleIds } from './queries.ts';

/** The most hosts or uses that one audit row or answer names. */
export const MAX_NAMED = 100;

/** Throws GROUP_NOT_FOUND and PRECONDITION_FAILED. */
export async function lockedGroup(tx: Tx, id: string, ifMatch: IfMatch): Promise<Group> {
  const row = await GroupModel.query(tx.knex).findById(id).forUpdate();
  if (!row) throw groupNotFound(id);
  requireMatch(ifMatch, row.editVersion);
  return toGroup(row);
}

/** Writes `set` and raises the edit version; the row must be locked. */
export async function touch(ctx: Context, tx: Tx, before: Group, set: Partial<GroupModel>): Promise<void> {
  const values = { ...set, editVersion: before.editVersion + 1, updatedAt: ctx.clock.now() };
  await GroupModel.query(tx.knex).findById(before.id).patch(values);
}

/** Reads the group again in the transaction. */
export async function group(tx: Tx, id: string): Promise<Group> {
  const row = await GroupModel.query(tx.knex).findById(id);
  if (!row) throw new Error('the group vanished inside its own transaction');
  return toGroup(row);
}

/** The ids, each once. Throws HOST_NOT_FOUND if a host is not live or not in the scope. */
export async function knownHosts(tx: Tx, hostIds: readonly string[], scope: HostScope): Promise<string[]> {
  const known = await visibleIds(tx.knex, hostIds, scope);
  const missing = hostIds.filter((id) => !known.has(id));
  if (missing.length > 0)
    throw new AppError('HOST_NOT_FOUND', { details: { host_ids: missing.slice(0, MAX_NAMED) } });
  return [...known];
}

/** Adds hosts to a group's list; they must not be in it yet. */
export async function list(tx: Tx, groupId: string, hostIds: readonly string[]): Promise<void> {
  const rows = hostIds.map((hostId) => ({ group_id: groupId, host_id: hostId }));
  await insertChunked(tx.knex, 'hosts_group_hosts', rows);
}

interface Act {
  by: ActedBy;
  action: AuditEntry['action'];
  group: Pick<Group, 'id' | 'name'>;
  before?: object;
  after?: object;
}

/** Writes the act into the audit log. */
export function audit(ctx: Context, tx: Tx, { by, action, group: { id, name }, before, after }: Act): void {
  ctx.audit.record(tx, { ...by, action, resource: { kind: 'group', id, name }, before, after });
}

/** Their number, and the first of them. */
export const hostsForAudit = (hostIds: readonly string[]) => ({
  hosts: hostIds.length,
  hostIds: hostIds.slice(0, MAX_NAMED),
});
