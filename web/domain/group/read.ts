import { api, must } from '../../core/api.ts';
import { deleteOnce, saveOnce, versioned } from '../../core/edits.ts';
import type { Schemas } from '../../core/schema.ts';

export type Group = Schemas['Group'];

/** The most that one page of the manager holds; there are never more groups than that. */
const MOST_GROUPS = 500;

/** A group, and the version that a change must name. */
export interface VersionedGroup {
  group: Group;
  etag: string;
}

export interface GroupEdit {
  name: string;
  description: string | null;
  rule?: Schemas['GroupRule'];
}

/** All groups that the reader may see, by name. */
export async function readGroups(signal?: AbortSignal): Promise<Group[]> {
  const query = { limit: MOST_GROUPS };
  return (await must(api.GET('/api/v1/groups', { params: { query }, signal }))).groups;
}

export function readGroup(id: string, signal?: AbortSignal): Promise<VersionedGroup> {
  return versioned(
    'group',
    api.GET('/api/v1/groups/{group_id}', { params: { path: { group_id: id } }, signal }),
  );
}

/** Saves a group. Throws 412 `PRECONDITION_FAILED`: somebody has changed the group since. */
export function saveGroup({ group, etag }: VersionedGroup, body: GroupEdit): Promise<VersionedGroup> {
  const params = { path: { group_id: group.id }, header: { 'If-Match': etag } };
  return saveOnce(body, {
    save: () => versioned('group', api.PUT('/api/v1/groups/{group_id}', { params, body })),
    read: () => readGroup(group.id),
    valuesOf: (now) => now.group,
  });
}

/** Deletes a group; its hosts stay. Throws 409 `GROUP_IN_USE`, which says by what. */
export async function deleteGroup({ group, etag }: VersionedGroup): Promise<void> {
  const params = { path: { group_id: group.id }, header: { 'If-Match': etag } };
  await deleteOnce(must(api.DELETE('/api/v1/groups/{group_id}', { params })));
}
