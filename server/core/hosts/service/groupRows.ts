import { AppError } from '#server/shared/wire/appError.ts';
import { insertChunked } from '#server/kernel/db/database.ts';
import { Editable } from '#server/kernel/editable/editable.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { GroupModel } from '../models.ts';
import { groupNotFound } from './groups.ts';
import { visibleIds } from './queries.ts';

/** The most hosts or uses that one audit row or answer names. */
export const MAX_NAMED = 100;

export const groupEdits = new Editable(GroupModel, {
  kind: 'group',
  fields: ['name', 'description', 'rule'],
  full: 'GROUP_LIMIT_REACHED',
  notFound: groupNotFound,
});

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

/** Their number, and the first of them. */
export const hostsForAudit = (hostIds: readonly string[]) => ({
  hosts: hostIds.length,
  hostIds: hostIds.slice(0, MAX_NAMED),
});
